import Dispatch
import Glibc
import OpenCombine
import PhotoCodecs
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing
import ThreadPool

@testable import PhotoSources

/// Servers that break, stall or lie.
struct HostileServerTests {
  var bench: FetchBench

  init() throws { bench = try FetchBench() }

  static let png = FetchBench.png

  /// A server of pictures that keeps connections open, and notes the first request of each.
  static func lastingServer() throws -> HostileServer {
    try HostileServer { connection, _, _ in
      repeat {
        connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(png.count)\r\n\r\n")
        connection.send(png)
      } while connection.readRequest()
    }
  }

  @Test func `a header that never ends is too long`() throws {
    let server = try HostileServer { connection, _, _ in
      connection.send("HTTP/1.1 200 OK\r\n")
      while connection.send("X-Line: \(String(repeating: "x", count: 1000))\r\n") {}
    }
    #expect(bench.failure(server.url("a")) == .headerTooLong(64 << 10))
    let line = try HostileServer { connection, _, _ in
      connection.send("HTTP/1.1 200 OK\r\nX-Line: ")
      while connection.send(String(repeating: "x", count: 10_000)) {}
    }
    #expect(bench.failure(line.url("a")) == .protocolViolation)
    #expect(bench.names("incoming").isEmpty)
  }

  @Test func `a server that sends nothing, or drips, is too slow`() throws {
    var bench = bench
    bench.policy.lowSpeedTime = .seconds(1)
    let silent = try HostileServer { connection, _, _ in connection.waitForClose() }
    let dripping = try HostileServer { connection, _, _ in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 1000000\r\n\r\n")
      connection.send(Self.png)
      connection.waitForClose()
    }
    let photos = WebPhotos(bench.fetcher())
    let results = (photos.files(at: [silent.url("a"), dripping.url("b")]) as FetchBench.Files)
      .wait().get()
    for result in results {
      #expect(throws: FetchError.tooSlow(bytes: 1000, seconds: 1)) { try result.get() }
    }
    #expect(bench.names("incoming").isEmpty)
  }

  @Test func `a whole transfer has a time limit`() throws {
    var bench = bench
    bench.policy.transferTimeout = .milliseconds(50)
    let server = try HostileServer { connection, _, _ in connection.waitForClose() }
    #expect(bench.failure(server.url("a")) == .timeout(.milliseconds(50)))
  }

  @Test func `the time limit doesn't count what a transfer waits for its turn`() throws {
    var bench = bench
    bench.policy.maxTransfers = 1
    bench.policy.retryDelays = []
    let server = try HostileServer { connection, _, head in
      if head.hasPrefix("GET /stalls") { return connection.waitForClose() }
      connection.respond(body: Self.png)
    }
    // If the wait counted, no limit would be long enough; on a busy machine a short one may not be.
    let wasInTime = [1, 5, 60].contains { seconds in
      bench.policy.transferTimeout = .seconds(seconds)
      let photos = WebPhotos(bench.fetcher())
      let urls = [server.url("stalls\(seconds)"), server.url("a\(seconds)")]
      let results = (photos.files(at: urls) as FetchBench.Files).wait().get()
      #expect(throws: FetchError.timeout(.seconds(seconds))) { try results[0].get() }
      return (try? results[1].get().bytes()) == Self.png
    }
    #expect(wasInTime)
  }

  @Test func `a connection that breaks in the middle is tried twice more`() throws {
    let server = try HostileServer { connection, number, _ in
      guard number < 2 else { return connection.respond(body: Self.png) }
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: \(Self.png.count)\r\n\r\n")
      connection.send(Array(Self.png.prefix(500)))
      connection.resetOnClose()
    }
    #expect(try bench.bytes(server.url("a")) == Self.png)
    #expect(server.requests.count == 3)
    let broken = try HostileServer { connection, _, _ in
      connection.send("HTTP/1.1 200 OK\r\nContent-Length: 5000\r\n\r\n")
      connection.send(Self.png)
    }
    #expect(bench.failure(broken.url("a")) == .connectionLost)
    #expect(broken.requests.count == 3 && bench.names("incoming").isEmpty)
  }

