/// The stable name of a saved collage: the first 128 bits of the SHA-256 of its file.
package struct AssetID: Hashable, Sendable {
  /// 32 lower-case hexadecimal digits.
  package let text: String

  static let digits = 32

  /// The whole digest, where the file was just written or read; nil for an id made from text. Ignored by `==`.
  package let digest: Digest?

  init(_ hash: SHA256) { self.init(Digest(hash)) }

  init(_ digest: Digest) {
    self.digest = digest
    text = String(digest.hexadecimal.prefix(Self.digits))
  }

  /// Nil unless `text` is 32 lower-case hexadecimal digits.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == Self.digits, text.utf8.allSatisfy(\.isLowerHexadecimal) else { return nil }
    self.text = String(text)
    digest = nil
  }

  package static func == (first: AssetID, second: AssetID) -> Bool { first.text == second.text }

  package func hash(into hasher: inout Hasher) { hasher.combine(text) }
}

extension AssetID: CustomStringConvertible {
  package var description: String { text }
}

/// The beginning of an asset id that a user types: four digits or more.
package struct AssetIDPrefix: Hashable, Sendable {
  package let text: String

  /// Nil unless `text` is 4 to 32 hexadecimal digits, of either case.
  package init?(_ text: String) {
    let lower = text.lowercased()
    guard (4...AssetID.digits).contains(lower.utf8.count), lower.utf8.allSatisfy(\.isLowerHexadecimal) else {
      return nil
    }
    self.text = lower
  }

  func matches(_ id: AssetID) -> Bool { id.text.hasPrefix(text) }
}

extension UInt8 {
  fileprivate var isLowerHexadecimal: Bool { (0x30...0x39).contains(self) || (0x61...0x66).contains(self) }
}
