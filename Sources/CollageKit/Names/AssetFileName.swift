internal import Files
internal import PhotoCodecs

/// The name that a library gives a collage's file: "collage-", the id, and the format's extension.
struct AssetFileName {
  let id: ShortAssetID
  let format: OutputFormat

  static let prefix = "collage-"

  init(id: ShortAssetID, format: OutputFormat) {
    self.id = id
    self.format = format
  }

  /// Nil if a file's name, in bytes, doesn't have this form.
  init?(_ name: Span<UInt8>) {
    guard let format = Self.format(of: name) else { return nil }
    let digits = Array(copying: name)[Self.prefixBytes.count...].prefix(ShortAssetID.digits)
    guard let id = ShortAssetID(String(decoding: digits, as: UTF8.self)) else { return nil }
    self.init(id: id, format: format)
  }

  var text: String { "\(Self.prefix)\(id).\(format.fileExtension)" }

  /// The format according to a name's extension; nil if the name doesn't begin like an asset's, or
  /// isn't as long.
  private static func format(of name: Span<UInt8>) -> OutputFormat? {
    let end = prefixBytes.count + ShortAssetID.digits
    guard name.count > end, name.starts(with: prefixBytes) else { return nil }
    return extensions.first { _, bytes in
      name.count == end + bytes.count && bytes.indices.allSatisfy { name[end + $0] == bytes[$0] }
    }?.format
  }

  private static let prefixBytes = Array(prefix.utf8)
  private static let extensions = OutputFormat.allCases.map {
    (format: $0, bytes: Array(".\($0.fileExtension)".utf8))
  }
}
