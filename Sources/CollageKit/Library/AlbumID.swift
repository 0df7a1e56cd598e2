internal import SafeText
internal import PhotoCodecs
internal import SystemPackage

/// The id of an album: random, and kept when the album is renamed.
package struct AlbumID: Hashable, Sendable {
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
}

extension AlbumID: CustomStringConvertible {
  package var description: String { text }
}

// The file in an album's folder that holds its id.
extension AlbumID {
  static let fileName: FilePath.Component = ".collage-album.json"
  /// Such a file has 58 bytes; a later version may add to it.
  static let maxFileSize = 4096

  /// What the file says: one object, on a line.
  var fileContent: [UInt8] { Array("{\"album\":\"\(text)\",\"version\":1}\n".utf8) }

  /// Nil when the file does not say an album's id.
  init?(fileContent: [UInt8]) {
    guard let text = (try? JSONDocument(fileContent))?.value.object?["album"]?.text else { return nil }
    self.init(text)
  }
}
