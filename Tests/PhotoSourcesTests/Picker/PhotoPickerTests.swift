import OpenCombine
import ReactiveTraits
import SystemPackage
import Testing
import ThreadPool

@testable import PhotoSources

@Suite struct PhotoPickerTests {
  let timers = SteppedTimers()
  let source = ScriptedSource()
  let picker: PhotoPicker

  init() {
    picker = PhotoPicker(source, timers: timers)
    picker.prepare(0..<12, of: picker.state)
  }

  private func search(_ term: String, finds names: String...) {
    picker.type(term)
    timers.advance(milliseconds: 30)
    source.searches.last?.emit(names)
  }

  // MARK: Searching

  @Test func `it begins with all photos, and searches for a term when typing pauses`() {
    #expect(source.words == [""] && picker.state.isSearching)
    source.searches[0].emit(["a", "b"])
    #expect(picker.state.names == ["a", "b"] && !picker.state.isSearching)
    picker.type("r")
    timers.advance(milliseconds: 29)
    picker.type("ro")
    timers.advance(milliseconds: 29)
    #expect(
      source.words == [""] && picker.state.isSearching && picker.state.term == Array("ro".utf8))
    timers.advance(milliseconds: 1)
    #expect(source.words == ["", "ro"])
  }

  @Test func `an erased term is searched for at once`() {
    search("rome", finds: "a")
    picker.type("x")
    picker.type("")
    #expect(source.words == ["", "rome", ""] && timers.count == 0)
  }

  @Test func `what is typed without a search keeps the hits until the search is asked for`() {
    search("rome", finds: "a")
    picker.type(Array("rome x".utf8), searches: false)
    timers.advance(milliseconds: 30)
    #expect(source.words == ["", "rome"] && picker.state.isUnsearched && !picker.state.isOutdated)
    picker.type(picker.state.term)
    timers.advance(milliseconds: 30)
    #expect(source.words == ["", "rome", "rome+x"] && !picker.state.isUnsearched)
  }

  @Test func `the same words are not searched for again`() {
    search("a b", finds: "1")
    picker.type("a  b ")
    timers.advance(milliseconds: 30)
    picker.type("a bc")
    timers.advance(milliseconds: 10)
    picker.type("a b")
    timers.advance(milliseconds: 30)
    #expect(source.words == ["", "a+b"] && !picker.state.isSearching)
    // The search that goes on still delivers.
    source.searches[1].emit(["1", "2"])
    #expect(picker.state.names == ["1", "2"])
  }

  @Test func `a superseded search is cancelled and delivers nothing`() {
    search("a", finds: "1")
    picker.type("ab")
    timers.advance(milliseconds: 30)
    #expect(source.searches.map(\.isCancelled.value) == [true, true, false])
    source.searches[1].emit(["late"])
    #expect(picker.state.names == ["1"] && picker.state.isSearching)
    source.searches[2].emit(["2"])
    #expect(picker.state.names == ["2"] && !picker.state.isSearching)
  }

  @Test func `a wrong term is an error, and the hits stay`() {
    source.searches[0].emit(["1"])
    picker.type("date:x")
    #expect(picker.state.termError == nil)
    timers.advance(milliseconds: 30)
    #expect(picker.state.termError?.text == Array("date:x".utf8))
    #expect(picker.state.names == ["1"] && !picker.state.isSearching && source.words == [""])
    search("date:2024", finds: "2")
    #expect(picker.state.termError == nil && picker.state.names == ["2"])
    picker.type("larger:x")
    timers.advance(milliseconds: 30)
    search("date:2024", finds: "3")
    #expect(picker.state.names == ["3"] && picker.state.termError == nil)
  }

  @Test func `another order is searched for at once`() {
    picker.type("a")
    picker.setOrder(.name)
    #expect(source.searches.map(\.request.order) == [.date, .name] && source.words == ["", "a"])
    picker.setOrder(.name)
    #expect(source.searches.count == 2 && timers.count == 0)
  }

  @Test func `a second subscription sees the same without searching again`() {
    source.searches[0].emit(["1", "2"])
    let seen = Locked<[[String]]>([])
    let subscriptions = (0..<3).map { _ in
      picker.states.sink { state in seen.withLock { $0.append(state.names) } }
    }
    #expect(seen.withLock { $0 } == [["1", "2"], ["1", "2"], ["1", "2"]])
    #expect(source.searches.count == 1 && source.workLog == ["begun"])
    source.searches[0].emit(["3"])
    #expect(seen.withLock { $0.suffix(3) } == [["3"], ["3"], ["3"]])
    for subscription in subscriptions { subscription.cancel() }
    #expect(!source.searches[0].isCancelled.value)
  }

  @Test func `a failure is shown beside what was found, and one can ask again`() {
    let failure = PickerFailure.folder(PhotoIndexError(folder: "/x", errno: .permissionDenied))
    source.searches[0].emit(["1"], failure: failure)
    #expect(picker.state.failure == failure && picker.state.names == ["1"])
    picker.searchAgain()
    #expect(source.words == ["", ""] && picker.state.isSearching)
    source.searches[1].emit(["1", "2"])
    #expect(picker.state.failure == nil && picker.state.names == ["1", "2"])
  }

  @Test func `another source keeps the term, and the first stays at work`() {
    search("a", finds: "1", "2")
    let other = ScriptedSource()
    picker.setSource(other)
    #expect(other.words == ["a"] && source.searches[1].isCancelled.value)
    other.searches[0].emit(["3"])
    #expect(picker.state.names == ["3"])
    picker.setSource(source)
    #expect(
      source.words == ["", "a", "a"] && source.workLog == ["begun"] && other.workLog == ["begun"])
    #expect(other.searches[0].isCancelled.value)
  }

  // MARK: Pages

  @Test func `the source is told which hits are needed, and other words begin at the first`() {
    let search = source.searches[0]
    #expect(search.window.value == 0..<12)
    search.emit((0..<12).map { "\($0)" })
    let before = picker.state
    picker.prepare(6..<18, of: before)
    #expect(search.window.value == 6..<18)
    search.emit((0..<24).map { "\($0)" })
    #expect(search.window.value == 6..<18 && source.searches.count == 1)
    // Of hits that are gone none are needed.
    picker.prepare(0..<12, of: before)
    #expect(search.window.value == 6..<18)
    self.search("a", finds: "1")
    #expect(source.searches[1].window.value == 0..<12)
  }

  // MARK: The end

  @Test func `after closing nothing is alive, and inputs do nothing`() {
    source.searches[0].emit(["1"])
    picker.type("pending")
    #expect(timers.count == 1)
    picker.close()
    #expect(
      timers.count == 0 && source.workLog == ["begun", "cancelled"]
        && source.searches[0].isCancelled.value)
    picker.type("x")
    picker.setSource(ScriptedSource())
    picker.prepare(0..<2, of: picker.state)
    source.searches[0].emit(["2"])
    timers.advance(milliseconds: 100)
    let state = picker.state
    #expect(state.hits.isEmpty && state.term == Array("pending".utf8) && source.searches.count == 1)
    #expect(!state.isSearching)
  }

  @Test func `nothing retains a picker, its source or its hits`() {
    weak var picker: PhotoPicker?
    weak var source: ScriptedSource?
    weak var block: PhotoBlock?
    let made = PhotoPicker(ScriptedSource(), timers: timers)
    let states = made.states.sink { _ in }
    func use(_ made: consuming PhotoPicker) {
      let scripted = ScriptedSource()
      made.setSource(scripted)
      scripted.searches[0].emit(["1"])
      made.type("pending")
      source = scripted
      if case .file(let photo) = made.state.hits[0] { block = photo.block }
      made.close()
    }
    use(made)
    #expect(source == nil && block == nil && timers.count == 0)
    do {
      let other = PhotoPicker(self.source, timers: timers)
      picker = other
      other.type("x")
    }
    #expect(picker == nil && timers.count == 0 && self.source.workLog.last == "cancelled")
    states.cancel()
  }
}
