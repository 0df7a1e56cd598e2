package import SystemPackage

/// A photo that `collage next` may show.
package struct NextPhoto: Sendable {
  package var record: NextRecord
  package let folder: FilePath
  /// When it was taken, in seconds; nil if nothing but its file tells.
  package let time: Int?
  /// Width over height.
  package let ratio: Double
  /// How much its owner likes it: more stars, more of it; 0 if nothing was said.
  package let preference: Int

  package init(
    _ record: NextRecord, in folder: FilePath, time: Int?, ratio: Double, preference: Int = 0
  ) {
    self.record = record
    self.folder = folder
    self.time = time
    self.ratio = ratio
    self.preference = preference
  }
}

/// Photos of one moment, for which the best one stands; mostly a single photo.
struct NextUnit {
  /// The place of the best one.
  let best: Int
  /// The places of all.
  let members: [Int]
  /// The last cycle and step in which one of them was shown.
  let cycle: Int
  let step: Int
  /// Whether all came after the first step, and none was shown.
  let isNew: Bool

  init(_ members: [Int], of photos: [NextPhoto]) {
    let sorted = members.sorted { (photos[$0].record.rank, $0) < (photos[$1].record.rank, $1) }
    let records = sorted.map { photos[$0].record }
    best = sorted[0]
    self.members = sorted
    cycle = records.map(\.cycle).max() ?? 0
    step = records.map(\.step).max() ?? 0
    isNew = records.allSatisfy { $0.found > 1 && $0.cycle == 0 }
  }

  /// All moments of some photos.
  static func all(_ photos: [NextPhoto]) -> [NextUnit] {
    var moments: [Int: [Int]] = [:]
    var alone: [[Int]] = []
    for (place, photo) in photos.enumerated() where !photo.record.isDamaged {
      if photo.record.moment == 0 {
        alone.append([place])
      } else {
        moments[photo.record.moment, default: []].append(place)
      }
    }
    return (alone + moments.values).sorted { $0[0] < $1[0] }.map { NextUnit($0, of: photos) }
  }
}

/// The photos of a picture that is to be shown.
package struct NextPicture: Hashable, Sendable {
  /// The places of the photos that are in it, in order of time.
  package let photos: [Int]
  /// The places of all that count as shown with it: also those of the same moments.
  package let members: [Int]
  /// Whether they are of more than one event.
  package let isMixed: Bool
  /// The cycle that it belongs to.
  package let cycle: Int
}
