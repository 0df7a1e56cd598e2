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
  private let world = NotedWorld()
  private var model: PickerModel

  init() {
    model = PickerModel(
      world.search, folders: ["/photos/rome"],
      geometry: PickerGeometry(world.size, mode: .blocks256)
    ) { FilePath("/home").pushing($0) }
    find(200)
    _ = send(.arrived)
  }

  private func photo(_ number: Int) -> PickerPhoto {
    let picture = ScannedPicture(format: .png, identity: FileIdentity(ofNoFile: 0))
    let block = PhotoBlock(ScannedFolder(root: "/photos"), [(Array("\(number)".utf8), picture)])
    return .file(IndexedPhoto(block: block, index: 0))
  }

  /// The search that is under way finds so many photos.
  private func find(_ count: Int) { find(photos: (0..<count).map(photo)) }

  private func find(photos: [PickerPhoto]) {
    world.search.expected = world.search.wanted
    var results = PickerResults()
    results.hits = PickerHits(photos)
    world.search.accept(results, of: world.search.wanted)
  }

  /// The user has typed this, and it is searched for.
  private func search(_ term: String) {
    world.search.term = Array(term.utf8)
    world.search.searchedTerm = world.search.term
  }

  /// - Returns: what was done.
  private mutating func send(_ event: PickerEvent) -> [PickerEffect] {
    world.effects = []
    model.react(to: event, in: world)
    return world.effects
  }

  private mutating func press(_ key: PickerKey) -> [PickerEffect] { send(.key(key)) }

  /// The user clicks on something.
  private mutating func click(_ target: PickerTarget?) -> [PickerEffect] {
    world.target = target
    return press(.click(row: 2, column: 3))
  }

  private var highlighted: Int? { model.list.highlighted }

  @Test mutating func `a folder that was searched before the picker began is shown at once`() {
    model = PickerModel(
      world.search, folders: ["/photos/rome"],
      geometry: PickerGeometry(world.size, mode: .blocks256))
    #expect(highlighted == 0 && model.list.count == 200)
    _ = send(.resized)
    #expect(press(.toggle) == [.toggle(photo(0))])
  }

  // MARK: Waiting

  @Test mutating func `a key that chooses waits for the hits, and later keys wait behind it`() {
    search("b")
    #expect(press(.finish) == [] && press(.move(.items(1))) == [])
    #expect(model.waitingKeys == [.finish, .move(.items(1))])
    #expect(send(.arrived) == [] && highlighted == 0)
    #expect(model.waitingKeys == [.finish, .move(.items(1))])
    find(3)
    world.isChecked = false
    #expect(send(.arrived) == [.toggle(photo(0))] && highlighted == 1)
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
    world.isRead = false
    #expect(press(.mark) == [] && send(.arrived) == [] && highlighted == 0)
    world.isRead = true
    #expect(send(.arrived) == [.toggle(photo(0))] && highlighted == 1)
    world.refusal = "no room"
    #expect(press(.mark) == [.toggle(photo(1))] && highlighted == 1)
    #expect(model.message == "no room")
    #expect(press(.move(.items(1))) == [] && highlighted == 2 && model.message == nil)
  }

  @Test mutating func `a mark is taken back, the last one where the highlighted has none`() {
    world.marked = [photo(0)]
    #expect(press(.takeBack) == [.takeBack(photo(0))])
    world.marked = []
    world.refusal = PickerTexts.nothingToDeselect
    #expect(press(.takeBack) == [.takeBack(nil)])
    #expect(model.message == PickerTexts.nothingToDeselect)
  }

  // MARK: Ending

  @Test mutating func `Enter ends when the photos are checked, and another key goes on`() {
    world.hasMarks = true
    world.isChecked = false
    #expect(press(.finish) == [] && model.mode == .finishing)
    #expect(send(.arrived) == [])
    #expect(press(.move(.first)) == [] && model.mode == .grid)
    #expect(press(.finish) == [])
    #expect(send(.takenBack("it is damaged")) == [])
    #expect(model.mode == .grid && model.message == "it is damaged")
    world.isChecked = true
    #expect(send(.arrived) == [])
    #expect(press(.finish) == [.take(arranging: false)] && model.mode == .ended)
  }

  @Test mutating func `without a choice Enter takes the highlighted photo, if that can be`() {
    world.isChecked = false
    world.refusal = "it is damaged"
    #expect(press(.finish) == [.toggle(photo(0))])
    #expect(model.mode == .grid && model.message == "it is damaged")
    world.refusal = nil
    #expect(press(.finish) == [.toggle(photo(0))] && model.mode == .finishing)
  }

  @Test(arguments: [PickerEvent.key(.leave), .stopped])
  mutating func `after its end nothing has an effect`(ending: PickerEvent) {
    let isStopped = if case .stopped = ending { true } else { false }
    #expect(send(ending) == (isStopped ? [] : [.leave]))
    let events: [PickerEvent] = [
      .key(.finish), .key(.mark), .takenBack("damaged"), .arrived, .compared,
      .selectedBest([photo(1)], text: "one"), .resized, .stopped,
    ]
    for event in events { #expect(send(event) == [] && model.mode == .ended) }
  }

  // MARK: The mouse

  @Test(arguments: [(0, 499, true), (0, 500, false), (1, 1, false)])
  mutating func `a second click on a photo soon after the first ends`(
    number: Int, milliseconds: Int, ends: Bool
  ) {
    world.isChecked = false
    #expect(click(.photo(photo(0), place: 0)) == [.toggle(photo(0))])
    world.hasMarks = true
    world.marked = [photo(0)]
    world.now += .milliseconds(milliseconds)
    let second = click(.photo(photo(number), place: number))
    #expect(second == (ends ? [] : [.toggle(photo(number))]) && highlighted == number)
    #expect(model.mode == (ends ? .finishing : .grid))
  }

  @Test mutating func `the second click waits for a mark that waits`() {
    world.isRead = false
    world.hasBase = true
    #expect(click(.photo(photo(1), place: 1)) == [] && click(.photo(photo(1), place: 1)) == [])
    let waiting = model.waitingKeys
    #expect(waiting.count == 2 && waiting.first == .toggle && model.mode == .grid)
  }

  @Test mutating func `the wheel scrolls photos, and walks through layouts on the collage`() {
    _ = press(.scroll(1, row: 1, column: 2))
    #expect(model.list.topRow == 1 && highlighted == model.list.columns)
    world.target = .collage
    #expect(press(.scroll(-1, row: 1, column: 2)) == [.pickLayout(-1)])
    #expect(press(.scroll(1, row: 1, column: 2)) == [.pickLayout(1)])
    #expect(click(.collage) == [.pickLayout(1)])
    #expect(click(.key(.control("s"))) == [.order(.name)])
  }

  // MARK: One photo large

  @Test(arguments: [true, false])
  mutating func `a photo that is shown large is turned where that is of use`(turns: Bool) {
    world.turnsPhotos = turns
    world.target = .photo(photo(1), place: 1)
    #expect(press(.rightClick(row: 1, column: 1)) == [] && model.mode == .large)
    let turned: [PickerEffect] = [.turn(photo(1), .right), .turn(photo(1), .left)]
    #expect(press(.edit(.type("txT"))) == (turns ? turned : []))
    #expect(press(.move(.rows(1))) == [] && highlighted == 2)
    #expect(press(.mark) == [.toggle(photo(2))] && highlighted == 2)
    #expect(press(.sort) == [] && model.mode == .large)
    search("b")
    #expect(press(.escape) == [] && model.mode == .grid)
    #expect(press(.escape) == [.type([], searches: true)])
  }

  // MARK: What is shown

  @Test mutating func `the web is searched as one types, or at Enter`() {
    world.minWorth = 3
    world.isChecked = false
    #expect(press(.switchSource) == [.searchWeb] && model.isOnWeb)
    #expect(press(.edit(.type("x"))) == [.type(Array("x".utf8), searches: false)])
    world.search.term = Array("x".utf8)
    #expect(press(.edit(.deleteCharacter)) == [.type([], searches: true)])
    #expect(press(.finish) == [.searchNow])
    #expect(press(.edit(.type("yz"))) == [.type(Array("xyz".utf8), searches: true)])
    // During the pause Enter searches at once; when the hits are there, it is done.
    search("xyz")
    #expect(press(.finish) == [.searchNow] && model.hints(world)[1].action == "search")
    find(3)
    #expect(press(.finish) == [.toggle(photo(0))] && model.hints(world)[1].action == "done")
    #expect(press(.sort) == [] && model.message == "Openverse sorts the results itself")
    #expect(press(.switchSource) == [.show(["/photos/rome"])] && !model.isOnWeb)
  }

  @Test(arguments: [
    (SearchEdit.deleteWord, "ab "), (.deleteCharacter, "ab cd"), (.clear, ""),
    (.type("?"), "ab cd ?"),
  ])
  mutating func `keys edit the search`(edit: SearchEdit, term: String) {
    world.search.term = Array("ab cd ".utf8)
    #expect(press(.edit(edit)) == [.type(Array(term.utf8), searches: true)])
  }

  @Test mutating func `folders are gone up to the top, and down into the photo's`() {
    #expect(press(.folderUp) == [.show(["/photos"])] && press(.folderUp) == [.show(["/"])])
    #expect(model.message == nil)
    #expect(press(.folderUp) == [.show(["/"])] && model.message == PickerTexts.topFolder)
    #expect(press(.folderDown) == [.show(["/photos"])] && model.folders == ["/photos"])
    // What found the folder's photos by its name finds none below it.
    world.search.term = Array("photos".utf8)
    #expect(press(.folderDown) == [.type([], searches: true), .show(["/photos"])])
    world.search.term = []
    #expect(click(.folder(levelsUp: 0)) == [])
    #expect(click(.folder(levelsUp: 1)) == [.show(["/"])])
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
    #expect(model.help(world) == nil)
    var pages = 0
    repeat {
      #expect(press(pages == 0 ? .edit(.type("?")) : .help) == [])
      pages += 1
    } while model.help(world) != nil && pages < 10
    #expect(pages == 6)
    #expect(press(.help) == [] && model.help(world) != nil)
    #expect(press(.escape) == [] && model.help(world) == nil && model.mode == .grid)
    #expect(press(.help) == [] && press(.move(.rows(1))) == [])
    #expect(model.help(world) == nil)
  }

  @Test mutating func `the help lies beside the photos, scrolls, and other keys leave it there`()
    throws
  {
    resize(rows: 16, columns: 80)
    _ = press(.help)
    let help = try #require(model.help(world))
    #expect(model.geometry.scrollBar.column < help.area.column)
    #expect(press(.move(.rows(1))) == [] && model.help(world) != nil)
    #expect(press(.move(.pages(1))) == [] && model.help(world)?.rows.first != help.rows.first)
    let (row, column) = (help.area.row + 1, help.area.column + 1)
    for _ in 1...20 { #expect(press(.scroll(-1, row: row, column: column)) == []) }
    #expect(model.help(world)?.rows == help.rows)
    _ = press(.scroll(1, row: 3, column: 3))
    #expect(model.list.topRow == 1)
    _ = press(.escape)
    #expect(model.help(world) == nil)
    _ = press(.move(.pages(1)))
    #expect(model.list.topRow > 1)
  }

  private mutating func resize(rows: Int, columns: Int) {
    world.size = TerminalSize(rows: rows, columns: columns)
    _ = send(.resized)
  }

  @Test
  mutating func `all are selected when their headers are known, and deselected by the same key`() {
    let both = [photo(0), photo(1)]
    world.isRead = false
    #expect(press(.selectAll) == [] && model.waitingKeys == [.selectAll])
    world.isRead = true
    #expect(send(.arrived) == both.map { .toggle($0) })
    #expect(press(.selectAll) == both.map { .takeBack($0) })
    #expect(press(.selectAll) == both.map { .toggle($0) } && press(.move(.items(-1))) == [])
    #expect(press(.selectAll) == both.map { .toggle($0) })
    _ = press(.move(.items(-1)))
    world.refusal = "no room"
    #expect(press(.selectAll) == [.toggle(photo(0))] && model.message == "no room")
    _ = press(.move(.items(-1)))
    world.refusal = nil
    world.marked = Set(both)
    #expect(press(.selectAll) == both.map { .takeBack($0) })
  }

  @Test mutating func `the highlight stays on its photo as long as the words are the same`() {
    model.list.move(to: 7)
    find(photos: [photo(900), photo(901)] + (0..<20).map(photo))
    _ = send(.arrived)
    #expect(highlighted == 9)
    search("x")
    find(20)
    _ = send(.arrived)
    #expect(highlighted == 0 && !model.list.isHeld)
    find(photos: [photo(900)] + (0..<20).map(photo))
    _ = send(.arrived)
    #expect(highlighted == 0)
  }

  // MARK: Series

  /// It becomes known which photos show the same.
  private func compare(_ groups: [FoundSeries.Group], leftOut: Int = 0) {
    let comparison = world.search.comparison(for: .folding(limit: 0))
    world.search.fold(
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
    #expect(press(.series) == [.toggleSeries(photo(0))])
    #expect(press(.allSeries) == [.toggleSeries(nil)])
    #expect(press(.view) == [] && press(.series) == [.toggleSeries(photo(0))])
    #expect(press(.view) == [] && model.mode == .grid)
    _ = press(.move(.items(1)))
    #expect(press(.series) == [] && model.message == PickerTexts.nothingSimilar)
    compare([FoundSeries.Group(best: 0, others: [1])], leftOut: 5)
    #expect(press(.series) == [] && model.comparing == .series)
    #expect(send(.compared) == [] && model.comparing == nil)
    #expect(model.message == PickerTexts.nothingSimilar)
    _ = press(.move(.first))
    #expect(press(.allSeries) == [.toggleSeries(nil)] && model.message == nil)
    #expect(click(.series(place: 0)) == [.toggleSeries(photo(0))])
    #expect(press(.rightClick(row: 1, column: 1)) == [] && model.mode == .large)
  }

  @Test mutating func `while all are shown, series are folded once they are known`() {
    compare([FoundSeries.Group(best: 0, others: [1])], leftOut: 1)
    world.search.toggleAllSeries { _ in false }
    compare([], leftOut: 1)
    #expect(press(.allSeries) == [] && model.comparing == .allSeries)
    compare([FoundSeries.Group(best: 0, others: [1])])
    #expect(world.search.showsAll && send(.compared) == [.toggleSeries(nil)])
    #expect(model.comparing == nil && model.message == nil)
  }

  @Test mutating func `Enter waits for the best photos, and others end their choice`() {
    world.isChecked = false
    #expect(press(.best) == [] && model.comparing == .best && press(.finish) == [])
    #expect(send(.arrived) == [] && model.waitingKeys == [.finish])
    world.hasMarks = true
    #expect(send(.selectedBest([photo(1)], text: "six")) == [] && model.comparing == nil)
    #expect(model.mode == .finishing && model.message == "six")
    #expect(press(.move(.first)) == [] && press(.best) == [] && model.comparing == .best)
    #expect(press(.selectAll).count == 2 && model.comparing == nil)
    _ = press(.move(.first))
    #expect(press(.best) == [] && press(.finish) == [] && press(.escape) == [])
    #expect(model.waitingKeys == [] && model.comparing == nil)
  }

  @Test mutating func `a comparison that was asked for ends with Esc and with another search`() {
    #expect(press(.best) == [] && model.comparing == .best)
    #expect(press(.move(.rows(1))) == [] && send(.compared) == [])
    #expect(model.comparing == .best)
    #expect(press(.escape) == [] && model.comparing == nil && model.mode == .grid)
    #expect(model.message == PickerTexts.comparisonStopped)
    _ = press(.series)
    #expect(press(.sort) == [.order(.name)] && model.comparing == nil)
    #expect(press(.edit(.type("a"))) == [.type([97], searches: true)])
    _ = press(.best)
    #expect(press(.switchSource) == [.searchWeb] && model.comparing == nil)
    #expect(press(.best) == [] && model.comparing == nil)
    #expect(model.message == PickerTexts.notCompared)
  }

  @Test mutating func `the key that has selected the best deselects them`() {
    _ = press(.best)
    _ = send(.selectedBest([photo(1), photo(3)], text: "two"))
    #expect(press(.best) == [.takeBack(photo(1)), .takeBack(photo(3))])
    #expect(press(.best) == [] && model.comparing == .best)
    _ = send(.selectedBest([], text: "all similar"))
    #expect(press(.best) == [] && model.comparing == .best)
    _ = send(.selectedBest([photo(1)], text: "one"))
    #expect(press(.selectAll) == [.toggle(photo(0)), .toggle(photo(1))])
    world.refusalToAdd = "no room"
    #expect(press(.best) == [] && model.comparing == nil && model.message == "no room")
  }

  @Test mutating func `tiles keep their size while photos are being found`() {
    _ = send(.resized)
    let before = model.geometry
    find(2)
    world.search.results.isScanning = true
    #expect(send(.arrived) == [] && model.geometry == before)
    world.search.results.isScanning = false
    #expect(send(.arrived) == [] && model.geometry != before)
  }
}
