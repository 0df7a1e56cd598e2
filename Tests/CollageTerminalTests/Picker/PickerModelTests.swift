import Imaging
import LineEditing
import PhotoCodecs
import PhotoLayouts
import SystemPackage
import TerminalPictures
import Testing

@testable import CollageTerminal
@testable import PhotoSources

/// What keys and what arrives do to a picker, without a terminal.
@Suite struct PickerModelTests {
  private var model: PickerModel
  private var facts: PickerFacts

  init() {
    let size = TerminalSize(rows: 24, columns: 80)
    facts = PickerFacts(
      search: PickerState(order: .date), size: size, pictureMode: .blocks256,
      isHighlightedRead: true, hasMarks: false, hasBase: false, isChecked: true, turnsPhotos: true,
      service: "Openverse", now: .now)
    facts.search.setGrid(columns: 3, rows: 2)
    model = PickerModel(
      folders: ["/photos/rome"], geometry: PickerGeometry(size, mode: .blocks256)
    ) { FilePath("/home").pushing($0) }
    find(200)
  }

  private func photo(_ number: Int) -> PickerPhoto {
    let picture = ScannedPicture(format: .png, size: 0, modified: 0)
    let block = PhotoBlock(ScannedFolder(root: "/photos"), [(Array("\(number)".utf8), picture)])
    return .file(IndexedPhoto(block: block, index: 0))
  }

  /// The search that is under way finds so many photos.
  private mutating func find(_ count: Int) {
    facts.search.expected = facts.search.wanted
    var results = PickerResults()
    results.hits = PickerHits((0..<count).map(photo))
    facts.search.accept(results, of: facts.search.wanted)
  }

  /// The user has typed this, and it is searched for.
  private mutating func search(_ term: String) {
    facts.search.term = Array(term.utf8)
    facts.search.searchedTerm = facts.search.term
  }

  private mutating func send(_ event: PickerEvent) -> [PickerEffect] {
    model.react(to: event, facts)
  }

  private mutating func press(_ key: PickerKey) -> [PickerEffect] { send(.key(key)) }

  /// Something has arrived: what waits is tried again.
  private mutating func arrive() -> [PickerEffect] {
    send(.arrived).flatMap { effect in
      guard case .perform(let keys) = effect else { return [effect] }
      return keys.flatMap { send(.perform($0)) }
    }
  }

  // MARK: Waiting

  @Test mutating func `a key that chooses waits for the hits, and later keys wait behind it`() {
    search("b")
    #expect(press(.finish) == [] && press(.move(.down)) == [])
    #expect(model.waitingKeys == [.finish, .move(.down)])
    #expect(arrive() == [])
    #expect(model.waitingKeys == [.finish, .move(.down)])
    find(3)
    #expect(arrive() == [.toggle(next: .finish), .moveRows(1)])
    #expect(model.waitingKeys == [])
  }

  @Test(arguments: [PickerKey.escape, .leave])
  mutating func `keys that wait are forgotten when the user turns back`(key: PickerKey) {
    search("b")
    #expect(press(.view) == [])
    #expect(press(key) == [key == .escape ? .type([], searches: true) : .leave])
    #expect(model.waitingKeys == [])
  }

  @Test mutating func `a photo is marked when its header is known, and the next highlighted`() {
    facts.isHighlightedRead = false
    #expect(press(.mark) == [] && arrive() == [])
    facts.isHighlightedRead = true
    #expect(arrive() == [.toggle(next: .advance)])
    #expect(send(.toggled(refusal: nil, next: .advance)) == [.move(1)])
    #expect(send(.toggled(refusal: "no room", next: .advance)) == [] && model.message == "no room")
    #expect(press(.move(.right)) == [.move(1)] && model.message == nil)
  }

  // MARK: Ending

  @Test mutating func `Enter ends when the photos are checked, and another key goes on`() {
    (facts.hasMarks, facts.isChecked) = (true, false)
    #expect(press(.finish) == [] && model.mode == .finishing)
    #expect(send(.settled).last == .refresh)
    #expect(press(.move(.left)) == [.move(-1)] && model.mode == .grid)
    #expect(press(.finish) == [])
    #expect(send(.takenBack("it is damaged")) == [])
    #expect(model.mode == .grid && model.message == "it is damaged")
    facts.isChecked = true
    #expect(send(.settled).last == .refresh)
    #expect(press(.finish) == [])
    #expect(send(.settled) == [.take] && model.mode == .ended)
  }

