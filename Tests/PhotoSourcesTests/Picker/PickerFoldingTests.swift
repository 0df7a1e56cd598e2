import PhotoCodecs
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

@testable import PhotoSources

/// Which photos a picker shows when some show the same.
@Suite struct PickerFoldingTests {
  private let photos = (0..<9).map { PickerPhoto("\($0)") }
  private var state = PickerState(order: .name)

  init() { find(photos) }

  private mutating func find(_ photos: [PickerPhoto], term: String = "") {
    (state.term, state.searchedTerm) = (Array(term.utf8), Array(term.utf8))
    state.expected = state.wanted
    var results = PickerResults()
    results.hits = PickerHits(photos)
    results.photoCount = photos.count
    state.accept(results, of: state.wanted)
  }

  /// The photos were compared.
  ///
  /// - Parameter groups: of photos' numbers, the best first.
  private mutating func fold(
    _ groups: [[Int]], compared: [Int]? = nil, leftOut: Int = 0, selected: Set<String> = []
  ) {
    let series = FoundSeries(
      groups: groups.map { FoundSeries.Group(best: $0[0], others: Array($0.dropFirst())) },
      compared: compared ?? Array(state.found.indices), leftOut: leftOut)
    state.fold(series, by: state.comparison(for: .folding(limit: 0))) {
      selected.contains($0.name)
    }
  }

  /// - Parameter number: of a photo whose series is unfolded or folded.
  private mutating func toggle(_ number: Int, selected: Set<String> = []) {
    state.toggleSeries(of: photos[number]) { selected.contains($0.name) }
  }

  /// The place of the photo that is seen in the place of one.
  private func place(_ number: Int) -> Int? { state.place(of: photos[number], near: 0) }

  private var shown: String { state.names.joined() }

  @Test mutating func `a series is shown as its best photo`() {
    #expect(shown == "012345678" && !state.isCompared && !state.hasSeries)
    fold([[2, 1, 5], [7, 8]])
    #expect(shown == "023467" && state.found.count == 9)
    #expect(state.isFullyCompared && state.hasSeries)
    #expect(state.series(at: 1) == TileSeries(count: 3, isBest: true, isFolded: true))
    #expect(state.series(at: 0) == nil)
    fold([])
    #expect(shown == "012345678" && !state.hasSeries)
  }

  @Test mutating func `what was left out may be similar`() {
    fold([[2, 1]], leftOut: 3)
    #expect(shown == "02345678" && state.isCompared && !state.isFullyCompared)
    // What was known of it stays.
    fold([[2, 1, 5], [7, 8]])
    fold([[2, 1]], compared: [0, 1, 2, 3, 4, 6], leftOut: 3)
    #expect(shown == "0234567")
  }

  @Test mutating func `unfolded, the others follow the photo that stands for them`() {
    fold([[2, 1, 5]])
    toggle(2)
    #expect(shown == "021534678" && place(2) == 1)
    #expect(state.series(at: 1) == TileSeries(count: 3, isBest: true, isFolded: false))
    #expect(state.series(at: 3) == TileSeries(count: 3, isBest: false, isFolded: false))
    toggle(5)
    #expect(shown == "0234678" && place(5) == 1)
    // A photo without a series changes nothing.
    toggle(0)
    #expect(shown == "0234678")
  }

  @Test mutating func `a series is shown as its selected photos`() {
    fold([[2, 1, 5], [7, 8]], selected: ["5", "8"])
    #expect(shown == "034568")
    #expect(state.series(at: 3) == TileSeries(count: 3, isBest: false, isFolded: true))
    fold([[2, 1, 5]], selected: ["1", "5"])
    #expect(shown == "01345678")
    #expect(state.series(at: 1)?.isFolded == true && state.series(at: 4)?.isFolded == false)
    // Once it is no longer selected, the best one is seen after the next folding.
    toggle(1)
    #expect(shown == "012534678")
    toggle(1, selected: ["5"])
    #expect(shown == "0345678" && place(1) == 3)
    state.showInSeries { ["1", "5"].contains($0.name) }
    #expect(shown == "01345678")
  }

