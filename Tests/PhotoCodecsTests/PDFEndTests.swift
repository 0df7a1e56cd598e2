import Testing

@testable import Imaging
@testable import PhotoCodecs

@Suite struct PDFEndTests {
  private static let proof = Digest(hexadecimal: String(repeating: "0a", count: 32))!

  private func collage() throws -> [UInt8] {
    try encoded(
      RecipeRecordTests.raster, .pdf(.jpeg(.default)), recipe: RecipeRecord(json: "{}"))
  }

  private func book() throws -> [UInt8] {
    var book = PDFBook(pages: 1, .sRGB, recipe: RecipeRecord(json: "{}"))
    let page = try PDFBookPage(
      PixelBands(RecipeRecordTests.raster, as: .pdf(.jpeg(.default))), innerRecipe: nil)
    return book.bytes(adding: page) + book.end(proof: Self.proof).bytes
  }

  /// The lines after the trailer.
  private func lastLines(_ bytes: [UInt8]) -> [Substring] {
    let text = String(decoding: bytes.suffix(1024), as: UTF8.self)
    return Array(text.split(separator: "\n").drop { $0 != "trailer" }.dropFirst(2))
  }

  private func digest(_ bytes: [UInt8]) throws -> Digest? {
    try FileSeal.digest(of: opened(bytes))
  }

  @Test func `nothing stands between the lines that end it, and its comments before them`() throws {
    for (bytes, comments) in [(try collage(), ["seal"]), (try book(), ["pages", "seal"])] {
      let lines = lastLines(bytes)
      #expect(lines.count == comments.count + 3)
      for (line, comment) in zip(lines, comments) {
        #expect(line.hasPrefix("%urn:collage:1.0/\(comment) "), "\(line)")
      }
      #expect(lines.suffix(3).first == "startxref" && lines.last == "%%EOF")
    }
  }

  /// A PDF as earlier versions sealed it, after `startxref`'s number.
  private func sealedBefore(_ bytes: [UInt8], with comments: [String] = []) -> [UInt8] {
    let lines = lastLines(bytes)
    let tail = lines.reduce(0) { $0 + $1.utf8.count + 1 }
    let start = lines.suffix(3).prefix(2).map { $0 + "\n" }.joined()
    let before = Array(bytes.dropLast(tail)) + Array((start + comments.joined()).utf8)
    var hash = SHA256()
    hash.update(before)
    return before + Array("%urn:collage:1.0/seal \(Digest(hash).hexadecimal)\n%%EOF\n".utf8)
  }

  @Test func `files that earlier versions sealed are still known, and whether they are whole`()
    throws
  {
    let proof = "%urn:collage:1.0/pages \(Self.proof.hexadecimal)\n"
    let files = [
      sealedBefore(try collage()), sealedBefore(try book(), with: [proof]),
    ]
    for bytes in files {
      var hash = SHA256()
      hash.update(bytes)
      #expect(try digest(bytes) == Digest(hash))
      for place in [bytes.count / 2, bytes.count - 100, bytes.count - 30, bytes.count - 3] {
        var changed = bytes
        changed[place] ^= 1
        #expect(try digest(changed) == nil, "\(place)")
      }
    }
    #expect(try PDFBook.proof(in: opened(files[1])) == Self.proof)
    #expect(try PDFBook.proof(in: opened(files[0])) == nil)
  }

  @Test func `a change that a viewer appends breaks the seal, and so does another table`() throws {
    for bytes in [try collage(), try book(), sealedBefore(try collage())] {
      let table = try #require(
        lastLines(bytes).drop { $0 != "startxref" }.dropFirst().first.flatMap { Int($0) })
      let update = """
        10 0 obj
        <</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(mine)>>
        endobj
        xref
        10 1
        \(String(repeating: "0", count: 10 - "\(bytes.count)".count))\(bytes.count) 00000 n \n\
        trailer
        <</Size 11/Root 2 0 R/Prev \(table)>>
        startxref
        \(bytes.count + 76)
        %%EOF\n
        """
      #expect(try digest(bytes) != nil)
      #expect(try digest(bytes + Array(update.utf8)) == nil)
      // As long as before, so that only the number differs.
      let number = Array("\n\(table)\n".utf8)
      let last = try #require(bytes.suffix(200).firstRange(of: number))
      var moved = bytes
      moved[last.upperBound - 2] ^= 1
      #expect(try digest(moved) == nil)
    }
  }

  @Test func `an end that is cut off or too short is no end`() throws {
    let bytes = try book()
    for count in bytes.count - 300..<bytes.count {
      #expect(try digest(Array(bytes[..<count])) == nil)
    }
    for text in ["", "%%EOF\n", "startxref\n\n%%EOF\n", "startxref\n99999999999999999999\n%%EOF\n"]
    {
      #expect(try PDFEnd(of: opened(Array("%PDF-1.6\n\(text)".utf8))) == nil)
    }
  }
}
