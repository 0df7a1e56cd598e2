import Dispatch
import OpenCombine
import PhotoCodecs
import ReactiveTraits
import TestSupport
import Testing
import ThreadPool

@testable import PhotoSources

/// The web as a picker's source.
struct WebSearchPhotosTests {
  /// A service whose pages the test delivers.
  private final class ScriptedService: WebSearchService {
    struct Request: Sendable {
      let page: Int
      let query: WebSearchQuery
      let cancellation: Cancellation
      let end: @Sendable (Result<WebSearchPage, WebSearchError>?) -> Void

      /// - Parameters:
      ///   - names: of photos.
      ///   - left: how many of 20 searches a minute are left; nil if the service doesn't say.
      func answer(_ names: some Sequence<Int>, isLast: Bool = false, left: Int? = nil) {
        var page = WebSearchPage()
        page.photos = names.map {
          WebPhoto(
            url: "https://x.org/\($0)", thumbnail: nil, format: .png, size: nil,
            credit: PhotoCredit())
        }
        page.isLast = isLast
        page.total = 45
        if let left {
          page.limits = RateLimits(limits: [RateLimits.Limit(limit: "20/min", available: left)])
        }
        end(.success(page))
      }
    }

    let (name, host) = ("Service", "service.example")
    private let all = Locked<[Request]>([])
    var requests: [Request] { all.withLock { $0 } }
    var log: [String] { requests.map { "\($0.query.words) \($0.page)" } }

    func page(_ number: Int, of query: WebSearchQuery) -> Single<WebSearchPage, WebSearchError> {
      .create { [self] cancellation, end in
        cancellation.onCancel { end(nil) }
        all.withLock {
          $0.append(Request(page: number, query: query, cancellation: cancellation, end: end))
        }
      }
    }
  }

  private let timers = SteppedTimers()
  private let service = ScriptedService()
  private let source: WebSearchPhotos
  private let picker: PhotoPicker

  init() {
    source = WebSearchPhotos(service, timers: timers)
    picker = PhotoPicker(source, timers: timers)
    picker.show(0)
  }

  private func search(_ words: String) {
    picker.type(words)
    timers.advance(milliseconds: 700)
  }

  @Test func `nothing is asked without words, while they are typed, or twice`() {
    #expect(service.log == [] && !picker.state.isSearching && picker.state.web != nil)
    for text in ["l", "la", "lake"] {
      picker.type(Array(text.utf8), searches: false)
      timers.advance(milliseconds: 700)
    }
    #expect(service.log == [] && !picker.state.isSearching)
    search("lake")
    #expect(service.log == ["lake 1"] && picker.state.isSearching)
    search("lake ")
    #expect(service.log == ["lake 1"])
    search("")
    #expect(service.log == ["lake 1"] && picker.state.hits.isEmpty)
  }

  @Test func `what is typed is asked for after a pause, once, and at once if the user says so`() {
    for text in ["l", "la", "lak", "lake"] {
      picker.type(text)
      timers.advance(milliseconds: 699)
    }
    #expect(service.log == [] && picker.state.isSearching)
    timers.advance(milliseconds: 1)
    #expect(service.log == ["lake 1"])
    // Whoever comes back to the same words within the pause has not asked for anything else.
    picker.type("lakes")
    timers.advance(milliseconds: 600)
    picker.type("lake")
    timers.advance(milliseconds: 700)
    #expect(service.log == ["lake 1"] && !service.requests[0].cancellation.isCancelled)
    picker.searchNow()
    #expect(service.log == ["lake 1"])
    picker.type("sea")
    picker.searchNow()
    #expect(service.log == ["lake 1", "sea 1"] && service.requests[0].cancellation.isCancelled)
    timers.advance(milliseconds: 700)
    #expect(service.log == ["lake 1", "sea 1"] && timers.count == 0)
    picker.type(Array("fo".utf8), searches: false)
    picker.searchNow()
    #expect(service.log.last == "fo 1" && service.requests[1].cancellation.isCancelled)
  }