  @Test mutating func `the next search shows its hits folded at once`() {
    fold([[2, 1, 5], [7, 8]])
    find([1, 2, 3, 5, 8].map { photos[$0] }, term: "x")
    #expect(shown == "238" && !state.isCompared)
    find([1, 3, 5].map { photos[$0] }, term: "xy")
    #expect(shown == "13")
    // What is known of other photos is kept.
    fold([[1, 0]])
    #expect(shown == "35")
    find(photos)
    #expect(shown == "0234567")
    fold([[2, 1, 5], [7, 8]])
    #expect(shown == "023467")
  }

  @Test mutating func `an unfolded series stays unfolded when photos are compared again`() {
    fold([[2, 1, 5], [7, 8]])
    toggle(2)
    find(photos)
    fold([[2, 1, 5], [7, 8]])
    #expect(shown == "02153467")
  }

  @Test mutating func `a comparison of other photos changes nothing`() {
    let old = state.comparison(for: .folding(limit: 0))
    find(photos)
    state.fold(
      FoundSeries(groups: [.init(best: 0, others: [1])], compared: [0, 1]), by: old
    ) { _ in false }
    #expect(shown == "012345678" && !state.isCompared && !state.isUpToDate(old))
  }

  @Test mutating func `all are shown in their order, or all series are folded`() {
    fold([[2, 1, 5], [7, 8]])
    state.toggleAllSeries { _ in false }
    #expect(shown == "012345678" && state.showsAll)
    #expect(state.series(at: 1) == TileSeries(count: 3, isBest: false, isFolded: false))
    // Folding one leaves the others unfolded.
    toggle(7)
    #expect(shown == "02153467" && place(7) == 7 && !state.showsAll)
    state.toggleAllSeries { _ in false }
    state.toggleAllSeries { _ in false }
    #expect(shown == "023467" && place(8) == 5)
  }

  // MARK: Comparing

  private func comparison(
    of tree: SeriesTree, _ names: [String], _ purpose: PhotoComparison.Purpose
  ) -> FoundSeries {
    let picture = ScannedPicture(format: .jpeg, identity: FileIdentity(ofNoFile: 0))
    let folder = ScannedFolder(root: tree.folder.path(of: "photos"))
    let block = PhotoBlock(folder, names.map { (Array($0.utf8), picture) })
    let hits = PickerHits(
      names.indices.map { PickerPhoto.file(IndexedPhoto(block: block, index: $0)) })
    return PhotoComparison(hits, number: 1, purpose)
      .series(SeriesSearch(store: tree.store)) { _ in }.wait().get()
  }

  @Test func `too many photos that were never measured are left out`() throws {
    let tree = try SeriesTree()
    try tree.write(SeriesTree.view(0), to: "a.jpg")
    try tree.write(SeriesTree.view(1), to: "b.jpg")
    try tree.write(SeriesTree.movedView(1), to: "c.jpg")
    let names = ["a.jpg", "b.jpg", "c.jpg"]
    let nothing = comparison(of: tree, names, .folding(limit: 2))
    #expect(nothing.groups.isEmpty && nothing.leftOut == 3)
    #expect(throws: (any Error).self) { try tree.folder.names(in: "cache/series") }
    _ = try tree.series(["c.jpg"])
    let some = comparison(of: tree, names, .folding(limit: 1))
    #expect(some.groups.isEmpty && some.leftOut == 2)
    let all = comparison(of: tree, names, .folding(limit: 2))
    #expect(all.leftOut == 0 && all.groups.map(\.places) == [[1, 2]])
    #expect(comparison(of: tree, names, .folding(limit: 0)).groups == all.groups)
  }

  @Test func `the best are chosen besides what is chosen already`() throws {
    let tree = try SeriesTree()
    let names = ["a.jpg", "b.jpg", "c.jpg", "d.jpg", "none.jpg"]
    for (number, name) in names.dropLast().enumerated() {
      try tree.write(
        number == 2 ? SeriesTree.movedView(1) : SeriesTree.view(number), to: FilePath(name))
    }
    func best(_ count: Int, _ taken: Set<Int>) -> [Int] {
      comparison(of: tree, names, .choosing(count, besides: taken)).best
    }
    let all = best(9, [])
    #expect(all.count == 3 && all.contains(0) && all.contains(3))
    // Neither that photo nor one like it.
    #expect(Set(best(9, [2])) == [0, 3] && best(2, [1]) == best(2, [2]))
    #expect(best(1, [0, 3, 4]).allSatisfy([1, 2].contains) && best(2, [0, 1, 3]).isEmpty)
  }
}
