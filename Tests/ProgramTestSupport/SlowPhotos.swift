import SystemPackage
package import TestSupport

/// Twelve photos of 125 megapixels in small files, each of which takes half a second or more to decode
/// with one thread, on any build of the program, because almost all of that is spent inside the PNG
/// library.
package enum SlowPhotos {
  private static let bytes = PNGFile.black(2000, 62_500)

  /// Different files: the same one several times would be decoded once.
  package static let names = (1...12).map { "slow-\($0).png" }

  package static func write(to folder: TemporaryFolder) throws {
    for name in names { try folder.write(bytes, to: FilePath(name)) }
  }

  /// So small that our own code has little to do, and with the photos' proportions, so that there
  /// is nothing to warn about.
  ///
  /// - Parameter photos: all of them for work that is stopped, on a machine however busy; few for work
  ///   that goes on to its end.
  package static func command(
    in folder: TemporaryFolder, photos: Int = names.count, _ options: [String] = []
  ) -> ChildProcess {
    BuiltProgram.command(
      ["make", "--jobs", "1", "--max", "\(names.count)", "--canvas", "\(photos * 2)x63"]
        + names.prefix(photos) + options,
      in: folder)
  }
}
