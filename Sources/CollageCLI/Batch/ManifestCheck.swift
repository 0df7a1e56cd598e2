internal import CollageKit
internal import CollageTerminal
internal import PhotoCodecs
internal import SafeText
internal import SystemPackage

/// Tells files that were meant for another command, or for another program, from manifests, before
/// each of their lines fails for the same reason.
enum ManifestCheck {
  /// How many lines are looked at that aren't blank.
  private static let maxLines = 5

  /// Reads the beginning of a file that can be read again.
  ///
  /// - Throws: for a picture, and for a file of several lines of which none of the first is JSON.
  static func check(_ file: LineFile) throws(CommandFailure) {
    guard let copy = file.reopened() else { return }
    defer { try? copy.descriptor.close() }
    let size = (try? Stat(copy.descriptor))?.size ?? 0
    if FileHead(of: copy.descriptor, size: Int(size)) != nil {
      throw CommandFailure(
        .data,
        "\(file.path.displayed): this is a picture, not a manifest; 'collage make' takes it")
    }
    // A single line is reported as the line that it is.
    guard let count = countWithoutJSON(copy.lines), count > 1 else { return }
    throw CommandFailure(
      .data,
      "\(file.path.displayed): this is no manifest, because its first lines are not JSON; write "
        + "one object per line, such as {\"photos\": [\"a.jpg\", \"b.jpg\"]}")
  }

  /// How many lines the file begins with that aren't JSON; nil if one is, or is meant to be.
  private static func countWithoutJSON(_ lines: LineReader) -> Int? {
    var lines = lines
    var count = 0
    while count < maxLines, let line = try? lines.next() {
      guard case .bytes(let bytes) = line else { return nil }
      if bytes.isBlank { continue }
      let first = bytes.first { $0 != UInt8(ascii: " ") && $0 != UInt8(ascii: "\t") }
      if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") { return nil }
      if (try? JSONDocument(bytes)) != nil { return nil }
      count += 1
    }
    return count
  }
}
