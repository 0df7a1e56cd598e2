import FoundationEssentials
import Glibc
import PhotoCodecs
import SystemPackage
import TestSupport

/// Where the generated photos are: a folder of the user's, else a temporary one.
///
/// Photos are taken as they are when a file of their name is there; after a change to the painter a kept folder must
/// be emptied by hand.
final class InputFolder {
  private let folder: FilePath
  private let temporary: TemporaryFolder?

  /// - Parameter kept: made when it is missing; nil for a temporary folder. Throws `Errno`.
  init(keptAt kept: FilePath?) throws {
    temporary = kept == nil ? try TemporaryFolder() : nil
    folder = kept ?? temporary!.path
    let status = unsafe folder.withPlatformString { unsafe mkdir($0, 0o755) }
    if status != 0, errno != EEXIST { throw Errno(rawValue: errno) }
  }

  /// The photos' files, generated or copied where they are missing.
  ///
  /// - Parameter photos: with each copy its original, earlier.
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

  /// Copies the bytes: two names of one file would be one photo to a program that looks, and be decoded once.
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
      OwnProgram.path,
      [
        "paint", "\(photo.number)", "\(photo.size.width)", "\(photo.size.height)", photo.format.rawValue,
        unfinishedPath(of: photo).string,
      ], in: folder, timeLimit: .seconds(600))
  }

  /// Only a whole file gets the name under which it is found again.
  private func finish(_ photo: InputPhoto) throws {
    let status = unsafe unfinishedPath(of: photo).withPlatformString { from in
      unsafe path(of: photo).withPlatformString { unsafe rename(from, $0) }
    }
    if status != 0 { throw Errno(rawValue: errno) }
  }
}
