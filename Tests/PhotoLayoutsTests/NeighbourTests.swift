import Imaging
import Testing

@testable import PhotoLayouts

@Suite struct NeighbourTests {
  /// 1 at the left over the whole height; 2 above 3 and 4 at the right.
  private let layout = CollageLayout(
    canvas: PixelSize(width: 300, height: 200),
    frames: [
      Frame(x: 0, y: 0, width: 100, height: 200),
      Frame(x: 100, y: 0, width: 200, height: 100),
      Frame(x: 100, y: 100, width: 100, height: 100),
      Frame(x: 200, y: 100, width: 100, height: 100),
    ])

  @Test(
    arguments: [
      (0, Direction.right, 1), (0, .left, nil), (0, .up, nil), (1, .left, 0), (1, .down, 2),
      (2, .up, 1), (3, .up, 1),
      (2, .right, 3), (3, .left, 2), (2, .left, 0), (3, .down, nil), (1, .right, nil),
    ] as [(Int, Direction, Int?)])
  func `the photo beside another in each direction`(
    place: Int, direction: Direction, neighbour: Int?
  ) {
    #expect(layout.neighbour(of: place, to: direction) == neighbour)
  }

  @Test func `one photo has no neighbours`() {
    let size = PixelSize(width: 3, height: 2)
    let layout = CollageLayout(canvas: size, frames: [Frame(x: 0, y: 0, width: 3, height: 2)])
    for direction in Direction.allCases { #expect(layout.neighbour(of: 0, to: direction) == nil) }
  }

  @Test func `in a grid every photo is reached by arrows`() {
    let frames = (0..<6).map { Frame(x: $0 % 3 * 10, y: $0 / 3 * 10, width: 10, height: 10) }
    let layout = CollageLayout(canvas: PixelSize(width: 30, height: 20), frames: frames)
    for place in 0..<6 {
      #expect(layout.neighbour(of: place, to: .right) == (place % 3 < 2 ? place + 1 : nil))
      #expect(layout.neighbour(of: place, to: .left) == (place % 3 > 0 ? place - 1 : nil))
      #expect(layout.neighbour(of: place, to: .down) == (place < 3 ? place + 3 : nil))
      #expect(layout.neighbour(of: place, to: .up) == (place >= 3 ? place - 3 : nil))
    }
  }
}
