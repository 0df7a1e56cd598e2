import Imaging
import PhotoCodecs
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing
import ThreadPool

@testable import PhotoSources

/// Series among photos without files, which are quickly made.
struct SeriesGroupsTests {
  /// - Parameters:
  ///   - view: photos of different ones have nothing in common.
  ///   - number: tells photos of the same view apart.
  static func photo(_ place: Int, view: Int, number: Int) throws -> SeriesPhoto {
    var dice = Dice(UInt64(view))
    var greys = (0..<GreyGrid.side * GreyGrid.side).map { _ in
      UInt8.random(in: 0...254, using: &dice)
    }
    greys[number] += 1
    let traits = PhotoTraits(
      size: PixelSize(width: 400, height: 300), content: PixelSize(width: 400, height: 300),
      isFromCamera: false, view: KeptGreys(try #require(GreyGrid(values: greys))), page: nil,
      exposure: Exposure(mean: 0, clipped: 0, white: 0, black: 0, highlight: 0),
      colours: 0, sharpness: [], faces: [])
    return SeriesPhoto(
      place, FilePath("\(place).jpg"), traits, FileIdentity(ofNoFile: UInt64(place)),
      OwnerFacts(StatedFacts(), name: nil, modified: nil))
  }

  @Test func `there may be more series than details that are kept`() throws {
    let photos = try (0..<300).map { try Self.photo($0, view: $0 / 3, number: $0 % 3) }
    let groups = SeriesFinder.groups(photos, Cancellation())
    #expect(groups == (0..<100).map { [3 * $0, 3 * $0 + 1, 3 * $0 + 2] })
  }

  @Test func `comparing and joining photos of a single view can be cancelled`() throws {
    let photos = try (0..<100).map { try Self.photo($0, view: 0, number: $0) }
    func groups(pollingAtMost limit: Int) -> (count: Int, polls: Int) {
      let polls = Locked(0)
      let cancellation = Cancellation(or: {
        polls.withLock { polls in
          polls += 1
          return polls > limit
        }
      })
      let groups = SeriesFinder.groups(photos, cancellation)
      return (groups.count, polls.withLock { $0 })
    }
    let all = groups(pollingAtMost: .max)
    #expect(all.count == 1 && all.polls >= 200)
    // While they are compared, which polls once for each and a few times more; and while half of
    // them are joined, which polls once for each, too.
    #expect(groups(pollingAtMost: 50).count == 100)
    #expect((2..<99).contains(groups(pollingAtMost: 170).count))
  }

  /// How often two photos are compared, of so many that all look alike.
  private static func comparisons(among count: Int) throws -> Int {
    let photo = try photo(0, view: 0, number: 0)
    let comparer = SeriesComparer(Array(repeating: photo, count: count))
    let candidates = SeriesCandidates(comparer: comparer, cancellation: Cancellation())
    let counted = Locked(0)
    _ = candidates.alike { _, _, _ in
      counted.withLock { $0 += 1 }
      return nil
    }
    _ = candidates.withinHour { _, _, _ in
      counted.withLock { $0 += 1 }
      return nil
    }
    let crops = candidates.forCrops().values.reduce(0) { $0 + $1.count }
    return counted.withLock { $0 } + crops
  }

  @Test func `twice as many photos that look alike take twice as many comparisons`() throws {
    let (half, all) = try (Self.comparisons(among: 2000), Self.comparisons(among: 4000))
    #expect(half > 2000 && all > half, "\(half), \(all)")
    #expect(all * 10 < half * 22, "\(half), \(all)")
  }
}
