import Files
import FoundationEssentials
import Glibc
import PhotoCodecs
import SystemPackage
import TestSupport

/// The folder of generated photos: one given by the user, else a temporary one.
///
/// Existing files are used unchanged. After a change to `SamplePictures`, empty a kept folder by hand.
final class InputFolder {
  private let folder: FilePath
  private let temporary: TemporaryFolder?

  /// - Parameter kept: created if it is missing; nil for a temporary folder.
  /// - Throws: `FolderError`.
  init(keptAt kept: FilePath?) throws {
    temporary = kept == nil ? try TemporaryFolder() : nil
    folder = kept ?? temporary!.path
    try FileSystem.makeFolders(folder)
  }

  /// The photos' files. Missing ones are generated or copied.
  ///
  /// - Parameter photos: each copy comes after its original.
  func paths(of photos: [InputPhoto]) throws -> [FilePath] {
    let missing = photos.filter { (try? path(of: $0).stat()) == nil }
    try generate(missing.filter { $0.copy == 0 })
    for photo in missing where photo.copy > 0 { try copy(photo) }
    return photos.map(path(of:))
  }

  /// Generates the photos on all processors.
  private func generate(_ photos: [InputPhoto]) throws {
    var missing = photos[...]
    if !missing.isEmpty { Progress.show("generating \(missing.count) photos") }
    while !missing.isEmpty {
      let batch = missing.prefix(Machine.cores)
      missing = missing.dropFirst(batch.count)
      let running = try batch.map { try paint($0).start() }
      for (photo, process) in zip(batch, running) {
        let outcome = process.wait()
        guard outcome.exitCode == 0 else { throw BenchmarkError.failed("generating photos", outcome) }
        try finish(photo)
      }
    }
  }

  /// Copies the bytes. A program might recognise a link as the same file and decode it only once.
  private func copy(_ photo: InputPhoto) throws {
    unfinishedPath(of: photo).removeFile()
    try FileManager.default.copyItem(
      atPath: path(of: photo.original).string, toPath: unfinishedPath(of: photo).string)
    try finish(photo)
  }

  private func path(of photo: InputPhoto) -> FilePath { folder.appending(photo.fileName) }

  private func unfinishedPath(of photo: InputPhoto) -> FilePath {
    folder.appending(photo.fileName + ".unfinished")
  }

  private func paint(_ photo: InputPhoto) -> ChildProcess {
    ChildProcess(
      ThisExecutable.path,
      [
        "paint", "\(photo.number)", "\(photo.size.width)", "\(photo.size.height)", photo.format.rawValue,
        unfinishedPath(of: photo).string,
      ], in: folder, timeLimit: .seconds(600))
  }

  /// Gives a complete file its final name.
  private func finish(_ photo: InputPhoto) throws {
    let status = unsafe unfinishedPath(of: photo).withPlatformString { from in
      unsafe path(of: photo).withPlatformString { unsafe rename(from, $0) }
    }
    if status != 0 { throw Errno(rawValue: errno) }
  }
}
