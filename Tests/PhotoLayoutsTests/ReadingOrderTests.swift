import Imaging
import Testing

@testable import PhotoLayouts

/// The numbers of openings: as people read them.
struct ReadingOrderTests {
  /// Each with its place in the order that is expected.
  @Test(
    arguments: [
      ("rows of a grid", [(0, 0, 50, 40), (60, 0, 50, 40), (0, 50, 50, 40), (60, 50, 50, 40)]),
      ("a tall one beside two", [(0, 0, 50, 90), (60, 0, 50, 40), (60, 50, 50, 40)]),
      ("two beside a tall one", [(0, 0, 50, 40), (0, 50, 50, 40), (60, 0, 50, 90)]),
      (
        "a tall one beside four",
        [(0, 0, 50, 190), (60, 0, 50, 40), (60, 50, 50, 40), (60, 100, 50, 40), (60, 150, 50, 40)]
      ),
      (
        "two columns of two and of three",
        [(0, 0, 50, 100), (0, 110, 50, 100), (60, 0, 50, 65), (60, 72, 50, 65), (60, 145, 50, 65)]
      ),
      (
        "a tall one beside two, above a wide one",
        [(0, 0, 50, 90), (60, 0, 50, 40), (60, 50, 50, 40), (0, 100, 110, 40)]
      ),
      (
        "columns in the middle of rows",
        [(0, 0, 170, 40), (0, 50, 50, 90), (60, 50, 50, 40), (60, 100, 50, 40), (120, 50, 50, 90)]
      ),
      (
        "a grid that is not quite straight",
        [(0, 0, 50, 40), (60, 16, 50, 40), (0, 50, 50, 40), (60, 58, 50, 40)]
      ),
      (
        "the same without its last",
        [(0, 0, 50, 40), (60, 16, 50, 40), (120, 3, 50, 40), (0, 50, 50, 40), (60, 58, 50, 40)]
      ),
      (
        "around a square in the middle",
        [(0, 0, 80, 30), (0, 40, 30, 80), (40, 40, 40, 40), (90, 0, 30, 80), (40, 90, 80, 30)]
      ),
    ] as [(String, [(Int, Int, Int, Int)])])
  func `rows come first where there are rows, else columns`(
    name: String, areas: [(Int, Int, Int, Int)]
  ) {
    let areas = areas.map { PixelRect(x: $0.0, y: $0.1, width: $0.2, height: $0.3) }
    // However they are found.
    for shift in areas.indices {
      let shifted = Array(areas[shift...] + areas[..<shift])
      let order = ReadingOrder.order(of: shifted).map { shifted[$0] }
      #expect(order == areas, "\(name)")
    }
  }
}
