import CollageKit
import Imaging
import PhotoLayouts
import Testing

@testable import CollageTerminal

@Suite struct LayoutSheetTests {
  private let layout = CollageLayout(
    canvas: PixelSize(width: 300, height: 200),
    frames: [
      Frame(x: 0, y: 0, width: 150, height: 200),
      Frame(x: 150, y: 0, width: 150, height: 100),
      Frame(x: 150, y: 100, width: 150, height: 100),
    ])

  @Test func `a diagram shows the frames with their numbers and the rank`() {
    #expect(
      LayoutSheet.text(of: [2: layout], current: 2, isUTF8: true) == [
        "┌──────┬──────┐", "│      │  2   │", "│      │      │", "│  1   ├──────┤",
        "│      │  3   │",
        "│      │      │",
        "└──────┴──────┘", "      [2]      ",
      ])
    let plain = LayoutSheet.text(of: [7: layout, 8: layout], current: 7, isUTF8: false)
    #expect(plain[0] == "+------+------+  +------+------+")
    #expect(plain.last == "      [7]               8       ")
  }

  @Test(arguments: [
    (1, 22, 80, 1...4), (2, 22, 80, 1...4), (3, 22, 80, 1...4), (10, 22, 80, 8...11),
    (22, 22, 80, 19...22),
    (2, 3, 80, 1...3), (5, 9, 10, 5...5), (3, 5, 200, 1...5), (1, 1, 80, 1...1),
  ])
  func `the ranks around the current one, as many as fit`(
    current: Int, choices: Int, columns: Int, ranks: ClosedRange<Int>
  ) {
    #expect(LayoutSheet.ranks(around: current, of: choices, columns: columns) == ranks)
  }
}
