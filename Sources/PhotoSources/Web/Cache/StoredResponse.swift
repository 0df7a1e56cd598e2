internal import PhotoCodecs

/// A response as the cache remembers it: which body it has, and what decides how long it may be
/// used.
///
/// Follows RFC 9111 for a cache of a single user.
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
    "age", "cache-control", "content-type", "date", "etag", "expires", "last-modified", "location",
    "vary",
  ]
  /// The longest lifetime in seconds if only the response's age allows to estimate it.
  private static let maxHeuristicLifetime = 24 * 60 * 60

  let status: Int
  private(set) var headers: [String: String]
  /// When the request was sent and when the response arrived, in seconds since 1970.
  private(set) var requested: Int
  private(set) var received: Int
  /// Whether the server's address was public.
  let isPublic: Bool
  /// Nil for a redirect.
  var body: Body?

  init(_ response: WebResponse, requested: Int, received: Int, isPublic: Bool) {
    status = response.status
    headers = response.headers.filter { Self.kept.contains($0.key) }
    self.requested = requested
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
    guard now >= received, !directives.keys.contains("no-cache") else { return false }
    // These redirects are temporary, unless their server says otherwise; they are stored only for
    // use without the web.
    if status == 302 || status == 307, directives["max-age"] == nil, headers["expires"] == nil {
      return false
    }
    return age(at: now) < lifetime
  }

  /// How long it stays fresh, in seconds.
  private var lifetime: Int {
    if let maxAge = directives["max-age"] { return Self.seconds(maxAge) ?? 0 }
    if let expires = headers["expires"] {
      return HTTPDate.seconds(expires).map { max($0 - date, 0) } ?? 0
    }
    guard let modified = headers["last-modified"].flatMap({ HTTPDate.seconds($0) }) else {
      return 0
    }
    return min(max(date - modified, 0) / 10, Self.maxHeuristicLifetime)
  }

  private func age(at now: Int) -> Int {
    let apparent = max(received - date, 0)
    let corrected =
      (headers["age"].flatMap { Self.seconds($0) } ?? 0) + max(received - requested, 0)
    return max(apparent, corrected) + now - received
  }

  /// When the server created it, in seconds since 1970.
  private var date: Int { headers["date"].flatMap { HTTPDate.seconds($0) } ?? received }

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

  private static func seconds(_ text: String) -> Int? {
    // No larger number makes a difference.
    Int(text).map { min(max($0, 0), 1 << 31) }
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
  mutating func update(from response: WebResponse, requested: Int, received: Int) {
    // The old age and date don't hold for the new answer.
    for name in ["age", "date"] { headers[name] = nil }
    headers.merge(response.headers.filter { Self.kept.contains($0.key) && $0.key != "location" }) {
      _, new in new
    }
    self.requested = requested
    self.received = received
  }
}

// How it is stored: a line for each fact.
extension StoredResponse {
  private static let form = "collage web cache 1"

  var text: String {
    var lines = ["status \(status)", "requested \(requested)", "received \(received)"]
    lines.append("public \(isPublic)")
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
    guard let status = numbers["status"], let requested = numbers["requested"],
      let received = numbers["received"],
      let isPublic = facts["public"].flatMap({ Bool(String($0)) }), requested >= 0, received >= 0
    else { return nil }
    self.status = status
    self.requested = requested
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
