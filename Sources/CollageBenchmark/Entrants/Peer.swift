import SystemPackage
import TestSupport

/// Another program that can make the same collage.
///
/// Each is called the way somebody who knows it well would: photos are read at a reduced size where it can do that, and
/// JPEGs are written with quality 90 and colour at half the size, as ours are.
struct Peer {
  let name: String
  /// As it states it itself.
  let version: String
  /// What to run for a collage that is to be written to a path.
  let commands: (CollageTask, FilePath) -> [ChildProcess]

  /// Those that were found.
  static func installed(_ toolbox: InstalledTools) -> [Peer] {
    [montage(toolbox), graphicsMagick(toolbox), vipsTools(toolbox)].compactMap(\.self) + python(toolbox)
  }

  func entrant(for task: CollageTask) -> BenchmarkedProgram {
    let output = task.output(of: name)
    return BenchmarkedProgram(
      name: name, version: version, commands: commands(task, output), result: (output, task.grid.canvas))
  }
}
