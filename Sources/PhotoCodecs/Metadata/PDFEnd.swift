/// How a PDF of ours ends: comments, of which the last is the seal of a collage, and then the lines
/// that say where its table of objects begins, between and behind which nothing may stand
/// (ISO 32000-1, 7.5.5).
///
/// Earlier versions wrote the comments between these lines, which some readers don't take.
struct PDFEnd {
  enum Comment: String {
    case seal
    /// Of what a book was made of.
    case proof = "pages"
  }

  private static let start = Array("startxref\n".utf8)
  private static let ending = Array("%%EOF\n".utf8)
  /// More than the lines have.
  private static let maxBytes = 60
  /// Of a digest.
  private static let digits = 64

  /// The bytes behind the last comment.
  let marker: [UInt8]
  /// Whether the seal is also that of the marker.
  let sealsMarker: Bool
  /// What the comments before the marker say.
  private let texts: [Comment: ArraySlice<UInt8>]

  /// The line of a comment.
  static func comment(_ comment: Comment, _ text: [UInt8]) -> [UInt8] {
    beginning(of: comment) + text + [0x0A]
  }

  private static func beginning(of comment: Comment) -> [UInt8] {
    Array("%urn:collage:1.0/\(comment.rawValue) ".utf8)
  }

  /// The lines without comments.
  ///
  /// - Parameter table: where it begins.
  static func marker(table: Int) -> [UInt8] { start + Array("\(table)\n".utf8) + ending }

  /// The lines that end bytes, which must hold them without comments.
  static func marker(of bytes: [UInt8]) -> [UInt8] {
    let last = bytes.suffix(maxBytes)
    guard let found = marker(ending: last) else { preconditionFailure("it ends with its marker") }
    return found
  }

  /// Where a file's table begins, as its last lines say; nil without them.
  ///
  /// - Throws: `readFailed`, `changedWhileReading`.
  static func table(of file: borrowing PhotoFile) throws(CodecError) -> Int? {
    let count = min(maxBytes, file.size)
    let bytes = try file.read(at: file.size - count, count: count)
    return marker(ending: bytes[...]).flatMap { marker in
      Int(String(decoding: marker.dropFirst(start.count).prefix { $0 != 0x0A }, as: UTF8.self))
    }
  }

  /// Nil where the bytes don't end with the whole lines.
  private static func marker(ending bytes: ArraySlice<UInt8>) -> [UInt8]? {
    guard bytes.suffix(ending.count).elementsEqual(ending) else { return nil }
    let number = bytes.dropLast(ending.count + 1).reversed().prefix { (0x30...0x39).contains($0) }
    let marker = bytes.suffix(start.count + number.count + 1 + ending.count)
    guard let table = Int(String(decoding: number.reversed(), as: UTF8.self)),
      marker.elementsEqual(Self.marker(table: table))
    else { return nil }
    return Array(marker)
  }

  /// Nil for a file without a seal at its end. Whether the seal holds, `FileSeal` tells.
  ///
  /// - Throws: `readFailed`, `changedWhileReading`.
  init?(of file: borrowing PhotoFile) throws(CodecError) {
    let comments = [Comment.proof, .seal].map {
      Self.comment($0, Array(repeating: 0, count: Self.digits))
    }
    let count = min(comments.reduce(Self.maxBytes) { $0 + $1.count }, file.size)
    let bytes = try file.read(at: file.size - count, count: count)
    if let marker = Self.marker(ending: bytes[...]) {
      (self.marker, sealsMarker) = (marker, true)
    } else {
      guard bytes.suffix(Self.ending.count).elementsEqual(Self.ending) else { return nil }
      (marker, sealsMarker) = (Self.ending, false)
    }
    var rest = bytes.dropLast(marker.count)
    var texts: [Comment: ArraySlice<UInt8>] = [:]
    for comment in [Comment.seal, .proof] {
      let beginning = Self.beginning(of: comment)
      let line = rest.suffix(beginning.count + Self.digits + 1)
      guard line.starts(with: beginning), line.last == 0x0A else { break }
      texts[comment] = line.dropFirst(beginning.count).dropLast()
      rest = rest.dropLast(line.count)
    }
    guard texts[.seal] != nil else { return nil }
    self.texts = texts
  }

  /// Of what a book was made of; nil if it isn't told.
  var proof: Digest? {
    texts[.proof].flatMap { Digest(hexadecimal: String(decoding: $0, as: UTF8.self)) }
  }
}
