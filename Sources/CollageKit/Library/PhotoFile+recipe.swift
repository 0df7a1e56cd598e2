internal import CLinux
internal import Glibc
internal import PhotoCodecs
internal import SystemPackage

extension PhotoFile {
  /// Fails when a collage is made of it, or it is needed otherwise.
  ///
  /// Device and inode aren't enough to know that: exFAT, for one, has an inode for each spelling of
  /// a name. So a file with the size of a photo is also compared by its bytes. That protects copies
  /// of photos, too.
  ///
  /// - Parameters:
  ///   - path: its path, for messages.
  ///   - place: its path without a link at the end.
  ///   - digests: of the photos, where they are known already.
  func checkUnneeded(
    at path: FilePath, place: FilePath, protecting inputs: [FileIdentity], _ digests: Set<Digest>,
    _ protection: (any FileProtection)?
  ) throws(PhotoWriterError) {
    let file = identity.file
    if inputs.contains(where: { $0.file == file }) { throw .isInput(path) }
    if !digests.isEmpty, inputs.contains(where: { $0.size == size }) {
      let digest = try rethrowing(digest()) { PhotoWriterError(reading: path, $0) }
      if digests.contains(digest) { throw .isInput(path) }
    }
    try protection?.check(self, replacedAt: path, place: place)
  }

  /// Of all its bytes.
  func digest() throws(CodecError) -> Digest { try FileHasher(self).finish() }

  /// Whether it carries a recipe of ours.
  ///
  /// - Throws: `cannotRead` when the file can't be read.
  func hasRecipe(at path: FilePath) throws(PhotoWriterError) -> Bool {
    try rethrowing(RecipeRecord.read(from: self) != nil) { PhotoWriterError.cannotRead(path, $0) }
  }

  /// Whether it is empty or all zeros, as a crash may leave a file. Reads up to the first other
  /// byte, but no holes.
  func isBlank(isCancelled: () -> Bool = { false }) throws(CodecError) -> Bool {
    var offset = 0
    while offset < size {
      if isCancelled() { throw .cancelled }
      guard let start = startOfData(from: offset), start < size else { return true }
      offset = start
      let bytes = try read(at: offset, count: min(256 * 1024, size - offset))
      guard bytes.allSatisfy({ $0 == 0 }) else { return false }
      offset += bytes.count
    }
    return true
  }

  /// Where the bytes go on after a hole; nil when only a hole is left. `offset` where the file
  /// system can't tell.
  private func startOfData(from offset: Int) -> Int? {
    let start = lseek(descriptor.rawValue, offset, CInt(CLINUX_SEEK_DATA))
    return start >= 0 ? start : errno == ENXIO ? nil : offset
  }
}
