import PhotoCodecs
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

@testable import PhotoSources

/// Fetching from a real server.
@Suite(.enabled(if: Nginx.isInstalled, "\(Nginx.reason)"))
struct WebFetcherTests {
  var bench: FetchBench
  let server: Nginx

  init() throws {
    bench = try FetchBench()
    server = try Nginx()
    try server.write(FetchBench.png, to: "a.png")
  }

  @Test func `a picture is fetched, and its copy outlives its file`() throws {
    let copy = try bench.fetcher().photo(at: server.url("fresh/a.png")).wait().get()
    _ = try bench.cache.clear()
    #expect(try copy.bytes() == FetchBench.png)
    #expect(copy.size == FetchBench.png.count && bench.names("bodies").isEmpty)
  }

  @Test func `a fresh response is used without asking its server`() throws {
    for _ in 0..<3 { #expect(try bench.bytes(server.url("fresh/a.png#x")) == FetchBench.png) }
    #expect(server.requests == ["GET /fresh/a.png 200 \(FetchBench.png.count)"])
    #expect(try bench.bytes(server.url("fresh/a.png"), .refresh) == FetchBench.png)
    #expect(server.requests.last == "GET /fresh/a.png 304 0")
  }

  @Test func `a stale response is asked about, and its body isn't sent again`() throws {
    for _ in 0..<2 { #expect(try bench.bytes(server.url("stale/a.png")) == FetchBench.png) }
    #expect(
      server.requests == ["GET /stale/a.png 200 \(FetchBench.png.count)", "GET /stale/a.png 304 0"])
    #expect(try bench.bytes(server.url("stale/a.png"), .offline) == FetchBench.png)
    #expect(server.requests.count == 2)
  }

  @Test func `a response of no stated lifetime is asked about if that is cheap, and kept if not`()
    throws
  {
    for _ in 0..<2 { #expect(try bench.bytes(server.url("a.png")) == FetchBench.png) }
    #expect(server.requests == ["GET /a.png 200 \(FetchBench.png.count)", "GET /a.png 304 0"])
    let silent = try HostileServer { connection, _, _ in connection.respond(body: FetchBench.png) }
    for _ in 0..<2 { #expect(try bench.bytes(silent.url("a.png")) == FetchBench.png) }
    #expect(silent.requests.count == 1)
  }

  @Test func `a picture that was replaced is fetched anew`() throws {
    _ = try bench.bytes(server.url("stale/a.png"))
    let other = FetchBench.png + [1, 2, 3]
    try server.write(other, to: "a.png")
    #expect(try bench.bytes(server.url("stale/a.png")) == other)
  }

  @Test func `what must not be stored isn't`() throws {
    #expect(try bench.bytes(server.url("private/a.png")) == FetchBench.png)
    #expect(
      bench.names("bodies").isEmpty && bench.names("entries").isEmpty
        && bench.names("incoming").isEmpty)
    #expect(bench.failure(server.url("private/a.png"), .offline) == .notCached)
  }

  @Test func `what must no longer be stored is forgotten where it was`() throws {
    let server = try HostileServer { connection, number, _ in
      connection.respond(
        "200 OK", ["Cache-Control: \(number == 0 ? "max-age=0" : "no-store")"],
        body: FetchBench.png + [UInt8(number)])
    }
    let url = server.url("a.png")
    #expect(try bench.bytes(url) == FetchBench.png + [0])
    #expect(try bench.bytes(url, .offline) == FetchBench.png + [0])
    #expect(try bench.bytes(url) == FetchBench.png + [1])
    #expect(bench.names("entries").isEmpty && bench.names("incoming").isEmpty)
    #expect(bench.failure(url, .offline) == .notCached)
  }

  @Test func `a compressed body is inflated`() throws {
    let flat = [UInt8](FetchBench.png.prefix(8)) + [UInt8](repeating: 0, count: 100_000)
    try server.write(flat, to: "flat.png")
    #expect(try bench.bytes(server.url("gzip/flat.png")) == flat)
    let sent = server.requests[0].split(separator: " ").last.flatMap { Int($0) } ?? 0
    #expect(sent > 0 && sent < 5000)
  }

  @Test func `the limit is counted after inflating`() throws {
    var bench = bench
    bench.policy.maxBodyBytes = 20_000
    try server.write(
      [UInt8](FetchBench.png.prefix(8)) + [UInt8](repeating: 0, count: 100_000), to: "flat.png")
    #expect(bench.failure(server.url("gzip/flat.png")) == .tooLarge(limit: 20_000))
    #expect(bench.failure(server.url("flat.png")) == .tooLarge(limit: 20_000))
    #expect(bench.names("incoming").isEmpty)
  }

  @Test func `statuses are told apart`() throws {
    for (path, status) in [("nothing.png", 404), ("gone/a.png", 410), ("locked/a.png", 401)] {
      guard case .status(let response) = bench.failure(server.url(path)) else {
        Issue.record("\(path) was fetched")
        continue
      }
      #expect(response.status == status)
    }
    let (response, _) = try bench.fetcher().bytes(at: server.url("gone/")).wait().get()
    #expect(response.status == 410 && response["server"]?.hasPrefix("nginx") == true)
  }

  @Test func `a name and a password are sent to their server only`() throws {
    try server.folder.write("ann:{PLAIN}secret\n".utf8, to: "users")
    let port = server.port
    #expect(try bench.bytes("http://ann:secret@127.0.0.1:\(port)/locked/a.png") == FetchBench.png)
    // A relative redirect stays on the server.
    #expect(
      try bench.bytes("http://ann:secret@127.0.0.1:\(port)/away/?to=locked/a.png") == FetchBench.png
    )
    let other = try HostileServer { connection, _, _ in
      connection.respond("302 Found", ["Location: http://127.0.0.1:\(port)/locked/a.png"])
    }
    guard case .status(let response) = bench.failure("http://ann:secret@127.0.0.1:\(other.port)/")
    else {
      Issue.record("the password went to another server")
      return
    }
    #expect(response.status == 401)
  }

  @Test func `a certificate must be trusted, and be that of the host`() throws {
    var bench = bench
    guard case .certificate = bench.failure(server.secureURL("a.png")) else {
      Issue.record("an unknown certificate was trusted")
      return
    }
    bench.policy.authorities = server.authority
    #expect(try bench.bytes(server.secureURL("a.png")) == FetchBench.png)
    guard case .certificate = bench.failure(server.secureURL("a.png", host: "127.0.0.1")) else {
      Issue.record("another host's certificate was trusted")
      return
    }
    bench.policy.authorities = "/nothing"
    #expect(bench.failure(server.secureURL("b.png")) == .authorities("/nothing"))
  }

  @Test func `no redirect leads from https to http`() throws {
    var bench = bench
    bench.policy.authorities = server.authority
    #expect(bench.failure(server.secureURL("unencrypted/?to=a.png")) == .redirect(.unencrypted))
    #expect(try bench.bytes(server.url("away/?to=a.png")) == FetchBench.png)
  }

  @Test func `lasting redirects are remembered`() throws {
    for _ in 0..<2 { _ = try bench.bytes(server.url("moved/?to=fresh/a.png")) }
    // Without a lifetime it is asked for again, but answers nothing that is new.
    #expect(server.requests.count { $0.hasPrefix("GET /fresh") } == 1)
    #expect(try bench.bytes(server.url("moved/?to=fresh/a.png"), .offline) == FetchBench.png)
  }

  @Test func `a server that gets too many requests is asked again later`() throws {
    let photos = WebPhotos(bench.fetcher())
    let urls = (0..<4).map { server.url("limited/a.png?\($0)") }
    let results = (photos.files(at: urls) as FetchBench.Files).wait().get()
    #expect(results.contains { (try? $0.get()) != nil })
    #expect(server.requests.contains { $0.contains(" 429 ") })
  }

  @Test func `short answers come in memory, with their header`() throws {
    try server.folder.write("{\"a\": 1}".utf8, to: "www/a.json")
    let fetcher = bench.fetcher()
    let (response, bytes) = try fetcher.bytes(at: server.url("fresh/a.json")).wait().get()
    #expect(response.status == 200 && response["Cache-Control"] == "max-age=1000")
    #expect(bytes == Array("{\"a\": 1}".utf8) && bench.names("entries").isEmpty)
    guard case .failure(let error) = fetcher.bytes(at: server.url("a.png"), limit: 100).wait()
    else {
      Issue.record("more than the limit was taken")
      return
    }
    #expect(error == .tooLarge(limit: 100))
  }

  @Test func `nobody else may read the cache`() throws {
    _ = try bench.bytes(server.url("fresh/a.png"))
    for folder in ["", "bodies", "entries", "incoming"] {
      let path = bench.folder.path(of: FilePath("cache").pushing(FilePath(folder)))
      #expect(try path.stat().permissions == .ownerReadWriteExecute)
    }
    for folder in ["bodies", "entries"] {
      let names = bench.names(folder)
      #expect(names.count == 1)
      for name in names {
        #expect(
          try bench.folder.path(of: FilePath("cache/\(folder)/\(name)")).stat().permissions
            == .ownerReadWrite)
      }
    }
  }
}