  @Test func `a connection that breaks during the handshake is lost, and tried twice more`() throws
  {
    let server = try HostileServer(readsHead: false) { connection, _, _ in connection.resetOnClose()
    }
    #expect(bench.failure("https://127.0.0.1:\(server.port)/a") == .connectionLost)
    #expect(server.requests.count == 3)
    let speechless = try HostileServer(readsHead: false) { connection, _, _ in
      connection.send("HTTP/1.1 400 Bad Request\r\n\r\n")
      connection.waitForClose()
    }
    guard case .certificate = bench.failure("https://127.0.0.1:\(speechless.port)/a") else {
      Issue.record("it was taken for a lost connection")
      return
    }
    #expect(speechless.requests.count == 1)
  }

  @Test func `a body without an end stops at the limit`() throws {
    var bench = bench
    bench.policy.maxBodyBytes = 1 << 20
    let server = try HostileServer { connection, _, _ in
      connection.send("HTTP/1.1 200 OK\r\n\r\n")
      connection.send(Self.png)
      while connection.send([UInt8](repeating: 7, count: 1 << 16)) {}
    }
    #expect(bench.failure(server.url("a")) == .tooLarge(limit: 1 << 20))
  }

  @Test func `a page in place of a picture is dropped at its first bytes`() throws {
    let isClosed = DispatchSemaphore(value: 0)
    let server = try HostileServer { connection, _, _ in
      connection.send("HTTP/1.1 200 OK\r\nContent-Type: image/png\r\n\r\n<html><body>")
      // More would be sent; the client must not wait for it.
      connection.waitForClose()
      isClosed.signal()
    }
    #expect(bench.failure(server.url("a")) == .notAPicture)
    #expect(isClosed.waitForSignal())
    let short = try HostileServer { connection, _, _ in connection.respond(body: [0x89, 0x50]) }
    #expect(bench.failure(short.url("a")) == .notAPicture)
  }

  @Test func `a length that contradicts itself is not HTTP, and one that comes twice is`() throws {
    let count = Self.png.count
    for lengths in [["\(count)", "20"], ["20", "\(count)"], ["\(count), 20"], ["\(count)", "x"]] {
      let server = try HostileServer { connection, _, _ in
        connection.send(
          "HTTP/1.1 200 OK\r\n\(lengths.map { "Content-Length: \($0)\r\n" }.joined())\r\n")
        connection.send(Self.png)
      }
      #expect(bench.failure(server.url("a")) == .protocolViolation, "\(lengths)")
      #expect(bench.names("bodies").isEmpty && bench.names("incoming").isEmpty)
    }
    let twice = try HostileServer { connection, _, _ in
      connection.respond("200 OK", ["Content-Length: \(count)"], body: Self.png)
    }
    #expect(try bench.bytes(twice.url("a")) == Self.png)
  }

  @Test func `a part that nobody asked for is no picture`() throws {
    let server = try HostileServer { connection, _, _ in
      connection.respond(
        "206 Partial Content", ["Content-Range: bytes 0-\(Self.png.count - 1)/5000"], body: Self.png
      )
    }
    guard case .status(let response) = bench.failure(server.url("a")) else {
      Issue.record("it counts as whole")
      return
    }
    #expect(response.status == 206 && bench.names("bodies").isEmpty)
  }

  @Test func `what isn't HTTP, or isn't compressed as it says, is reported`() throws {
    let noise = try HostileServer { connection, _, _ in
      connection.send("\u{1}\u{2}\u{3} hello\r\n\r\n")
    }
    #expect(bench.failure(noise.url("a")) == .protocolViolation)
    let bad = try HostileServer { connection, _, _ in
      connection.respond("200 OK", ["Content-Encoding: gzip"], body: Self.png)
    }
    #expect(bench.failure(bad.url("a")) == .damaged)
  }

