import SystemPackage
import TestSupport

/// Four photos of 125 megapixels in small files: with one thread they take some seconds to decode,
/// on any build of the program, because almost all of that is spent inside the PNG library.
enum SlowPhotos {
  private static let bytes = PNGFile.black(2000, 62_500)

  /// Different files: the same one four times would be decoded once.
  static let names = (1...4).map { "slow-\($0).png" }

  static func write(to folder: TemporaryFolder) throws {
    for name in names { try folder.write(bytes, to: FilePath(name)) }
  }

  /// So small that our own code has little to do, and with the photos' proportions, so that there
  /// is nothing to warn about.
  ///
  /// - Parameter photos: at most 4; each takes half a second or more.
  static func command(
    in folder: TemporaryFolder, photos: Int = 4, _ options: [String] = []
  ) -> ChildProcess {
    BuiltProgram.command(
      ["make", "--jobs", "1", "--canvas", "\(photos * 2)x63"] + names.prefix(photos) + options,
      in: folder)
  }
}
