import Imaging
import Testing

@testable import CollageKit

/// How photos lie, in words.
@Suite struct PhotoArrangementTests {
  private static let canvas = PixelSize(width: 120, height: 120)

  private static func rect(_ x: Int, _ y: Int, _ width: Int, _ height: Int) -> PixelRect {
    PixelRect(x: x, y: y, width: width, height: height)
  }

  /// Areas of the same size, row by row.
  private static func grid(_ columns: Int, _ rows: Int) -> [PixelRect] {
    let (width, height) = (120 / columns, 120 / rows)
    return (0..<columns * rows).map { number in
      rect(number % columns * width, number / columns * height, width, height)
    }
  }

  @Test func `rows and columns are told`() {
    func text(_ areas: [PixelRect]) -> String? {
      PhotoArrangement(areas, on: Self.canvas).text
    }
    #expect(text(Self.grid(1, 1)) == nil)
    #expect(text(Self.grid(3, 1)) == "side by side")
    #expect(text(Self.grid(1, 3)) == "one below the other")
    #expect(text(Self.grid(3, 2)) == "in 2 rows of 3")
    let right = (0..<3).map { Self.rect(80, 40 * $0, 40, 40) }
    #expect(text([Self.rect(0, 0, 80, 120)] + right) == "1 large at the left, 3 at the right")
    let lower = (0..<3).map { Self.rect(40 * $0, 80, 40, 40) }
    #expect(text([Self.rect(0, 0, 120, 80)] + lower) == "1 large at the top, 3 at the bottom")
    let wide = [Self.rect(0, 0, 90, 60), Self.rect(90, 0, 30, 60)]
    #expect(
      text(wide + [Self.rect(0, 60, 60, 60), Self.rect(60, 60, 60, 60)])
        == "in 2 rows of 2, the largest at the top left")
    let stacked = [Self.rect(0, 0, 60, 30), Self.rect(0, 30, 60, 30), Self.rect(60, 0, 60, 60)]
    #expect(
      text(stacked + [Self.rect(0, 60, 60, 60), Self.rect(60, 60, 60, 60)])
        == "3 at the top (2 of them one below the other), 2 at the bottom")
    // No straight cut goes through all of it.
    let pinwheel = [
      Self.rect(0, 0, 80, 40), Self.rect(80, 0, 40, 80), Self.rect(40, 80, 80, 40),
      Self.rect(0, 40, 40, 80), Self.rect(40, 40, 40, 40),
    ]
    #expect(text(pinwheel) == nil)
  }
}