  @Test mutating func `without a choice Enter takes the highlighted photo, if that can be`() {
    #expect(press(.finish) == [.toggle(next: .finish)] && model.mode == .grid)
    #expect(send(.toggled(refusal: "it is damaged", next: .finish)) == [] && model.mode == .grid)
    #expect(press(.finish) == [.toggle(next: .finish)])
    #expect(send(.toggled(refusal: nil, next: .finish)) == [] && model.mode == .finishing)
  }

  @Test(arguments: [PickerEvent.key(.leave), .stopped])
  mutating func `after its end nothing has an effect`(ending: PickerEvent) {
    #expect(send(ending).count == 1)
    let events: [PickerEvent] = [
      .key(.finish), .perform(.mark), .located(.collage, for: .click),
      .toggled(refusal: nil, next: .finish), .takenBack("damaged"), .arrived, .settled, .resized,
      .drawn, .stopped,
    ]
    for event in events { #expect(send(event) == [] && model.mode == .ended) }
  }

  // MARK: The mouse

  @Test(arguments: [(0, 499, true), (0, 500, false), (1, 1, false)])
  mutating func `a second click on a photo soon after the first ends`(
    number: Int, milliseconds: Int, ends: Bool
  ) {
    #expect(press(.click(row: 2, column: 3)) == [.locate(row: 2, column: 3, for: .click)])
    let first = PickerEvent.Target.photo(photo(0), place: 0, isMarked: false)
    #expect(send(.located(first, for: .click)) == [.moveTo(0), .perform([.toggle])])
    facts.now += .milliseconds(milliseconds)
    let second = PickerEvent.Target.photo(photo(number), place: number, isMarked: number == 0)
    #expect(
      send(.located(second, for: .click)) == [
        .moveTo(number), .perform([ends ? .finish : .toggle]),
      ])
  }

  @Test mutating func `the second click waits for a mark that waits`() {
    facts.isHighlightedRead = false
    facts.hasBase = true
    #expect(send(.perform(.toggle)) == [] && send(.perform(.finish)) == [])
    #expect(model.waitingKeys == [.toggle, .finish] && model.mode == .grid)
  }

