import PhotoCodecs
import Testing

@testable import PhotoSources

/// How long a response may be used (RFC 9111), and its form on the disk.
struct StoredResponseTests {
  private static let now = 1_800_000_000
  private static let date = "Fri, 15 Jan 2027 08:00:00 GMT"

  private func response(_ headers: [String: String], status: Int = 200, requested: Int = now)
    -> StoredResponse
  {
    StoredResponse(
      WebResponse(status: status, headers: headers, url: "http://a/"), requested: requested,
      received: Self.now,
      isPublic: true)
  }

  @Test func `the date used here is now`() { #expect(HTTPDate.seconds(Self.date) == Self.now) }

  @Test(arguments: [
    (["cache-control": "max-age=100"], 100), (["cache-control": "private, Max-Age = \"100\""], 100),
    (["cache-control": "max-age=100", "age": "40"], 60),
    (["cache-control": "max-age=100, max-age=7"], 100),
    (["cache-control": "max-age=nonsense"], 0), (["cache-control": "no-cache, max-age=100"], 0),
    (["cache-control": "s-maxage=100"], 0), ([:], 0),
    (["expires": "Fri, 15 Jan 2027 08:01:40 GMT", "date": date], 100),
    (["expires": "0", "date": date], 0),
    (["expires": "Fri, 15 Jan 2027 08:01:40 GMT", "cache-control": "max-age=5"], 5),
    // A tenth of its age, a day at most.
    (["last-modified": "Fri, 15 Jan 2027 07:00:00 GMT", "date": date], 360),
    (["last-modified": "Fri, 15 Jan 1999 07:00:00 GMT", "date": date], 86400),
    // It took 30 seconds on its way.
    (["cache-control": "max-age=100", "date": "Fri, 15 Jan 2027 07:59:30 GMT"], 70),
  ])
  func `a response is fresh for as long as it says`(_ headers: [String: String], _ lifetime: Int) {
    let response = response(headers)
    #expect(lifetime == 0 || response.isFresh(at: Self.now + lifetime - 1))
    #expect(!response.isFresh(at: Self.now + lifetime))
    // After the clock was set back.
    #expect(!response.isFresh(at: Self.now - 1))
  }

  @Test func `the time that a request takes counts`() {
    let slow = response(["cache-control": "max-age=100", "age": "10"], requested: Self.now - 20)
    #expect(slow.isFresh(at: Self.now + 69) && !slow.isFresh(at: Self.now + 70))
  }

  @Test(
    arguments: [
      (200, [:], true), (200, ["cache-control": "no-store"], false), (200, ["vary": "*"], false),
      (206, [:], false), (404, [:], false), (301, ["location": "/b"], true),
      (302, ["location": "/b"], true),
      (302, ["location": "/b", "cache-control": "max-age=9"], true), (500, [:], false),
    ] as [(Int, [String: String], Bool)])
  func `only what may be stored is`(_ status: Int, _ headers: [String: String], _ may: Bool) {
    #expect(response(headers, status: status).mayBeStored == may)
  }

  @Test(arguments: [302, 307])
  func `a redirect for once is fresh only if its server says so`(_ status: Int) {
    let modified = [
      "location": "/b", "last-modified": "Fri, 15 Jan 1999 07:00:00 GMT", "date": Self.date,
    ]
    #expect(!response(modified, status: status).isFresh(at: Self.now))
    #expect(response(modified, status: 301).isFresh(at: Self.now))
    #expect(
      response(["location": "/b", "cache-control": "max-age=9"], status: status).isFresh(
        at: Self.now))
  }

  @Test func `an answer that nothing has changed brings a new lifetime`() throws {
    var stored = response([
      "cache-control": "max-age=10", "etag": "\"a\"", "age": "9", "last-modified": Self.date,
    ])
    stored.body = StoredResponse.Body(
      digest: try #require(Digest(hexadecimal: String(repeating: "a", count: 64))), size: 3)
    #expect(stored.validators == ["If-None-Match: \"a\"", "If-Modified-Since: \(Self.date)"])
    let answer = WebResponse(
      status: 304, headers: ["cache-control": "max-age=50", "location": "/x"], url: "http://a/")
    stored.update(from: answer, requested: Self.now + 100, received: Self.now + 100)
    #expect(stored.isFresh(at: Self.now + 149) && !stored.isFresh(at: Self.now + 150))
    #expect(
      stored.status == 200 && stored.headers["etag"] == "\"a\"" && stored.headers["location"] == nil
    )
  }

  @Test func `it is read as it was written, and not when a part is missing`() throws {
    var stored = response(["etag": "W/\"a: b\"", "cache-control": "max-age=1"])
    stored.body = StoredResponse.Body(
      digest: try #require(Digest(hexadecimal: String(repeating: "0f", count: 32))), size: 17)
    let text = stored.text
    #expect(StoredResponse(text) == stored)
    for length in 0..<text.utf8.count {
      #expect(StoredResponse(String(text.prefix(length))) == nil)
    }
    #expect(StoredResponse(text.replacing("0f0f", with: "../.", maxReplacements: 1)) == nil)
    #expect(StoredResponse(text.replacing("cache 1", with: "cache 2")) == nil)
    for (part, other) in [
      ("body ", "bodu "), ("size ", "sixe "), ("size 17", "size 1z"), ("200", "404"),
      ("200", "301"),
    ] {
      #expect(StoredResponse(text.replacing(part, with: other)) == nil, "\(other)")
    }
    let redirect = response(["location": "/b"], status: 301)
    #expect(StoredResponse(redirect.text) == redirect)
    for time in ["requested", "received"] {
      #expect(
        StoredResponse(text.replacing("\(time) \(Self.now)", with: "\(time) \(Int.min)")) == nil)
    }
  }

  @Test(
    arguments: [
      ("Sun, 06 Nov 1994 08:49:37 GMT", 784_111_777),
      ("Sunday, 06-Nov-94 08:49:37 GMT", 784_111_777),
      ("Sun Nov  6 08:49:37 1994", 784_111_777), ("", nil), ("0", nil), ("Sun, 06 Nov", nil),
      ("Sun, 41 Nov 1994 08:49:37 GMT", nil), ("Sun, 06 Nov 1994 08:49 GMT", nil),
      ("a b c d e f", nil),
    ] as [(String, Int?)])
  func `dates are read in all their forms`(_ text: String, _ seconds: Int?) {
    #expect(HTTPDate.seconds(text) == seconds)
  }
}
