import Testing

@testable import PhotoCodecs

@Suite struct FileSealTests {
  private func seal(of bytes: [UInt8]) throws -> Digest? { try FileSeal.digest(of: opened(bytes)) }

  @Test(arguments: RecipeRecordTests.encodings)
  func `a collage ends with a seal that holds for it alone`(encoding: Encoding) throws {
    let bytes = try encoded(RecipeRecordTests.raster, encoding, recipe: RecipeRecord(json: "{}"))
    var hash = SHA256()
    hash.update(bytes)
    #expect(try seal(of: bytes) == Digest(hash))
    if encoding.format != .pdf { #expect(try Drawn(bytes).warning == nil) }
    for count in [
      0, 1, 8, 100, bytes.count / 2, bytes.count - 12, bytes.count - 2, bytes.count - 1,
    ] {
      #expect(try seal(of: Array(bytes[..<count])) == nil, "\(count)")
    }
    #expect(try seal(of: bytes + [0]) == nil)
    for place in [
      30, bytes.count / 2, bytes.count - 110, bytes.count - 60, bytes.count - 20, bytes.count - 1,
    ] {
      var changed = bytes
      changed[place] ^= 1
      #expect(try seal(of: changed) == nil, "\(place)")
    }
  }

  @Test(arguments: RecipeRecordTests.encodings)
  func `a picture that is no collage has none`(encoding: Encoding) throws {
    #expect(try seal(of: encoded(RecipeRecordTests.raster, encoding)) == nil)
  }
}
