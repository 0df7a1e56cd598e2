import Glibc
import Imaging
import PhotoCodecs
import SystemPackage
import TestSupport
import Testing

@testable import PhotoSources

/// Which photos tell the most together.
struct BestPhotosTests {
  let tree: SeriesTree

  init() throws { tree = try SeriesTree() }

  /// - Parameter hours: when each photo was taken.
  private func write(_ hours: [(number: Int, hour: Int, minute: Int)]) throws {
    for (number, hour, minute) in hours {
      let clock = "\(hour < 10 ? "0" : "")\(hour)\(minute < 10 ? "0" : "")\(minute)00"
      try tree.write(SeriesTree.view(number), to: FilePath("IMG_20240501_\(clock).jpg"))
    }
  }

  private func chosen(_ count: Int) throws -> [String] {
    let result = try tree.series()
    return BestPhotos.chosen(count, of: result).map {
      String(result.photos[$0.best].path.lastComponent!.string.dropFirst(13).prefix(4))
    }
  }

  @Test func `the best of a day are not those of one evening`() throws {
    try write(
      [(0, 8, 0), (1, 12, 0), (2, 16, 0)] + (3..<12).map { ($0, 20, $0) })
    let hours = try chosen(4).map { $0.prefix(2) }
    #expect(hours == ["08", "12", "16", "20"])
  }

  @Test func `all come in order of time if there are no more`() throws {
    try write([(0, 20, 0), (1, 8, 0), (2, 12, 30)])
    #expect(try chosen(3) == ["0800", "1230", "2000"])
    #expect(try chosen(9) == ["0800", "1230", "2000"])
  }

  @Test func `a blurred photo is not among the best while there are sharp ones`() throws {
    try write([(0, 8, 0), (2, 8, 20), (3, 8, 40)])
    try tree.write(
      SeriesTree.view(1).blurred(across: 5, down: 5), to: "IMG_20240501_083000.jpg")
    let best = try chosen(2)
    #expect(best.count == 2 && !best.contains("0830"), "\(best)")
  }
}
