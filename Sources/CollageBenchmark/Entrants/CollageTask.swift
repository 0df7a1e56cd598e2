import PhotoCodecs
import SystemPackage
import TestSupport

/// A collage to make from existing files.
struct CollageTask {
  let photos: [FilePath]
  let grid: Grid
  let format: OutputFormat
  /// The programs' working folder, for results and intermediate files.
  let folder: FilePath
  let toolbox: InstalledTools

  /// The picture that the program with this name writes.
  func output(of name: String) -> FilePath {
    folder.appending("\(name.split(separator: " ").joined(separator: "-")).\(format.fileExtension)")
  }

  func command(_ program: FilePath, _ arguments: [String]) -> ChildProcess {
    toolbox.command(program, arguments, in: folder)
  }
}
