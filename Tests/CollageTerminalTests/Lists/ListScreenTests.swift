import Testing

@testable import CollageTerminal

/// The window and the highlight of a list.
@Suite struct ListScreenTests {
  /// 20 items in rows of 3, of which 2 are visible; the last row has 2 items.
  private var list = Self.list(20)

  private static func list(_ count: Int, columns: Int = 3, rows: Int = 2) -> ListScreen {
    var list = ListScreen()
    list.setGrid(columns: columns, rows: rows)
    list.update(count: count, kept: nil)
    return list
  }

  @Test mutating func `the highlight moves among the items, and the window with it`() {
    #expect(list.highlighted == 0 && list.page == 0..<6 && list.preparedPages == 0..<12)
    let steps: [(ListMove, Int, Range<Int>)] = [
      (.items(-1), 0, 0..<6), (.items(5), 5, 0..<6), (.rows(1), 8, 3..<9), (.rows(-1), 5, 3..<9),
      (.rows(-1), 2, 0..<6), (.pages(1), 8, 6..<12), (.pages(1), 14, 12..<18),
      (.pages(1), 19, 15..<20), (.pages(1), 19, 15..<20), (.pages(-1), 13, 9..<15),
      (.last, 19, 15..<20), (.first, 0, 0..<6), (.items(.max), 19, 15..<20),
      (.pages(.min), 1, 0..<6),
    ]
    for (move, highlighted, page) in steps {
      list.move(move)
      #expect(list.highlighted == highlighted && list.page == page, "\(move)")
    }
    list.move(to: 1000)
    #expect(list.highlighted == 19)
  }

  @Test func `a list is a grid of one column`() {
    var list = Self.list(20, columns: 1, rows: 6)
    list.move(.rows(6))
    #expect(list.highlighted == 6 && list.page == 1..<7)
    list.move(.pages(1))
    #expect(list.highlighted == 12 && list.page == 7..<13)
    #expect(list.rowCount == 20 && list.window == 7..<19)
  }

  @Test mutating func `the wheel scrolls, and takes the highlight with it only at the edge`() {
    list.move(to: 4)
    list.scroll(byRows: 1)
    #expect(list.highlighted == 4 && list.page == 3..<9)
    list.scroll(byRows: 1)
    #expect(list.highlighted == 7 && list.page == 6..<12)
    list.scroll(byRows: -2)
    #expect(list.highlighted == 4 && list.page == 0..<6)
    list.scroll(byRows: 100)
    #expect(list.highlighted == 16 && list.page == 15..<20)
  }

  @Test mutating func `another window keeps the highlight visible`() {
    list.move(to: 13)
    list.setGrid(columns: 5, rows: 1)
    #expect(list.highlighted == 13 && list.page == 10..<15)
    list.setGrid(columns: 0, rows: -1)
    #expect(list.page == 13..<14)
    list.setGrid(columns: 100, rows: 100)
    #expect(list.page == 0..<20 && list.preparedPages == 0..<20)
  }

  @Test func `a highlight that was moved stays on its item and on its row`() {
    var list = Self.list(9)
    list.move(to: 7)
    #expect(list.page == 3..<9)
    list.update(count: 16, kept: 14)
    #expect(list.highlighted == 14 && list.page == 9..<15)
    list.update(count: 9, kept: 1, isSameList: false)
    #expect(list.highlighted == 1 && list.page == 0..<6 && list.isHeld)
  }

  @Test mutating func `a highlight that was not moved stays on the first item`() {
    list.update(count: 21, kept: 1)
    #expect(list.highlighted == 0)
    list.hold()
    list.update(count: 22, kept: 1)
    #expect(list.highlighted == 1)
  }

  @Test mutating func `another list begins with its first item`() {
    list.move(to: 19)
    list.update(count: 20, kept: nil, isSameList: false)
    #expect(list.highlighted == 0 && list.page == 0..<6)
    list.update(count: 21, kept: 1)
    #expect(list.highlighted == 0)
    list.move(to: 19)
    list.reset()
    #expect(list.highlighted == 0 && list.page == 0..<6 && !list.isHeld)
  }

  @Test mutating func `when the highlighted item is gone, the next one is highlighted`() {
    list.move(to: 4)
    list.update(count: 5, kept: nil)
    #expect(list.highlighted == 4)
    list.update(count: 1, kept: nil)
    #expect(list.highlighted == 0 && list.page == 0..<1)
    list.update(count: 0, kept: nil)
    #expect(list.highlighted == nil && list.page.isEmpty)
    list.move(.items(1))
    list.move(.rows(1))
    list.scroll(byRows: 1)
    #expect(list.highlighted == nil)
    list.update(count: 1, kept: nil)
    #expect(list.highlighted == 0)
  }
}