  @Test(arguments: [
    ("file:///etc/passwd", FetchError.redirect(.scheme)), ("ftp://127.0.0.1/", .redirect(.scheme)),
    ("http://", .redirect(.noTarget)), ("", .redirect(.noTarget)),
  ])
  func `a redirect to something else than the web is not followed`(
    _ target: String, _ error: FetchError
  ) throws {
    let server = try HostileServer { connection, _, _ in
      connection.respond("302 Found", ["Location: \(target)"])
    }
    #expect(bench.failure(server.url("a")) == error)
  }

  @Test func `five redirects are followed, and no more`() throws {
    let server = try HostileServer { connection, number, _ in
      if number == 5 { return connection.respond(body: Self.png) }
      connection.respond("302 Found", ["Location: /\(number)?secret"])
    }
    #expect(try bench.bytes(server.url("a")) == Self.png)
    let loop = try HostileServer { connection, _, _ in
      connection.respond("301 Moved", ["Location: /a"])
    }
    #expect(bench.failure(loop.url("a")) == .redirect(.tooMany(5)))
    #expect(loop.requests.count == 6)
  }

  @Test func `a redirect for once is followed without the web, and asked for again with it`() throws
  {
    let server = try HostileServer { connection, _, head in
      if head.hasPrefix("GET /a") { return connection.respond("302 Found", ["Location: /b"]) }
      connection.respond("200 OK", ["Cache-Control: max-age=100"], body: Self.png)
    }
    for _ in 0..<2 { _ = try bench.bytes(server.url("a")) }
    #expect(server.requests.map { $0.prefix(6) } == ["GET /a", "GET /b", "GET /a"])
    #expect(try bench.bytes(server.url("a"), .offline) == Self.png)
    #expect(server.requests.count == 3)
  }

  @Test func `private addresses can be refused`() throws {
    var bench = bench
    bench.policy.refusesPrivateAddresses = true
    let server = try HostileServer { connection, _, _ in connection.respond(body: Self.png) }
    for host in ["127.0.0.1", "localhost", "0x7f.1", "[::ffff:127.0.0.1]"] {
      #expect(bench.failure(server.url("a", host: host)) == .privateAddress, "\(host)")
    }
    #expect(server.requests.isEmpty)
  }

