internal import SafeText

/// A `file:` URL, as terminals and file managers produce when a file is dropped or copied.
package enum FileURL {
  static let scheme = "file://"

  /// The path in a URL of this machine, with percent escapes decoded byte by byte. Nil for any
  /// other text.
  package static func path(in text: String) -> String? {
    guard hasScheme(text) else { return nil }
    let rest = text.utf8.dropFirst(scheme.utf8.count)
    guard let slash = rest.firstIndex(of: UInt8(ascii: "/")) else { return nil }
    let host = String(text[rest.startIndex..<slash]).lowercased()
    guard host.isEmpty || host == "localhost",
      let bytes = PercentEncoding.path(
        in: LosslessText.bytes(of: String(text[slash...])), keepsOthers: true)
    else {
      return nil
    }
    return LosslessText.text(of: bytes)
  }

  static func hasScheme(_ text: String) -> Bool {
    text.utf8.prefix(scheme.utf8.count).map { $0 | 0x20 } == scheme.utf8.map { $0 | 0x20 }
  }
}
