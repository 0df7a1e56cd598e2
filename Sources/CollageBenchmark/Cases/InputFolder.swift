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

  /// The photos' files, generated where they are missing, on all processors.
  func paths(of photos: [InputPhoto]) throws -> [FilePath] {
    var missing = photos.filter { (try? path(of: $0).stat()) == nil }[...]
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
    return photos.map(path(of:))
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
