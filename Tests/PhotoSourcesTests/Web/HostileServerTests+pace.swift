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

extension HostileServerTests {
  @Test func `a server's wish to wait is respected, and told where it is too long`() throws {
    let server = try HostileServer { connection, number, _ in
      if number == 1 { return connection.respond(body: Self.png) }
      connection.respond("503 Busy", ["Retry-After: 0"])
    }
    #expect(try bench.bytes(server.url("a")) == Self.png)
    let patient = try HostileServer { connection, _, _ in
      connection.respond("429 Busy", ["Retry-After: 31"])
    }
    guard case .status(let response) = bench.failure(patient.url("a")) else {
      Issue.record("it was fetched")
      return
    }
    #expect(response.retryAfter == .seconds(31) && patient.requests.count == 1)
    let broken = try HostileServer { connection, _, _ in connection.respond("500 Broken") }
    _ = bench.failure(broken.url("a"))
    #expect(broken.requests.count == 3)
    // Programs that ask for short answers see it as a response.
    let (limited, body) = try bench.fetcher().bytes(at: patient.url("b")).wait().get()
    #expect(limited.status == 429 && limited["retry-after"] == "31" && body.isEmpty)
  }

  @Test func `cancelling aborts the transfer and leaves nothing`() throws {
    let hasBegun = DispatchSemaphore(value: 0)
    let isClosed = DispatchSemaphore(value: 0)
    let server = try HostileServer { connection, _, _ in
      connection.send("HTTP/1.1 200 OK\r\n\r\n")
      connection.send(Self.png)
      hasBegun.signal()
      connection.waitForClose()
      isClosed.signal()
    }
    let fetcher = bench.fetcher()
    let subscription = fetcher.photo(at: server.url("a")).sink { _ in
    } receiveValue: { _ in
    }
    #expect(hasBegun.waitForSignal())
    subscription.cancel()
    #expect(isClosed.waitForSignal())
    // The file goes after the connection.
    #expect(eventually { bench.names("incoming").isEmpty })
    #expect(bench.names("bodies").isEmpty)
  }

  @Test func `a transfer that is cancelled before it is started ends at once`() throws {
    let server = try HostileServer { connection, _, _ in connection.waitForClose() }
    let url = server.url("a")
    let (loop, ended) = (TransferLoop(), DispatchSemaphore(value: 0))
    let transfer = Transfer(
      try Hop(url), bench.policy, MemoryReceiver(limit: 100), progress: Relay(FetchProgress()),
      end: { result in
        if result == nil { ended.signal() }
      })
    loop.cancel(transfer)
    loop.start(transfer)
    #expect(ended.waitForSignal())
    #expect(server.requests.isEmpty)
  }

  @Test func `six transfers run at once, four of them from one host`() throws {
    let arrived = DispatchSemaphore(value: 0)
    let mayGo = DispatchSemaphore(value: 0)
    let server = try HostileServer { connection, _, _ in
      arrived.signal()
      #expect(mayGo.waitForSignal())
      connection.respond(body: Self.png)
    }
    let photos = WebPhotos(bench.fetcher())
    let urls =
      (0..<7).map { server.url("\($0)") } + (0..<3).map { server.url("\($0)", host: "localhost") }
    let fetching = photos.files(at: urls) as FetchBench.Files
    let ended = DispatchSemaphore(value: 0)
    let fetched = Locked(0)
    let subscription = fetching.sink { _ in
      ended.signal()
    } receiveValue: { results in
      fetched.withLock { $0 = results.count { (try? $0.get()) != nil } }
    }
    for _ in 0..<6 { #expect(arrived.waitForSignal()) }
    #expect(server.requests.count == 6)
    #expect(server.requests.count { $0.contains("Host: localhost") } == 2)
    for _ in 0..<urls.count { mayGo.signal() }
    #expect(ended.waitForSignal())
    subscription.cancel()
    #expect(fetched.withLock { $0 } == urls.count)
    #expect(server.requests.count == urls.count)
  }

  @Test func `the same URL is fetched once for all who ask, also ahead of them`() throws {
    let server = try HostileServer { connection, _, _ in connection.respond(body: Self.png) }
    let photos = WebPhotos(WebFetcher(bench.policy))
    let url = server.url("a")
    photos.expect([url, url])
    let results = (photos.files(at: [url, url, url]) as FetchBench.Files).wait().get()
    #expect(results.count { (try? $0.get()) != nil } == 3)
    #expect(Set(results.compactMap { try? $0.get() }).count == 1)
    photos.release([url])
    _ = try photos.file(at: url).wait().get()
    #expect(server.requests.count == 1)
    photos.release([url])
    _ = try photos.file(at: url).wait().get()
    #expect(server.requests.count == 2)
  }

  @Test func `closing stops what is fetched ahead`() throws {
    let hasBegun = DispatchSemaphore(value: 0)
    let isClosed = DispatchSemaphore(value: 0)
    let server = try HostileServer { connection, _, _ in
      hasBegun.signal()
      connection.waitForClose()
      isClosed.signal()
    }
    let photos = WebPhotos(bench.fetcher())
    photos.expect([server.url("a")])
    #expect(hasBegun.waitForSignal())
    photos.close()
    #expect(isClosed.waitForSignal())
  }

  @Test func `hosts and URLs that don't exist are told apart`() {
    #expect(bench.failure("http://nothing.invalid/a") == .noSuchHost)
    #expect(bench.failure("http://127.0.0.1:1/a") == .unreachable)
    #expect(bench.failure("http:///a b") == .notAURL)
    #expect(bench.failure("ftp://127.0.0.1/a") == .scheme)
  }
}
