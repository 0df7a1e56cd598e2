internal import PhotoCodecs

/// A URL given in place of a photo's path. Only this type decides what a URL is.
package struct PhotoURL: Hashable, Sendable, CustomStringConvertible {
  /// The URL as it was typed, without user name, password, query and fragment; for display.
  package let displayed: String
  /// Whether any of these parts was left out of `displayed`.
  package let hasSecrets: Bool
  /// The URL as it was typed.
  package let bytes: [UInt8]
  private let scheme: String

  /// Nil unless the bytes begin with a scheme, `[A-Za-z][A-Za-z0-9+.-]*`, and `://`.
  package init?(_ bytes: [UInt8]) {
    let scheme = bytes.prefix { $0 != UInt8(ascii: ":") }
    let separator = Array("://".utf8)
    guard let first = scheme.first, first.isLetter, scheme.allSatisfy(\.isOfScheme),
      bytes.dropFirst(scheme.count).starts(with: separator)
    else { return nil }
    let rest = Array(bytes.dropFirst(scheme.count + separator.count))
    let kept = Self.withoutSecrets(rest)
    displayed = (scheme + separator).displayed + (kept?.displayed ?? "...")
    hasSecrets = kept != rest
    self.bytes = bytes
    self.scheme = String(decoding: scheme, as: UTF8.self).lowercased()
  }

  /// Whether it is of http or https, so that a picture can be fetched.
  var isWeb: Bool { scheme == "http" || scheme == "https" }

  /// The URL to fetch, with all secrets. Bytes that are not UTF-8 are percent-encoded.
  var text: String {
    String(validating: bytes, as: UTF8.self)
      ?? bytes.map { $0 < 0x80 ? String(Unicode.Scalar($0)) : "%" + [$0].hexadecimal }.joined()
  }

  /// The host and the path; nil if it is uncertain where a password ends.
  private static func withoutSecrets(_ rest: [UInt8]) -> [UInt8]? {
    let kept = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let authority = kept.prefix { $0 != UInt8(ascii: "/") }
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) { return Array(kept[(at + 1)...]) }
    // In "user:pass/word@host" and "user:pass?word@host" the password would be taken for a port.
    let port = authority.reversed().prefix { $0 != UInt8(ascii: ":") }
    let hasPort = port.count < authority.count
    let isNumber = port.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "]") }
    return hasPort && !isNumber && rest.contains(UInt8(ascii: "@")) ? nil : Array(kept)
  }

  /// The URL for messages; if it is longer than any server accepts, only its beginning.
  var shown: String {
    displayed.utf8.count > Self.maxShownBytes ? displayed.utf8.abridged : displayed
  }

  private static let maxShownBytes = 4096

  package var description: String {
    scheme == "file"
      ? "\(shown): this is a file URL; give the path instead"
      : "\(shown): only http and https URLs can be read; download it first"
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }

  fileprivate var isOfScheme: Bool {
    isLetter || (0x30...0x39).contains(self) || "+.-".utf8.contains(self)
  }
}
