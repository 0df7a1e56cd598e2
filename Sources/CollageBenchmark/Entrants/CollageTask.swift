import PhotoCodecs
import SystemPackage
import TestSupport

/// A collage to be made from files that are there.
struct CollageTask {
  let photos: [FilePath]
  let grid: Grid
  let format: PhotoFormat
  /// Where results and what leads to them go; the programs' working directory.
  let folder: FilePath
  let toolbox: InstalledTools

  /// The picture that the program of this name is to write.
  func output(of name: String) -> FilePath {
    folder.appending("\(name.split(separator: " ").joined(separator: "-")).\(format.ending)")
  }

  func command(_ program: FilePath, _ arguments: [String]) -> ChildProcess {
    toolbox.command(program, arguments, in: folder)
  }
}
