/// The status and header of a response.
package struct WebResponse: Hashable, Sendable {
  /// Such as 200.
  package let status: Int
  /// By lower-case names, such as "x-ratelimit-remaining". The values of lines with the same name
  /// are joined by ", ".
  package let headers: [String: String]
  /// The URL that answered, after all redirects. May hold secrets: not for display.
  package internal(set) var url: String

  /// Whether the status means success with the whole content. 206 does not: a part was never asked
  /// for.
  package var isSuccess: Bool { (200..<300).contains(status) && status != 206 }

  /// Whether the server states the body's length consistently, as one number, or not at all.
  var hasCoherentLength: Bool {
    guard let value = self["content-length"] else { return true }
    let lengths = Set(value.split(separator: ",", omittingEmptySubsequences: false).map(\.trimmed))
    return lengths.count == 1
      && lengths.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { (0x30...0x39).contains($0) } }
  }

  /// The body's size in bytes; nil if the server doesn't state it, or states that of a compressed
  /// body.
  var bodySize: Int? {
    self["content-encoding"] == nil ? self["content-length"].flatMap { Int($0) } : nil
  }

  /// The value of a header line; nil if there is none.
  ///
  /// - Parameter name: in lower or upper case.
  package subscript(name: String) -> String? { headers[name.lowercased()] }

  /// How long the server asks to wait before the next request; nil if it doesn't say, or names a
  /// date.
  package var retryAfter: Duration? {
    guard let seconds = self["retry-after"].flatMap({ Int($0) }), seconds >= 0 else { return nil }
    return .seconds(min(seconds, 1 << 32))
  }

  /// The target of a redirect, relative to `url`; nil for other responses.
  var redirectTarget: String? {
    [301, 302, 303, 307, 308].contains(status) ? self["location"] ?? "" : nil
  }
}
