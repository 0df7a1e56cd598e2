import Imaging
import PhotoCodecs
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing
import ThreadPool

@testable import PhotoSources

/// Openverse and Wikimedia Commons, served from the loopback.
struct WebSearchServiceTests {
  typealias Answers = SearchAnswers
  private let fetcher: WebFetcher

  init() {
    var policy = FetchPolicy()
    policy.retryDelays = []
    // Nothing here is about time, and a loaded machine may take long.
    policy.connectTimeout = .seconds(120)
    policy.lowSpeedTime = .seconds(120)
    fetcher = WebFetcher(policy.forSearching)
  }

  private func server(_ headers: [String], _ body: [UInt8]) throws -> HostileServer {
    try server("200 OK", headers, body)
  }

  private func server(_ status: String, _ headers: [String], _ body: [UInt8]) throws
    -> HostileServer
  {
    try HostileServer { connection, _, _ in connection.respond(status, headers, body: body) }
  }

  private func openverse(
    _ server: HostileServer, page: Int = 1, _ words: String = "lake",
    _ licence: LicenceFilter = .any
  ) throws -> Result<WebSearchPage, WebSearchError> {
    let search = OpenverseSearch(try #require(SearchServer(at: server.url(""), fetcher)))
    return search.page(page, of: WebSearchQuery(words, licence: licence)).wait()
  }

  private func commons(
    _ server: HostileServer, page: Int = 1, _ licence: LicenceFilter = .any
  ) throws -> Result<WebSearchPage, WebSearchError> {
    let search = CommonsSearch(try #require(SearchServer(at: server.url(""), fetcher)))
    return search.page(page, of: WebSearchQuery("lake", licence: licence)).wait()
  }

  // MARK: Openverse

  @Test func `a page of Openverse becomes photos with credits`() throws {
    let server = try server(
      Answers.limits(burst: 19, sustained: 0),
      Answers.openverse(
        [.init("Lake", licence: "by-sa"), .init("x", type: "svg")], pages: 3, total: 55))
    let page = try openverse(server, page: 2, "a&b é", .commercial).get()
    #expect(
      server.requests.first?.hasPrefix(
        "GET /v1/images/?q=a%26b%20%C3%A9&page=2&page_size=20&license_type=commercial HTTP/1.1\r\n")
        == true)
    #expect(
      page.photos == [
        WebPhoto(
          url: "https://example.org/Lake.jpg", thumbnail: "https://example.org/thumb/Lake",
          format: .jpeg,
          size: PixelSize(width: 4000, height: 3000),
          credit: PhotoCredit(
            title: "Lake", creator: "Ann", licence: "CC BY-SA 4.0",
            licenceURL: "https://creativecommons.org/licenses/by-sa/4.0/",
            sourcePage: "https://source.example/Lake"))
      ])
    #expect(page.otherFormats == 1 && page.unusable == 0 && page.total == 55 && !page.isLast)
    #expect(
      page.limits.description == "19 of 20/min left, 0 of 200/day left" && page.limits.isUsedUp)
  }

  @Test func `licences that don't fit are left out, whatever the service sends`() throws {
    let pictures = ["by", "by-nc", "by-nd", "cc0"].map { Answers.Picture($0, licence: $0) }
    let server = try server([], Answers.openverse(pictures))
    #expect(try openverse(server, "x", .any).get().photos.count == 4)
    #expect(
      try openverse(server, "x", .commercial).get().photos.map(\.name) == ["by", "by-nd", "cc0"])
    let modifiable = try openverse(server, "x", .modify).get()
    #expect(modifiable.photos.map(\.name) == ["by", "by-nc", "cc0"] && modifiable.unusable == 1)
    #expect(
      modifiable.isLast && server.requests.last?.contains("&license_type=modification ") == true)
  }

  @Test func `a page beyond the last is empty`() throws {
    let server = try server("404 Not Found", [], Array(#"{"detail": "Invalid page."}"#.utf8))
    #expect(try openverse(server, page: 9).get().photos.isEmpty)
    #expect(try openverse(server).failure == .refused(status: 404, reason: "Invalid page."))
  }

  @Test func `a limit that is reached is told as the service tells it`() throws {
    let server = try server(
      "429 Too Many Requests", Answers.limits(burst: 0, sustained: 180) + ["Retry-After: 52"],
      Array(#"{"detail": "Request was throttled. Expected available in 52 seconds."}"#.utf8))
    let failure = try #require(try openverse(server).failure)
    #expect(
      failure.description
        == "its search limit is reached (0 of 20/min left, 180 of 200/day left); try again after 52 s"
    )
    // None of the scarce requests is spent on trying again.
    #expect(server.requests.count == 1)
  }

  @Test(arguments: [
    "", "[]", "{}", #"{"results": 1}"#, #"{"results": []} x"#, String(repeating: "[", count: 5000),
  ])
  func `what is no answer of the service is told as such`(body: String) throws {
    #expect(try openverse(try server([], Array(body.utf8))).failure == .notUnderstood)
  }

  @Test func `hostile results are left out or made harmless`() throws {
    let bad = [
      #"{"url": "file:///etc/passwd", "filetype": "jpg"}"#,
      #"{"url": "https://u:p@example.org/a.jpg"}"#,
      #"{"url": "javascript:alert(1)//a.jpg"}"#, #"{"url": "https://example.org/a\nb.jpg"}"#, "1",
      "null",
      #"{"url": "https:///a.jpg"}"#,
    ]
    let good = """
      {"url": "HTTPS://example.org/é\\" x.PNG?a=1", "title": " a\\u001b[31m\\n\\u202Eb\(String(repeating: "x", count: 400))",
       "width": -1, "height": 1e300, "creator": 5, "license_url": "ftp://example.org", "thumbnail": "data:,x"}
      """
    let server = try server(
      [], Array("{\"results\": [\((bad + [good]).joined(separator: ","))]}".utf8))
    let page = try openverse(server).get()
    #expect(page.photos.map(\.url) == ["https://example.org/%C3%A9%22%20x.PNG?a=1"])
    let photo = try #require(page.photos.first)
    #expect(photo.size == nil && photo.thumbnail == nil && photo.format == .png)
    #expect(
      photo.credit.title?.hasPrefix("a [31m bxxx") == true && photo.credit.title?.count == 301)
    #expect(
      photo.credit.creator == nil && photo.credit.licence == nil && photo.credit.licenceURL == nil)
    #expect(page.unusable + page.otherFormats == bad.count)
  }

  @Test func `pictures in other formats are found where these can be read`() throws {
    let pictures = ["jpg", "webp", "avif", "heic", "bmp"].map {
      Answers.Picture("x.\($0)", type: $0)
    }
    let server = try server([], Answers.openverse(pictures))
    let search = OpenverseSearch(try #require(SearchServer(at: server.url(""), fetcher)))
    func page(_ isReadable: @escaping @Sendable (PhotoFormat) -> Bool) throws -> WebSearchPage {
      try search.readable(isReadable).page(1, of: WebSearchQuery("lake")).wait().get()
    }
    let all = try page { _ in true }
    #expect(all.photos.map(\.format) == [.jpeg, .webp, .avif, .heic] && all.otherFormats == 1)
    let some = try page { $0 != .avif && $0 != .heic }
    #expect(some.photos.map(\.format) == [.jpeg, .webp] && some.otherFormats == 3)
    #expect(search.readable().name == search.name && search.readable().host == search.host)
  }

  @Test func `an address that is none is refused`() {
    for address in ["", "ftp://x", "api.openverse.org", "http://"] {
      #expect(SearchServer(at: address, fetcher) == nil)
    }
    #expect(SearchServer(at: "http://mirror:8080/x//", fetcher)?.host == "mirror:8080")
  }

  // MARK: Wikimedia Commons

  @Test func `a page of Commons becomes photos with credits, in the order of relevance`() throws {
    let server = try server(
      [],
      Answers.commons(
        [
          .init("One", licence: "CC BY-SA 4.0"), .init("Two", type: "png"),
          .init("Three", type: "bmp"),
        ],
        more: #", "continue": {"gsroffset": 40, "continue": "gsroffset||"}"#))
    let page = try commons(server, page: 2).get()
    #expect(page.photos.map(\.name) == ["One", "Two"] && page.otherFormats == 1 && !page.isLast)
    #expect(
      page.photos.first?.credit
        == PhotoCredit(
          title: "One", creator: "Ann & others", licence: "CC BY-SA 4.0",
          licenceURL: "https://creativecommons.org/licenses/by-sa/4.0",
          sourcePage: "https://commons.example/wiki/File:One.jpg"))
    let request = try #require(server.requests.first)
    for part in [
      "/w/api.php?action=query&format=json&generator=search&gsrnamespace=6&gsrsearch=lake%20filetype%3Abitmap",
      "&gsrlimit=20&prop=imageinfo",
      "&iiprop=url%7Cdimensions%7Csize%7Cmime%7Cextmetadata&iiurlwidth=500",
      "&gsroffset=20",
    ] { #expect(request.contains(part), "\(request)") }
  }

  @Test func `a page beyond all numbers is asked for as the last one that has a number`() throws {
    let server = try server([], Answers.commons([]))
    #expect(try commons(server, page: .max).get().photos.isEmpty)
    #expect(try #require(server.requests.first).contains("&gsroffset=9223372036854775780"))
  }

  @Test func `details that come in another answer are asked for`() throws {
    let partial = """
      {"continue": {"iicontinue": "b.jpg|2", "gsroffset": 0, "continue": "gsroffset||"}, "query": {"pages": {
       "900": {"pageid": 900, "index": 1, "title": "File:One.jpg"}}}}
      """
    let server = try HostileServer { connection, number, _ in
      connection.respond(
        body: number == 0 ? Array(partial.utf8) : SearchAnswers.commons([.init("One")]))
    }
    let page = try commons(server).get()
    #expect(page.photos.map(\.name) == ["One"] && page.isLast)
    #expect(server.requests.count == 2 && server.requests[1].contains("&iicontinue=b.jpg%7C2"))
  }

  @Test func `an empty answer of Commons has no photos, and an error its reason`() throws {
    #expect(try commons(try server([], Answers.commons([]))).get().photos.isEmpty)
    let error =
      #"{"error": {"code": "cirrussearch-too-busy-error", "info": "Search is too busy", "*": "x"}}"#
    let failure = try commons(try server([], Array(error.utf8))).failure
    #expect(failure == .refused(status: 200, reason: "Search is too busy"))
    let limited = try server(
      ["Retry-After: 5"], Array(#"{"error": {"code": "ratelimited", "info": "x"}}"#.utf8))
    #expect(
      try commons(limited).failure?.description
        == "its search limit is reached; try again after 5 s")
  }

  @Test func `an unknown licence is none that allows anything`() throws {
    let server = try server(
      [], Answers.commons([.init("a", licence: ""), .init("b", licence: "GFDL")]))
    #expect(try commons(server, .commercial).get().photos.map(\.name) == ["b"])
    #expect(try commons(server).get().photos.count == 2)
  }

  @Test func `one request follows another`() throws {
    let running = Locked((now: 0, most: 0))
    let server = try HostileServer { connection, _, _ in
      running.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) }
      // The next one could come as soon as this one has its first bytes.
      connection.send("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n")
      connection.send(SearchAnswers.commons([]))
      running.withLock { $0.now -= 1 }
    }
    let search = CommonsSearch(try #require(SearchServer(at: server.url(""), fetcher)))
    let pages = (1...4).map { search.page($0, of: WebSearchQuery("x")) }
    let all: Single<[Result<WebSearchPage, WebSearchError>], Never> = .all(pages)
    _ = all.wait()
    #expect(server.requests.count == 4 && running.withLock { $0.most } == 1)
  }
}

extension Result {
  fileprivate var failure: Failure? {
    if case .failure(let failure) = self { failure } else { nil }
  }
}
