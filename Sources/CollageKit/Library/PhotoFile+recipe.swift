internal import CLinux
internal import Glibc
internal import PhotoCodecs
internal import SystemPackage

extension PhotoFile {
  /// Throws if this file is a photo of the collage, or is needed otherwise.
  ///
  /// Device and inode aren't enough to find out: exFAT, for one, has an inode for each spelling of
  /// a name. So a file with the size of a photo is also compared by its bytes, which protects
  /// copies of photos, too.
  ///
  /// - Parameters:
  ///   - path: its path, for messages.
  ///   - place: its path with a link at the end followed.
  ///   - digests: those of the photos, if they are already known.
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

  /// The digest of the whole file.
  func digest() throws(CodecError) -> Digest { try FileHasher(self).finish() }

  /// Whether the file contains one of our recipes.
  ///
  /// - Throws: `cannotRead` when the file can't be read.
  func hasRecipe(at path: FilePath) throws(PhotoWriterError) -> Bool {
    try rethrowing(RecipeRecord.read(from: self) != nil) { PhotoWriterError.cannotRead(path, $0) }
  }

  /// The id that this version or an older one gave the file when it wrote it; nil if another
  /// program has changed it since, if it is damaged, or if we didn't write it.
  ///
  /// - Cost: reads the whole file, unless it is too large to be a collage.
  func sealedID(isCancelled: @escaping () -> Bool = { false }) throws(CodecError) -> AssetID? {
    if try isOversized(isCancelled: isCancelled) { return nil }
    return try FileSeal.digest(of: self, isCancelled: isCancelled).map { AssetID($0) }
  }

  /// Whether the file is empty or all zeros, as after a crash. Reads up to the first other byte,
  /// and skips holes.
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

  /// The offset at which data follows a hole; nil if there is only a hole left; `offset` if the
  /// file system doesn't know.
  private func startOfData(from offset: Int) -> Int? {
    let start = lseek(descriptor.rawValue, offset, CInt(CLINUX_SEEK_DATA))
    return start >= 0 ? start : errno == ENXIO ? nil : offset
  }
}
