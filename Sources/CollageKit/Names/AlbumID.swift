internal import PhotoCodecs

/// The id of an album: random, and unchanged when the album is renamed.
package struct AlbumID: Hashable, Sendable, CustomStringConvertible {
  /// 32 lower-case hexadecimal digits.
  package let text: String

  private static let digits = 32

  /// Nil unless `text` is 32 lower-case hexadecimal digits.
  package init?(_ text: some StringProtocol) {
    guard text.utf8.count == Self.digits, text.utf8.allSatisfy(\.isLowerHexadecimal) else {
      return nil
    }
    self.text = String(text)
  }

  /// A random one.
  init() { text = [UInt8].random(Self.digits / 2).hexadecimal }

  package var description: String { text }
}

extension [UInt8] {
  static func random(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in .random(in: .min ... .max) }
  }
}