  @Test mutating func `the wheel scrolls photos, and walks through layouts on the collage`() {
    #expect(
      press(.scroll(.up, row: 1, column: 2)) == [.locate(row: 1, column: 2, for: .scroll(-1))])
    #expect(send(.located(nil, for: .scroll(-1))) == [.scroll(-1)])
    #expect(send(.located(.collage, for: .scroll(1))) == [.pickLayout(1)])
    #expect(send(.located(.collage, for: .click)) == [.pickLayout(1)])
    #expect(send(.located(.key(.control("s")), for: .click)) == [.order(.name)])
  }

  // MARK: One photo large

  @Test(arguments: [true, false])
  mutating func `a photo that is shown large is turned where that is of use`(turns: Bool) {
    facts.turnsPhotos = turns
    let target = PickerEvent.Target.photo(photo(1), place: 1, isMarked: false)
    #expect(send(.located(target, for: .rightClick)) == [.moveTo(1)] && model.mode == .large)
    #expect(press(.type("txT")) == (turns ? [.turn(.right), .turn(.left)] : []))
    #expect(press(.move(.up)) == [.move(-1)] && press(.mark) == [.toggle(next: .stay)])
    #expect(press(.sort) == [] && model.mode == .large)
    search("b")
    #expect(press(.escape) == [.stopLarge] && model.mode == .grid)
    #expect(press(.escape) == [.type([], searches: true)])
  }

  // MARK: What is shown

  @Test mutating func `the web is searched as one types, or at Enter`() {
    facts.isWorthSearching = { $0.count >= 3 }
    #expect(press(.switchSource) == [.searchWeb] && model.isOnWeb)
    #expect(press(.type("x")) == [.type(Array("x".utf8), searches: false)])
    facts.search.term = Array("x".utf8)
    #expect(press(.deleteCharacter) == [.type([], searches: true)])
    #expect(press(.finish) == [.searchNow])
    #expect(press(.type("yz")) == [.type(Array("xyz".utf8), searches: true)])
    // During the pause Enter searches at once; when the hits are there, it is done.
    search("xyz")
    #expect(press(.finish) == [.searchNow] && model.hints(facts)[1].action == "search")
    find(3)
    #expect(press(.finish) == [.toggle(next: .finish)] && model.hints(facts)[1].action == "done")
    #expect(press(.sort) == [] && model.message == "Openverse sorts the results itself")
    #expect(press(.switchSource) == [.show(["/photos/rome"])] && !model.isOnWeb)
  }

  @Test(arguments: [
    (PickerKey.deleteWord, "ab "), (.deleteCharacter, "ab cd"), (.clearSearch, ""),
    (.type("?"), "ab cd ?"),
  ])
  mutating func `keys edit the search`(key: PickerKey, term: String) {
    facts.search.term = Array("ab cd ".utf8)
    #expect(press(key) == [.type(Array(term.utf8), searches: true)])
  }

  @Test mutating func `folders are gone up to the top, and down into the photo's`() {
    #expect(press(.folderUp) == [.show(["/photos"])] && press(.folderUp) == [.show(["/"])])
    #expect(model.message == nil)
    #expect(press(.folderUp) == [.show(["/"])] && model.message == PickerTexts.topFolder)
    #expect(press(.folderDown) == [.show(["/photos"])] && model.folders == ["/photos"])
    #expect(send(.located(.folder(levelsUp: 0), for: .click)) == [])
  }

  @Test mutating func `a size that can't be larger is not asked for twice`() {
    _ = send(.resized)
    #expect(model.geometry.rows == 3)
    var rows: [Int] = []
    for step in [1, 1, 1, -1] {
      _ = press(.zoom(step))
      rows.append(model.geometry.rows)
    }
    #expect(rows == [2, 1, 1, 2])
    _ = press(.zoom(1))
    _ = press(.zoom(1))
    #expect(model.message == PickerTexts.largest)
  }

  @Test mutating func `in a narrow window the help covers the photos, and other keys hide it`() {
    resize(rows: 12, columns: 40)
    #expect(model.help(facts) == nil)
    var pages = 0
    repeat {
      #expect(press(pages == 0 ? .type("?") : .help) == [])
      pages += 1
    } while model.help(facts) != nil && pages < 10
    #expect(pages == 5)
    #expect(press(.help) == [] && model.help(facts) != nil)
    #expect(press(.escape) == [] && model.help(facts) == nil && model.mode == .grid)
    #expect(press(.help) == [] && press(.move(.down)) == [.moveRows(1)])
    #expect(model.help(facts) == nil)
  }

  @Test mutating func `the help lies beside the photos, scrolls, and other keys leave it there`()
    throws
  {
    resize(rows: 16, columns: 80)
    _ = press(.help)
    let help = try #require(model.help(facts))
    #expect(model.geometry.scrollBar.column < help.area.column)
    #expect(press(.move(.down)) == [.moveRows(1)] && model.help(facts) != nil)
    #expect(press(.pageDown) == [] && model.help(facts)?.rows.first != help.rows.first)
    let (row, column) = (help.area.row + 1, help.area.column + 1)
    for _ in 1...20 { #expect(press(.scroll(.up, row: row, column: column)) == []) }
    #expect(model.help(facts)?.rows == help.rows)
    #expect(press(.scroll(.up, row: 3, column: 3)).count == 1)
    _ = press(.escape)
    #expect(model.help(facts) == nil && press(.pageDown) == [.movePages(1)])
  }

  private mutating func resize(rows: Int, columns: Int) {
    facts.size = TerminalSize(rows: rows, columns: columns)
    for effect in send(.resized) {
      if case .grid(let columns, let rows) = effect {
        facts.search.setGrid(columns: columns, rows: rows)
      }
    }
  }

  @Test
  mutating func `all are selected when their headers are known, and deselected by the same key`() {
    facts.isAllRead = { false }
    #expect(press(.selectAll) == [] && model.waitingKeys == [.selectAll])
    facts.isAllRead = { true }
    #expect(arrive() == [.selectAll])
    #expect(send(.selectedTogether(text: "no room", by: .selectAll)) == [])
    #expect(model.message == "no room")
    #expect(press(.selectAll) == [.deselectAll] && press(.selectAll) == [.selectAll])
    _ = send(.selectedTogether(text: nil, by: .selectAll))
    #expect(press(.move(.left)) == [.move(-1)] && press(.selectAll) == [.selectAll])
  }

  // MARK: Series

  /// It becomes known which photos show the same.
  private mutating func compare(_ groups: [FoundSeries.Group], leftOut: Int = 0) {
    let comparison = facts.search.comparison(for: .folding(limit: 0))
    facts.search.fold(
      FoundSeries(groups: groups, compared: [0, 1], leftOut: leftOut), by: comparison
    ) { _ in false }
  }

  @Test mutating func `series are unfolded once they are known, and looked for if they aren't`() {
    #expect(press(.series) == [] && model.comparing == .series)
    compare([])
    #expect(send(.compared) == [] && model.comparing == nil)
    #expect(model.message == PickerTexts.noSeries)
    #expect(press(.allSeries) == [] && model.message == PickerTexts.noSeries)
    compare([FoundSeries.Group(best: 0, others: [1])])
    #expect(press(.series) == [.toggleSeries] && press(.allSeries) == [.toggleAllSeries])
    #expect(press(.view) == [] && press(.series) == [.toggleSeries] && press(.view) == [.stopLarge])
    facts.search.move(to: 1)
    #expect(press(.series) == [] && model.message == PickerTexts.nothingSimilar)
    compare([FoundSeries.Group(best: 0, others: [1])], leftOut: 5)
    #expect(press(.series) == [] && model.comparing == .series)
    #expect(send(.compared) == [] && model.comparing == nil)
    #expect(model.message == PickerTexts.nothingSimilar)
    facts.search.move(to: 0)
    #expect(press(.allSeries) == [.toggleAllSeries] && model.message == nil)
    let label = PickerEvent.Target.series(place: 3)
    #expect(send(.located(label, for: .click)) == [.moveTo(3), .perform([.series])])
    #expect(send(.located(label, for: .rightClick)) == [.moveTo(3)] && model.mode == .large)
  }

  @Test mutating func `while all are shown, series are folded once they are known`() {
    compare([FoundSeries.Group(best: 0, others: [1])], leftOut: 1)
    facts.search.toggleAllSeries { _ in false }
    compare([], leftOut: 1)
    #expect(press(.allSeries) == [] && model.comparing == .allSeries)
    compare([FoundSeries.Group(best: 0, others: [1])])
    #expect(facts.search.showsAll && send(.compared) == [.toggleAllSeries])
    #expect(model.comparing == nil && model.message == nil)
  }

  @Test mutating func `Enter waits for the best photos, and others end their choice`() {
    #expect(press(.best) == [.chooseBest] && press(.finish) == [])
    #expect(arrive() == [] && model.waitingKeys == [.finish])
    #expect(send(.selectedTogether(text: "six", by: .best)) == [.stopComparing])
    facts.hasMarks = true
    #expect(arrive() == [] && model.mode == .finishing)
    #expect(press(.move(.left)) == [.move(-1)] && press(.best) == [.chooseBest])
    #expect(send(.selectedTogether(text: nil, by: .selectAll)) == [.stopComparing])
    #expect(model.comparing == nil)
    #expect(press(.best) == [.chooseBest] && press(.finish) == [] && press(.escape) != [])
    #expect(model.waitingKeys == [])
  }

  @Test mutating func `a comparison that was asked for ends with Esc and with another search`() {
    #expect(press(.best) == [.chooseBest] && model.comparing == .best)
    #expect(press(.move(.down)) == [.moveRows(1)] && send(.compared) == [])
    #expect(model.comparing == .best)
    #expect(press(.escape) == [.stopComparing] && model.comparing == nil && model.mode == .grid)
    #expect(model.message == PickerTexts.comparisonStopped)
    _ = press(.series)
    #expect(press(.sort) == [.stopComparing, .order(.name)] && model.comparing == nil)
    #expect(press(.type("a")) == [.type([97], searches: true)])
    _ = press(.best)
    #expect(press(.switchSource) == [.stopComparing, .searchWeb])
    #expect(press(.best) == [] && model.comparing == nil)
    #expect(model.message == PickerTexts.notCompared)
  }

  @Test mutating func `the key that has selected the best deselects them`() {
    #expect(press(.best) == [.chooseBest])
    #expect(send(.selectedTogether(text: "six", by: .best)) == [.stopComparing])
    #expect(model.message == "six")
    #expect(model.comparing == nil)
    #expect(press(.best) == [.deselectAll] && press(.best) == [.chooseBest])
    #expect(
      send(.selectedTogether(text: "no room", by: nil)) == [.stopComparing]
        && press(.best) == [.chooseBest])
    _ = send(.selectedTogether(text: nil, by: .best))
    #expect(press(.selectAll) == [.selectAll])
  }

  @Test mutating func `tiles keep their size while photos are being found`() {
    _ = send(.resized)
    let before = model.geometry
    find(2)
    facts.search.results.isScanning = true
    #expect(send(.settled) == [.refresh] && model.geometry == before)
    facts.search.results.isScanning = false
    #expect(send(.settled).last == .refresh && model.geometry != before)
  }
}