  @Test func `three letters are worth a search, and the last of a limit are left to Enter`() {
    func isWorth(_ term: String) -> Bool { source.isWorthSearching(Array(term.utf8)) }
    #expect(!isWorth("") && !isWorth("l ") && !isWorth("é é") && isWorth("é é é") && isWorth("lak"))
    for (available, isSpared) in [(5, false), (4, true), (6, false)] {
      search("lake \(available)")
      service.requests.last?.answer(0..<3, isLast: true, left: available)
      #expect(isWorth("sea") != isSpared)
    }
    search("lake x")
    service.requests.last?.answer(0..<3, isLast: true, left: 0)
    // What is known already costs nothing.
    #expect(!isWorth("sea") && isWorth("lake x"))
    timers.advance(milliseconds: 60_000)
    #expect(isWorth("sea"))
    search("limit")
    service.requests.last?.end(.failure(.limitReached(RateLimits())))
    #expect(!isWorth("sea"))
    timers.advance(milliseconds: 60_000)
    #expect(isWorth("sea"))
  }

  @Test func `a page is asked for before the window reaches it, one at a time`() {
    search("lake")
    service.requests[0].answer(0..<20)
    #expect(
      picker.state.hits.count == 20 && picker.state.photoCount == 45 && !picker.state.isSearching)
    #expect(service.log == ["lake 1"])
    picker.show(1)
    picker.show(2)
    #expect(service.log == ["lake 1", "lake 2"] && picker.state.isSearching)
    picker.showLast()
    #expect(service.log.count == 2)
    // Services may move results from a page to the next.
    service.requests[1].answer(19..<39)
    #expect(picker.state.hits.count == 39)
    picker.showLast()
    service.requests.last?.answer(39..<45, isLast: true)
    picker.showLast()
    #expect(service.log == ["lake 1", "lake 2", "lake 3"] && picker.state.hits.count == 45)
  }

  @Test func `the next key cancels the request, and its answer is dropped`() {
    search("la")
    search("lake")
    #expect(
      service.log == ["la 1", "lake 1"]
        && service.requests.map(\.cancellation.isCancelled) == [true, false])
    service.requests[1].answer(5..<7, isLast: true)
    service.requests[0].answer(0..<3, isLast: true)
    #expect(picker.state.hits.map(\.id) == [.web("https://x.org/5"), .web("https://x.org/6")])
  }

  @Test func `a failure keeps what is there, stops asking, and asking again goes on from it`() {
    search("lake")
    service.requests[0].answer(0..<20)
    picker.showLast()
    service.requests[1].end(.failure(.notUnderstood))
    #expect(
      picker.state.hits.count == 20
        && picker.state.failure == .web(.notUnderstood, service: "Service"))
    picker.showLast()
    #expect(service.log.count == 2)
    picker.searchAgain()
    #expect(service.log == ["lake 1", "lake 2", "lake 2"])
    picker.showLast()
    service.requests[2].answer(20..<25, isLast: true)
    #expect(picker.state.hits.count == 25 && picker.state.failure == nil)
  }

  @Test func `a search that was answered costs nothing the second time`() {
    search("lake")
    service.requests[0].answer(0..<3, isLast: true)
    search("sea")
    search("lake")
    #expect(service.log == ["lake 1", "sea 1"] && picker.state.hits.count == 3)
  }

  @Test func `pages of nothing but other formats are not asked for without end`() {
    search("lake")
    for page in 1...3 { service.requests[page - 1].answer([]) }
    #expect(service.log.count == 3 && !picker.state.isSearching)
  }

  @Test func `the next key closes the connection`() throws {
    let (asked, closed, found) = (
      DispatchSemaphore(value: 0), DispatchSemaphore(value: 0), DispatchSemaphore(value: 0)
    )
    let server = try HostileServer { connection, _, request in
      guard request.contains("q=la&") else {
        return connection.respond(body: SearchAnswers.openverse([.init("Lake")]))
      }
      asked.signal()
      connection.waitForClose()
      closed.signal()
    }
    let search = OpenverseSearch(
      try #require(SearchServer(at: server.url(""), WebFetcher(FetchPolicy().forSearching))))
    let picker = PhotoPicker(WebSearchPhotos(search), timers: timers)
    let watching = picker.states.sink { if !$0.hits.isEmpty { found.signal() } }
    defer { watching.cancel() }
    picker.type("la")
    timers.advance(milliseconds: 700)
    #expect(asked.waitForSignal())
    picker.type("lake")
    timers.advance(milliseconds: 700)
    #expect(closed.waitForSignal())
    #expect(found.waitForSignal())
    #expect(picker.state.hits.map(\.name) == ["Lake"])
  }
}

extension PhotoPicker {
  /// Shows two rows of five hits, from a row on.
  fileprivate func show(_ row: Int) { prepare(row * 5..<(row + 4) * 5, of: state) }

  fileprivate func showLast() { show(max((state.hits.count + 4) / 5 - 2, 0)) }
}
