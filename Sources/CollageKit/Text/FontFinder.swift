internal import CFontconfig
internal import Files
internal import PhotoCodecs
internal import SystemPackage

/// Finds fonts' files. fontconfig is loaded only where the default font doesn't suffice.
enum FontFinder {
  /// DejaVu Sans of Debian's fonts-dejavu-core.
  private static let standard = FilePath("/usr/share/fonts/truetype/dejavu/DejaVuSans.ttf")
  /// Larger than any font.
  private static let maxBytes = 256 << 20

  /// The font that was chosen, else DejaVu Sans, else what the desktop takes.
  static func font(_ choice: FontChoice?) throws(TextError) -> FontFile {
    if let file = choice?.file { return try read(file) }
    if let name = choice?.text {
      guard let font = try installed(name) else { throw .noFont(name) }
      return font
    }
    guard let font = (try? read(standard)) ?? (try? installed("sans-serif")) ?? nil else { throw .noFonts }
    return font
  }

  /// A font for what users see as one character; nil if none has it.
  static func font(for character: Character) throws(TextError) -> FontFile? {
    if character.isEmoji, let font = try installed("emoji", with: character) { return font }
    return try installed("sans-serif", with: character)
  }

  private static func installed(_ family: String, with character: Character? = nil) throws(TextError) -> FontFile? {
    let scalars = character?.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }.map(\.value) ?? []
    var path = [CChar](repeating: 0, count: 4096)
    var index: Int32 = 0
    switch unsafe cfont_find(family, scalars, scalars.count, &path, path.count, &index) {
    case .found:
      let bytes = path.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }
      return try read(FilePath(bytes: bytes), index: Int(index))
    case .none: return nil
    case .libraryMissing: throw .noFontconfig
    }
  }

  private static func read(_ path: FilePath, index: Int = 0) throws(TextError) -> FontFile {
    let file = try rethrowing(FileSystem.opened(path, .readOnly, .nonBlocking)) { TextError.unreadableFont(path, $0) }
    defer { try? file.close() }
    let bytes = try rethrowing(file.readToEnd(limit: maxBytes)) { TextError.unreadableFont(path, $0) }
    return FontFile(bytes, name: path.lastComponent?.string ?? "", index: index)
  }
}
