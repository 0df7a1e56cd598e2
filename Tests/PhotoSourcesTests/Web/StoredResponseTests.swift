import PhotoCodecs
import Testing

@testable import PhotoSources

/// How long a response may be used, and its form on the disk.
struct StoredResponseTests {
  private static let now = 1_800_000_000
  private static let date = "Fri, 15 Jan 2027 08:00:00 GMT"

  /// A response that is stored with a body if it is none of the redirects.
  private func response(_ headers: [String: String], status: Int = 200) -> StoredResponse {
    var response = StoredResponse(
      WebResponse(status: status, headers: headers, url: "http://a/"), received: Self.now,
      isPublic: true)
    if status == 200 {
      let digest = Digest(hexadecimal: String(repeating: "0f", count: 32))!
      response.body = StoredResponse.Body(digest: digest, size: 17)
    }
    return response
  }

  @Test(arguments: [
    (["cache-control": "max-age=100"], 100), (["cache-control": "private, Max-Age = \"100\""], 100),
    (["cache-control": "max-age=100", "etag": "\"a\""], 100),
    (["cache-control": "max-age=100, max-age=7"], 100),
    (["cache-control": "max-age=nonsense"], 0), (["cache-control": "max-age=-5"], 0),
    (["cache-control": "no-cache, max-age=100"], 0),
    // Its server can say whether it is still the same.
    (["etag": "\"a\""], 0), (["last-modified": date], 0), (["expires": date], 0),
    // Nothing is said.
    ([:], 86400), (["cache-control": "public"], 86400),
  ])
  func `a response is fresh for as long as it says`(_ headers: [String: String], _ lifetime: Int) {
    let response = response(headers)
    #expect(lifetime == 0 || response.isFresh(at: Self.now + lifetime - 1))
    #expect(!response.isFresh(at: Self.now + lifetime))
    // After the clock was set back.
    #expect(!response.isFresh(at: Self.now - 1))
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

  @Test(arguments: [301, 302, 307])
  func `a redirect is fresh only if its server says so`(_ status: Int) {
    #expect(!response(["location": "/b"], status: status).isFresh(at: Self.now))
    let lasting = response(["location": "/b", "cache-control": "max-age=9"], status: status)
    #expect(lasting.isFresh(at: Self.now))
  }

  @Test func `an answer that nothing has changed brings a new lifetime`() {
    var stored = response([
      "cache-control": "max-age=10", "etag": "\"a\"", "last-modified": Self.date,
    ])
    #expect(stored.validators == ["If-None-Match: \"a\"", "If-Modified-Since: \(Self.date)"])
    let answer = WebResponse(
      status: 304, headers: ["cache-control": "max-age=50", "location": "/x"], url: "http://a/")
    stored.update(from: answer, received: Self.now + 100)
    #expect(stored.isFresh(at: Self.now + 149) && !stored.isFresh(at: Self.now + 150))
    #expect(
      stored.status == 200 && stored.headers["etag"] == "\"a\"" && stored.headers["location"] == nil
    )
  }

  @Test func `it is read as it was written, and not when a part is missing`() throws {
    let stored = response(["etag": "W/\"a: b\"", "cache-control": "max-age=1"])
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
    #expect(
      StoredResponse(text.replacing("received \(Self.now)", with: "received \(Int.min)")) == nil)
  }
}
