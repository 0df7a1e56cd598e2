@testable import CollageKit
@testable import PhotoCodecs
import PhotoLayouts

/// A recipe comes back from its text, and any text comes back from a JPEG's segments. Bytes that
/// are a picture are read as one: then only the system can be at fault.
func checkRecipe(_ bytes: [UInt8]) throws {
  let isPicture =
    (try? PhotoFormat.recognise(Array(bytes.prefix(PhotoFormat.signatureLength)))) != nil
  if isPicture || bytes.starts(with: Array("%PDF-".utf8)) {
    return try withPhoto(bytes) { file throws(BrokenPromise) in
      let read = Result { () throws(CodecError) in try RecipeRecord.read(from: file) }
      guard case .failure(let error) = read else { return }
      throw BrokenPromise(description: "a damaged file has no recipe: \(error)")
    }
  }
  let record = RecipeRecord(json: String(decoding: bytes, as: UTF8.self))
  if !bytes.isEmpty { try checkSegments(of: record) }
  guard let recipe = Recipe(record) else { return }
  try expect(Recipe(recipe.record) == recipe, "it comes back from its text: \(recipe.record.json)")
  _ = recipe.photos.map(\.missingPhoto)
  // Laying out many photos would take the fuzzer's time.
  guard recipe.photos.count <= 6, let options = recipe.options() else { return }
  do throws(LayoutCancelled) {
    _ = try recipe.settled(options) { false }
  } catch {
    throw BrokenPromise(description: "a search that nobody cancelled is finished")
  }
}

private func checkSegments(of record: RecipeRecord) throws {
  var jpeg: [UInt8] = [0xFF, 0xD8]
  for payload in record.jpegPayloads() {
    let length = payload.count + 2
    jpeg += [0xFF, 0xE1, UInt8(length >> 8), UInt8(length & 0xFF)] + payload
  }
  try withPhoto(jpeg + [0xFF, 0xD9]) { file throws(BrokenPromise) in
    let read = Result { () throws(CodecError) in try RecipeRecord.read(from: file) }
    try expect(read == .success(record), "it comes back from a JPEG: \(read)")
  }
}
