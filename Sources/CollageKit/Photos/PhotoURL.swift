package import SystemPackage

/// A URL that was given where a photo's path is expected. This is the one place that decides what a URL is.
package struct PhotoURL: Hashable, Sendable {
  /// The URL as it was typed, without user name, password, query and fragment; for display.
  package let displayed: String
  /// Whether any of these parts was left out.
  package let hasSecrets: Bool
  /// Whether its scheme is `file`.
  let namesFile: Bool

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
    namesFile = scheme.map { $0 | 0x20 } == Array("file".utf8)
  }

  /// The error for a URL given in place of a path. Nil for other bytes, and for the name of an existing file: names are
  /// literal, whatever they look like.
  ///
  /// - Parameter path: the bytes as a path.
  package static func error(for bytes: [UInt8], at path: FilePath) -> PhotoError? {
    guard let url = PhotoURL(bytes), (try? FileSystem.status(path)) == nil else { return nil }
    return PhotoError(path: path, cause: .url(url))
  }

  /// Host and path. Nil where the end of a password is uncertain.
  private static func withoutSecrets(_ rest: [UInt8]) -> [UInt8]? {
    let kept = rest.prefix { $0 != UInt8(ascii: "?") && $0 != UInt8(ascii: "#") }
    let authority = kept.prefix { $0 != UInt8(ascii: "/") }
    if let at = authority.lastIndex(of: UInt8(ascii: "@")) { return Array(kept[(at + 1)...]) }
    // In "user:pass/word@host" and "user:pass?word@host" the password looks like a port followed by something else.
    let port = authority.reversed().prefix { $0 != UInt8(ascii: ":") }
    let hasPort = port.count < authority.count
    let isNumber = port.allSatisfy { (0x30...0x39).contains($0) || $0 == UInt8(ascii: "]") }
    return hasPort && !isNumber && rest.contains(UInt8(ascii: "@")) ? nil : Array(kept)
  }
}

extension PhotoURL: CustomStringConvertible {
  package var description: String {
    namesFile
      ? "\(displayed): a file is named by its path here, not by a URL; give the path alone"
      : "\(displayed): pictures on the web can't be read yet; download it first"
  }
}

extension UInt8 {
  fileprivate var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }

  fileprivate var isOfScheme: Bool { isLetter || (0x30...0x39).contains(self) || "+.-".utf8.contains(self) }
}
