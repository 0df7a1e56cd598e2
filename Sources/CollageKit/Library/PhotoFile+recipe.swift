internal import PhotoCodecs
internal import SystemPackage

extension PhotoFile {
  /// Whether it carries a recipe of ours.
  ///
  /// - Throws: `cannotRead` when the file can't be read.
  func hasRecipe(at path: FilePath) throws(PhotoWriterError) -> Bool {
    do throws(CodecError) {
      return try RecipeRecord.read(from: self) != nil
    } catch {
      throw .cannotRead(path, error)
    }
  }

  /// Whether it is empty or all zeros, as a crash may leave a file. Reads up to the first other byte.
  func isBlank(isCancelled: () -> Bool = { false }) throws(CodecError) -> Bool {
    var offset = 0
    while offset < size {
      if isCancelled() { throw .cancelled }
      let bytes = try read(at: offset, count: min(256 * 1024, size - offset))
      guard bytes.allSatisfy({ $0 == 0 }) else { return false }
      offset += bytes.count
    }
    return true
  }
}
