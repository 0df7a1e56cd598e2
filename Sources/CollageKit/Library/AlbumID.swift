internal import PhotoCodecs

/// The id of an album: random, and kept when the album is renamed.
package struct AlbumID: Hashable, Sendable, CustomStringConvertible {
  /// 32 lower-case hexadecimal digits.
  package let text: String

  private static let digits = 32

  /// Nil unless `text` is 32 lower-case hexadecimal digits.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == Self.digits, text.utf8.allSatisfy(\.isLowerHexadecimal) else { return nil }
    self.text = String(text)
  }

  private init(bytes: [UInt8]) { text = bytes.hexadecimal }

  static func random() -> AlbumID { AlbumID(bytes: (0..<digits / 2).map { _ in .random(in: .min ... .max) }) }

  package var description: String { text }
}
