package import PhotoCodecs

/// The id of a saved collage: the SHA-256 of its file.
package struct AssetID: Hashable, Sendable, CustomStringConvertible {
  package let digest: Digest

  init(_ digest: Digest) { self.digest = digest }

  /// The id that a whole file's bytes give; nil for a file that is too large to be a collage, which
  /// is not read.
  ///
  /// - Throws: `readFailed`, `changedWhileReading`, `cancelled`.
  init?(of file: borrowing PhotoFile, isCancelled: @escaping () -> Bool = { false })
    throws(CodecError)
  {
    if try file.isOversized(isCancelled: isCancelled) { return nil }
    self.init(try Digest(of: file, isCancelled: isCancelled))
  }

  /// The part that is printed and that is in the file's name.
  package var short: ShortAssetID { ShortAssetID(self) }

  package var text: String { short.text }

  package var description: String { text }
}

/// The first 128 bits of an asset id: the part that is printed and that a file's name contains.
package struct ShortAssetID: Hashable, Sendable, CustomStringConvertible {
  /// 32 lower-case hexadecimal digits.
  package let text: String

  static let digits = 32

  init(_ id: AssetID) { text = id.digest.bytes.prefix(Self.digits / 2).hexadecimal }

  /// Nil unless `text` is 32 lower-case hexadecimal digits.
  init?(_ text: some StringProtocol) {
    guard text.utf8.count == Self.digits, text.utf8.allSatisfy(\.isLowerHexadecimal) else {
      return nil
    }
    self.text = String(text)
  }

  package var description: String { text }
}

/// The beginning of an asset id, as a user types it: at least four digits.
package struct AssetIDPrefix: Hashable, Sendable {
  package let text: String

  /// Nil unless `text` is 4 to 32 hexadecimal digits, of either case.
  package init?(_ text: String) {
    let lower = text.lowercased()
    guard (4...ShortAssetID.digits).contains(lower.utf8.count),
      lower.utf8.allSatisfy(\.isLowerHexadecimal)
    else {
      return nil
    }
    self.text = lower
  }
}

extension UInt8 {
  /// Whether it is the ASCII code of 0 to 9 or a to f.
  var isLowerHexadecimal: Bool { (0x30...0x39).contains(self) || (0x61...0x66).contains(self) }
}
