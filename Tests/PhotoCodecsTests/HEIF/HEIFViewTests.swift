import Testing

@testable import Imaging

struct HEIFViewTests {
  /// Where a picture's pixel, by number, is after turning, for a picture of 3x2.
  private func turned(_ numbers: [[Int]], _ orientation: Orientation) -> [[Int]] {
    var rows = numbers
    if orientation.swapsSides { rows = rows[0].indices.map { column in rows.map { $0[column] } } }
    if orientation.flipsAcross { rows = rows.map { $0.reversed() } }
    if orientation.flipsDown { rows.reverse() }
    return rows
  }

  @Test(arguments: Orientation.allCases, Orientation.allCases)
  func `two turns are one`(_ first: Orientation, _ second: Orientation) {
    let picture = [[1, 2, 3], [4, 5, 6]]
    #expect(turned(turned(picture, first), second) == turned(picture, first.followed(by: second)))
  }

  @Test(arguments: Orientation.allCases)
  func `every turn is undone by its inverse`(_ orientation: Orientation) {
    #expect(orientation.followed(by: orientation.inverse) == .up)
    let rect = PixelRect(x: 1, y: 0, width: 1, height: 2)
    let upright = orientation.applied(to: PixelSize(width: 3, height: 2))
    let place = orientation.inverse.stored(rect, upright: PixelSize(width: 3, height: 2))
    #expect(orientation.stored(place, upright: upright) == rect)
  }
}
