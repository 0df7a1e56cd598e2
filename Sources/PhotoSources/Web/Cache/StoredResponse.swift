internal import PhotoCodecs

/// A response as the cache remembers it: which body it has, and what decides how long it may be
/// used.
struct StoredResponse: Hashable, Sendable {
  /// Identifies the body's file.
  struct Body: Hashable, Sendable {
    /// 64 lower-case hexadecimal digits of its SHA-256.
    let digest: Digest
    /// In bytes.
    let size: Int
  }

  /// The header lines that are stored.
  private static let kept: Set<String> = [
    "cache-control", "content-type", "etag", "expires", "last-modified", "location", "vary",
  ]

  let status: Int
  private(set) var headers: [String: String]
  /// When it arrived, or was last said to be still valid, in seconds since 1970.
  private(set) var received: Int
  /// Whether the server's address was public.
  let isPublic: Bool
  /// Nil for a redirect.
  var body: Body?

  init(_ response: WebResponse, received: Int, isPublic: Bool) {
    status = response.status
    headers = response.headers.filter { Self.kept.contains($0.key) }
    self.received = received
    self.isPublic = isPublic
  }

  func response(from url: WebURL) -> WebResponse {
    WebResponse(status: status, headers: headers, url: url.text)
  }

  // MARK: What may be stored

  /// Whether it may be stored at all: a success with a whole body, or a redirect.
  var mayBeStored: Bool {
    guard !directives.keys.contains("no-store"), headers["vary"] != "*" else { return false }
    return Self.successes.contains(status) || Self.redirects.contains(status)
  }

  private static let successes: Set = [200, 203]
  private static let redirects: Set = [301, 302, 307, 308]

  // MARK: How long it may be used

  /// Whether it may be used without asking its server.
  ///
  /// - Parameter now: in seconds since 1970.
  func isFresh(at now: Int) -> Bool {
    // If the clock was set back, the response's age is unknown.
    now >= received && now - received < lifetime
  }

  /// How long it may be used without asking its server, in seconds: as long as the server says. If
  /// it doesn't say that, it is always asked about a redirect, and about a photo of which it can
  /// tell that nothing has changed; about any other photo once a day.
  private var lifetime: Int {
    if directives.keys.contains("no-cache") { return 0 }
    if let maxAge = directives["max-age"] { return Int(maxAge) ?? 0 }
    let isRedirect = body == nil
    let shouldAsk = isRedirect || !validators.isEmpty || headers["expires"] != nil
    return shouldAsk ? 0 : Self.secondsPerDay
  }

  private static let secondsPerDay = 24 * 60 * 60

  /// The directives of Cache-Control; of several with the same name, the first.
  private var directives: [String: String] {
    let parts = (headers["cache-control"] ?? "").lowercased().split(separator: ",").map {
      directive in
      let sides = directive.split(separator: "=", maxSplits: 1)
      return (
        sides.first?.trimmed ?? "", sides.count > 1 ? sides[1].trimmed.filter { $0 != "\"" } : ""
      )
    }
    return Dictionary(parts, uniquingKeysWith: { first, _ in first })
  }

  // MARK: Asking again

  /// The header lines of a request that asks whether it is still valid; empty if it has nothing to
  /// ask with.
  var validators: [String] {
    guard body != nil else { return [] }
    return [
      headers["etag"].map { "If-None-Match: \($0)" },
      headers["last-modified"].map { "If-Modified-Since: \($0)" },
    ].compactMap(\.self)
  }

  /// Takes over the header of a response with the status 304.
  mutating func update(from response: WebResponse, received: Int) {
    headers.merge(response.headers.filter { Self.kept.contains($0.key) && $0.key != "location" }) {
      _, new in new
    }
    self.received = received
  }
}

// How it is stored: a line for each fact.
extension StoredResponse {
  private static let form = "collage web cache 1"

  var text: String {
    var lines = ["status \(status)", "received \(received)", "public \(isPublic)"]
    if let body { lines += ["body \(body.digest.hexadecimal)", "size \(body.size)"] }
    for (name, value) in headers.sorted(by: { $0.key < $1.key }) {
      lines.append("header \(name): \(value)")
    }
    return RecordText.text(Self.form, lines)
  }

  /// Nil for text that is incomplete or of another version; also for a success without a body and a
  /// redirect with one.
  init?(_ text: String) {
    guard let lines = RecordText.lines(of: text, Self.form) else { return nil }
    var facts: [Substring: Substring] = [:]
    var headers: [String: String] = [:]
    for line in lines {
      let parts = line.split(separator: " ", maxSplits: 1)
      guard parts.count == 2 else { return nil }
      if parts[0] == "header" {
        let sides = parts[1].split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false)
        guard sides.count == 2 else { return nil }
        headers[String(sides[0])] = sides[1].trimmed
      } else {
        facts[parts[0]] = parts[1]
      }
    }
    let numbers = facts.compactMapValues { Int($0) }
    guard let status = numbers["status"], let received = numbers["received"], received >= 0,
      let isPublic = facts["public"].flatMap({ Bool(String($0)) })
    else { return nil }
    self.status = status
    self.received = received
    self.isPublic = isPublic
    self.headers = headers
    if let digest = facts["body"].flatMap({ Digest(hexadecimal: String($0)) }),
      let size = numbers["size"]
    {
      body = Body(digest: digest, size: size)
    }
    guard
      Self.redirects.contains(status) ? body == nil : Self.successes.contains(status) && body != nil
    else {
      return nil
    }
  }
}
