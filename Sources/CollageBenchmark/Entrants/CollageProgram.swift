import PhotoCodecs
import SystemPackage
import TestSupport

/// The `collage` program to measure.
struct CollageProgram {
  let path: FilePath
  let version: String

  /// - Parameter path: nil for the one in the same folder as this program, where a build puts both.
  init(_ path: FilePath?, _ toolbox: InstalledTools) throws(BenchmarkError) {
    self.path = path ?? ThisExecutable.folder.appending("collage")
    guard let version = toolbox.output(of: self.path, ["--version"])?.first else {
      throw .noProgram(self.path)
    }
    self.version = version
  }

  func entrant(for task: CollageTask, named name: String = "collage") -> BenchmarkedProgram {
    let output = task.output(of: name)
    // The layout `grid` has at most two rows for six photos; `rows` of equal photos are a grid, too.
    let layout = task.grid.rows > 2 ? "rows" : "grid"
    let limits = task.photos.count > 6 ? ["--max", "\(task.photos.count)", "--any-count"] : []
    let arguments =
      ["make", "--quiet", "--layout", layout, "--canvas", "\(task.grid.canvas)", "-o", output.string] + limits
    return BenchmarkedProgram(
      name: name, version: version,
      commands: [task.command(path, arguments + task.photos.map(\.string))],
      result: (output, task.grid.canvas))
  }

  /// All collages of a manifest; existing ones are made again.
  func batch(_ manifest: FilePath, _ canvas: PixelSize, _ toolbox: InstalledTools, in folder: FilePath)
    -> BenchmarkedProgram
  {
    BenchmarkedProgram(
      name: "collage batch", version: version,
      commands: [
        toolbox.command(
          path,
          [
            "batch", manifest.string, "--layout", "grid", "--canvas", "\(canvas)", "--library",
            folder.appending("library").string, "--force", "--quiet",
          ], in: folder)
      ])
  }

  /// The start-up of `collage`; for comparison, of `collage-startup-baseline` if it was built, and of the system's `true`.
  func startUp(_ toolbox: InstalledTools, in folder: FilePath) -> [BenchmarkedProgram] {
    let ours = toolbox.command(path, ["--version"], in: folder)
    let baseline = ThisExecutable.folder.appending("collage-startup-baseline")
    let baselines = [baseline, toolbox.find("true")].compactMap(\.self).filter { toolbox.output(of: $0, []) != nil }
    return [BenchmarkedProgram(name: "collage --version", version: version, commands: [ours])]
      + baselines.map { program in
        BenchmarkedProgram(
          name: program.lastComponent?.string ?? "", version: "", commands: [toolbox.command(program, [], in: folder)])
      }
  }
}
