import Testing

@testable import PhotoSources

/// The window and the highlight.
@Suite struct PickerStateTests {
  /// 20 hits in rows of 3, of which 2 are visible; the last row has 2 hits.
  private func state(_ count: Int = 20) -> PickerState {
    var state = PickerState(order: .name)
    state.setGrid(columns: 3, rows: 2)
    accept(names(count), &state)
    return state
  }

  private func names(_ count: Int) -> [String] { (0..<count).map { "\($0)" } }

  /// - Parameter words: the term; nil for that of the search before.
  private func accept(
    _ names: [String], _ state: inout PickerState, term: String = "", order: SearchOrder = .name
  ) {
    (state.term, state.searchedTerm, state.order) = (Array(term.utf8), Array(term.utf8), order)
    state.expected = state.wanted
    var results = PickerResults()
    results.hits = PickerHits(names.map { PickerPhoto($0) })
    state.accept(results, of: state.wanted)
  }

  @Test func `the highlight moves among the hits, and the window with it`() {
    var state = state()
    #expect(state.highlighted == 0 && state.page == 0..<6)
    func check(_ highlighted: Int, _ page: Range<Int>, _ line: Int = #line) {
      #expect(state.highlighted == highlighted && state.page == page, "line \(line)")
    }
    state.move(by: -1)
    check(0, 0..<6)
    state.move(by: 5)
    check(5, 0..<6)
    state.move(byRows: 1)
    check(8, 3..<9)
    state.move(byRows: -1)
    check(5, 3..<9)
    state.move(byRows: -1)
    check(2, 0..<6)
    state.move(byPages: 1)
    check(8, 6..<12)
    state.move(byPages: 1)
    check(14, 12..<18)
    state.move(byPages: 1)
    check(19, 15..<20)
    state.move(byPages: 1)
    check(19, 15..<20)
    state.move(byPages: -1)
    check(13, 9..<15)
    state.move(to: 1000)
    check(19, 15..<20)
    state.move(to: 0)
    check(0, 0..<6)
    state.move(by: Int.max)
    check(19, 15..<20)
    state.move(byPages: Int.min)
    check(1, 0..<6)
  }

  @Test func `the wheel scrolls, and takes the highlight with it only at the edge`() {
    var state = state()
    state.move(to: 4)
    state.scroll(byRows: 1)
    #expect(state.highlighted == 4 && state.page == 3..<9)
    state.scroll(byRows: 1)
    #expect(state.highlighted == 7 && state.page == 6..<12)
    state.scroll(byRows: -2)
    #expect(state.highlighted == 4 && state.page == 0..<6)
    state.scroll(byRows: 100)
    #expect(state.highlighted == 16 && state.page == 15..<20)
  }

  @Test func `another window keeps the highlight visible`() {
    var state = state()
    state.move(to: 13)
    state.setGrid(columns: 5, rows: 1)
    #expect(state.highlighted == 13 && state.page == 10..<15)
    state.setGrid(columns: 0, rows: -1)
    #expect(state.page == 13..<14)
    state.setGrid(columns: 100, rows: 100)
    #expect(state.page == 0..<20 && state.preparedPages == 0..<20)
  }

  @Test func `as the hits grow, a highlight that was moved stays on its photo and on its row`() {
    var state = state(9)
    state.move(to: 7)
    #expect(state.page == 3..<9)
    accept(["a", "b", "c", "d", "e", "f", "g"] + names(9), &state)
    #expect(state.highlightedPhoto?.name == "7" && state.highlighted == 14 && state.page == 9..<15)
    accept(names(9).reversed(), &state, order: .date)
    #expect(state.highlightedPhoto?.name == "7" && state.highlighted == 1 && state.page == 0..<6)
  }

  @Test func `a highlight that was not moved stays on the first photo`() {
    var state = state()
    accept(["a"] + names(20), &state)
    #expect(state.highlighted == 0 && state.highlightedPhoto?.name == "a")
  }

  @Test func `another term begins with its first photo`() {
    var state = state()
    state.move(to: 19)
    accept(names(20), &state, term: "x")
    #expect(state.highlighted == 0 && state.page == 0..<6)
    accept(["a"] + names(20), &state, term: "x")
    #expect(state.highlightedPhoto?.name == "a")
  }

  @Test func `when the highlighted photo is no hit any more, the next one is highlighted`() {
    var state = state()
    state.move(to: 4)
    accept(["0", "1", "2", "3", "5"], &state)
    #expect(state.highlightedPhoto?.name == "5")
    accept(["0"], &state)
    #expect(state.highlightedPhoto?.name == "0" && state.page == 0..<1)
    accept([], &state)
    #expect(state.highlighted == nil && state.page.isEmpty && state.highlightedPhoto == nil)
    state.move(by: 1)
    state.move(byRows: 1)
    state.scroll(byRows: 1)
    #expect(state.highlighted == nil)
    accept(["0"], &state)
    #expect(state.highlighted == 0)
  }

  @Test func `results of a search that is not expected change nothing`() {
    var state = state()
    let earlier = state.wanted
    accept(["a"], &state, term: "x")
    state.accept(PickerResults(), of: earlier)
    #expect(state.names == ["a"])
  }
}
