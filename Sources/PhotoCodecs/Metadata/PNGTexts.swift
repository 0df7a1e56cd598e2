/// Texts that a PNG holds beside its pixels, by keyword: its tEXt, zTXt and iTXt chunks.
package struct PNGTexts: Sendable {
  /// The maximum length of one text that is read, in bytes.
  private static let maxBytes = 1 << 16
  /// The maximum number of chunks that are examined. Files with more are made to waste time.
  private static let maxChunks = 1 << 12
  private static let signatureAndHeaderBytes = 8 + 25

  private struct Text {
    let keyword: String
    let bytes: [UInt8]
  }

  /// In the order in which they will be written.
  private var texts: [Text] = []

  package init() {}

  /// A text's bytes as the file has them: Latin-1 or, in an iTXt chunk, UTF-8. Nil if there is
  /// none.
  package subscript(keyword: String) -> [UInt8]? { texts.first { $0.keyword == keyword }?.bytes }

  /// Appends a text.
  ///
  /// - Parameters:
  ///   - keyword: 1 to 79 bytes of ASCII.
  ///   - text: without zeros; Latin-1 by the standard, though desktops write any bytes.
  package mutating func append(_ keyword: String, _ text: some Sequence<UInt8>) {
    texts.append(Text(keyword: keyword, bytes: Array(text)))
  }

  /// Reads the texts with these keywords, the first of each. Those that are damaged, or longer than
  /// 64 KiB, are left out.
  ///
  /// - Throws: `readFailed`, `changedWhileReading`.
  package init(_ keywords: [String], of file: borrowing PhotoFile) throws(CodecError) {
    var found: [Text] = []
    var chunks = 0
    try PNGChunks.forEach(in: file) { chunk throws(CodecError) in
      chunks += 1
      guard found.count < keywords.count, chunks <= Self.maxChunks else { return false }
      guard ["tEXt", "zTXt", "iTXt"].contains(chunk.type),
        let data = try PNGChunks.read(chunk, of: file, atMost: Self.maxBytes),
        let end = data.firstIndex(of: 0)
      else { return true }
      let keyword = keywords.first { $0.utf8.elementsEqual(data[..<end]) }
      guard let keyword, !found.contains(where: { $0.keyword == keyword }),
        let text = Self.text(data[(end + 1)...], ofType: chunk.type)
      else { return true }
      found.append(Text(keyword: keyword, bytes: text))
      return true
    }
    texts = found
  }

  /// The text of a chunk; nil if it can't be read.
  ///
  /// - Parameter data: what follows the keyword and its closing zero.
  static func text(_ data: ArraySlice<UInt8>, ofType type: String) -> [UInt8]? {
    switch type {
    case "tEXt": return Array(data)
    case "zTXt":
      guard data.first == 0 else { return nil }
      return PNGChunks.inflate(Array(data.dropFirst()), atMost: maxBytes)
    default:
      guard data.count > 2 else { return nil }
      let isCompressed = data[data.startIndex] == 1
      // The method, then a language tag and a translated keyword, each closed by a zero.
      let fields = data.dropFirst(2).split(
        separator: 0, maxSplits: 2, omittingEmptySubsequences: false)
      guard fields.count == 3 else { return nil }
      return isCompressed ? PNGChunks.inflate(Array(fields[2]), atMost: maxBytes) : Array(fields[2])
    }
  }

  /// A PNG file with these texts inserted before everything but its header, as tEXt chunks.
  ///
  /// - Parameter png: the file's bytes.
  package func inserted(into png: [UInt8]) -> [UInt8] {
    var file = Array(png.prefix(Self.signatureAndHeaderBytes))
    for text in texts {
      file += PNGChunks.chunk("tEXt", Array("\(text.keyword)\0".utf8) + text.bytes)
    }
    return file + png.dropFirst(Self.signatureAndHeaderBytes)
  }
}
