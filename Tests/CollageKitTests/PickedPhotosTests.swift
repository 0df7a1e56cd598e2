import Imaging
import OpenCombine
import PhotoCodecs
import TestSupport
import Testing

@testable import CollageKit

@Suite struct PickedPhotosTests {
  let photos: [Photo]
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    photos = try folder.writePhotos(8).map { try Photo(at: $0, limits: DecodeLimits()) }
  }

  private func marks(_ count: Int, offering offered: [Photo] = []) -> PickedPhotos {
    PickedPhotos(Selection(Array(photos[..<count])), offering: offered)
  }

  @Test func `marks go on where the collage ends, and the collage's own can be taken back`() {
    let marks = marks(2)
    #expect(marks.mark(photos[4]) == nil && marks.mark(photos[3]) == nil)
    marks.takeBack(at: 0)
    #expect(marks.selection.photos == [photos[1], photos[4], photos[3]])
    #expect(marks.base.photos == [photos[0], photos[1]])
  }

  @Test func `the collage's rules refuse the seventh photo, until one is taken back`() {
    let marks = marks(6)
    #expect(marks.mark(photos[6]) == SelectionRules().refusalToAdd(to: 6))
    #expect(marks.selection == marks.base)
    marks.takeBack(at: 2)
    #expect(marks.mark(photos[6]) == nil)
    #expect(marks.selection.photos == [0, 1, 3, 4, 5, 6].map { photos[$0] })
    #expect(marks.store.state[.save] == nil)
    marks.takeBack(at: 0)
    #expect(marks.store.state[.save]?.rule == .evenCountToSave)
  }

  @Test func `a photo keeps its turn`() {
    let marks = marks(1)
    #expect(marks.mark(photos[1], turned: .right) == nil)
    marks.turn(at: 0, by: .left)
    marks.takeBack(at: 0)
    #expect(marks.selection.options[photo: 0].turn == .right)
  }

  @Test
  func `each mark is delivered as it is made, and when it is taken back, until the picker closes`()
  {
    let marks = marks(1)
    let log = Log<PickedPhotos.Change>()
    let ended = Log<Bool>()
    let subscription = marks.changes.sink { _ in
      ended.add(true)
    } receiveValue: {
      log.add($0)
    }
    #expect(log.entries == [])
    _ = marks.mark(photos[1])
    #expect(log.entries == [.chosen(photos[1])])
    _ = marks.mark(photos[2])
    marks.takeBack(at: 1)
    marks.takeBack(at: 0)
    for place in 3..<8 { _ = marks.mark(photos[place]) }
    // What is refused is none.
    #expect(marks.mark(photos[0]) != nil)
    #expect(
      log.entries
        == [.chosen(photos[1]), .chosen(photos[2]), .takenBack(photos[1]), .takenBack(photos[0])]
        + (3..<8).map { .chosen(photos[$0]) })
    #expect(ended.entries == [])
    marks.close()
    #expect(ended.entries == [true])
    subscription.cancel()
  }

  @Test func `what is offered is marked besides the collage's photos, as far as it fits and once`()
  {
    #expect(marks(1, offering: [photos[1], photos[0]]).selection.photos == [photos[0], photos[1]])
    #expect(marks(5, offering: Array(photos[5...])).selection.photos == Array(photos[..<6]))
  }
}