  @Test func `fetchers with other policies share connections, but not those to private addresses`()
    throws
  {
    let server = try Self.lastingServer()
    let fetcher = bench.fetcher()
    _ = try fetcher.photo(at: server.url("a")).wait().get()
    _ = try fetcher.with { $0.userAgent = "other" }.photo(at: server.url("b")).wait().get()
    #expect(server.requests.count == 1)
    let careful = fetcher.with { $0.refusesPrivateAddresses = true }
    #expect(throws: FetchError.privateAddress) {
      try careful.photo(at: server.url("c")).wait().get()
    }
    #expect(server.requests.count == 1)
  }

  @Test func `a connection to a public address is also used by who refuses others`() throws {
    var bench = bench
    bench.policy.isPublic = { _ in true }
    let server = try Self.lastingServer()
    let fetcher = bench.fetcher()
    _ = try fetcher.photo(at: server.url("a")).wait().get()
    _ = try fetcher.with { $0.refusesPrivateAddresses = true }.photo(at: server.url("b")).wait()
      .get()
    #expect(server.requests.count == 1)
  }

  @Test func `a search doesn't wait for photos of the same server`() throws {
    let (isAsked, isAnswered) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let server = try HostileServer { connection, _, head in
      if !head.contains("/search") {
        isAsked.signal()
        // No photo comes before the search is answered.
        guard isAnswered.wait(timeout: .now() + 20) == .success else { return }
      }
      isAnswered.signal()
      connection.respond(body: Self.png)
    }
    let fetcher = bench.fetcher()
    let photos: FetchBench.Files = .all((0..<12).map { fetcher.photo(at: server.url("\($0)")) })
    let fetched = Locked(0)
    let isFetched = DispatchSemaphore(value: 0)
    let subscription = photos.sink { results in
      fetched.withLock { $0 = results.count { (try? $0.get()) != nil } }
      isFetched.signal()
    }
    for _ in 0..<bench.policy.maxTransfersToHost { isAsked.wait() }
    _ = try fetcher.with { $0 = $0.forSearching }.photo(at: server.url("search")).wait().get()
    #expect(isFetched.waitForSignal() && fetched.withLock(\.self) == 12)
    subscription.cancel()
  }

  @Test func `a photo that is unchanged stays refused where it was stored from a private address`()
    throws
  {
    var bench = bench
    let isPublic = Locked(false)
    bench.policy.isPublic = { _ in isPublic.withLock(\.self) }
    let server = try HostileServer { connection, number, _ in
      if number == 0 {
        connection.respond("200 OK", ["ETag: \"1\""], body: Self.png)
      } else {
        connection.respond("304 Not Modified", ["ETag: \"1\""])
      }
    }
    _ = try bench.bytes(server.url("a"))
    isPublic.withLock { $0 = true }
    bench.policy.refusesPrivateAddresses = true
    #expect(bench.failure(server.url("a")) == .privateAddress)
  }

  @Test func `fetchers with other policies count their transfers to a host together`() throws {
    var bench = bench
    bench.policy.maxTransfersToHost = 1
    let (arrived, mayGo) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let server = try HostileServer { connection, _, _ in
      arrived.signal()
      #expect(mayGo.waitForSignal())
      connection.respond(body: Self.png)
    }
    let other = try HostileServer { connection, _, _ in connection.respond(body: Self.png) }
    let fetcher = bench.fetcher()
    let fetchers = [fetcher, fetcher.with { $0.userAgent = "other" }]
    let photos: FetchBench.Files = .all(
      (0..<6).map { fetchers[$0 % 2].photo(at: server.url("\($0)")) })
    let fetched = Locked(0)
    let isFetched = DispatchSemaphore(value: 0)
    let subscription = photos.sink { results in
      fetched.withLock { $0 = results.count { (try? $0.get()) != nil } }
      isFetched.signal()
    }
    for number in 1...6 {
      #expect(arrived.waitForSignal())
      // What is asked for later comes from another host meanwhile; all that may come from this one
      // was begun before.
      for fetcher in fetchers {
        _ = try fetcher.photo(at: other.url("\(number)", host: "localhost")).wait().get()
      }
      #expect(server.requests.count == number)
      mayGo.signal()
    }
    #expect(isFetched.waitForSignal() && fetched.withLock(\.self) == 6)
    subscription.cancel()
  }

  @Test func `what was stored from a private address stays refused`() throws {
    var bench = bench
    let server = try HostileServer { connection, _, _ in
      connection.respond("200 OK", ["Cache-Control: max-age=100"], body: Self.png)
    }
    _ = try bench.bytes(server.url("a"))
    bench.policy.refusesPrivateAddresses = true
    #expect(bench.failure(server.url("a")) == .privateAddress)
  }

  @Test func `no redirect leads from a public to a private address`() throws {
    var bench = bench
    // 127.0.0.2 stands for the public web.
    bench.policy.isPublic = { $0.bytes == [127, 0, 0, 2] }
    let inner = try HostileServer { connection, _, _ in connection.respond(body: Self.png) }
    let outer = try HostileServer(on: "127.0.0.2") { [port = inner.port] connection, number, head in
      connection.respond(
        "301 Moved", ["Cache-Control: max-age=100", "Location: http://127.0.0.1:\(port)/a"])
    }
    // A connection to the private address is open already; and the second time the redirect comes
    // from the cache.
    let fetcher = bench.fetcher()
    _ = try fetcher.photo(at: inner.url("b")).wait().get()
    for _ in 0..<2 {
      #expect(throws: FetchError.redirect(.privateAddress)) {
        try fetcher.photo(at: outer.url("a", host: "127.0.0.2")).wait().get()
      }
    }
    #expect(inner.requests.count == 1 && outer.requests.count == 1)
  }
}
