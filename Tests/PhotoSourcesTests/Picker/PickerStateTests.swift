import Testing

@testable import PhotoSources

/// One state after another.
@Suite struct PickerStateTests {
  private var state = PickerState(order: .name)

  private mutating func accept(_ names: [String], term: String, order: SearchOrder = .name) {
    (state.term, state.searchedTerm, state.order) = (Array(term.utf8), Array(term.utf8), order)
    state.expected = state.wanted
    var results = PickerResults()
    results.hits = PickerHits(names.map { PickerPhoto($0) })
    state.accept(results, of: state.wanted)
  }

  @Test mutating func `results of a search that is not expected change nothing`() {
    let earlier = state.wanted
    accept(["a"], term: "x")
    let before = state
    state.accept(PickerResults(), of: earlier)
    #expect(state.names == ["a"] && state.hasSameHits(as: before))
  }

  @Test mutating func `it is known whether the same is searched for as before`() {
    accept(["a"], term: "x")
    let first = state
    accept(["a", "b"], term: "x")
    #expect(!state.hasSameHits(as: first))
    #expect(state.isSameSearch(as: first) && state.hasSameWords(as: first))
    accept(["b", "a"], term: "x", order: .date)
    #expect(!state.isSameSearch(as: first) && state.hasSameWords(as: first))
    accept(["b", "a"], term: "xy", order: .date)
    #expect(!state.isSameSearch(as: first) && !state.hasSameWords(as: first))
  }
}
