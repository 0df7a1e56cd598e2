import PhotoCodecs
import SystemPackage
import TestSupport

/// The `collage` program that is measured.
struct OurProgram {
  let path: FilePath
  let version: String

  /// - Parameter path: nil for the one beside this program, where one build puts both.
  init(_ path: FilePath?, _ toolbox: InstalledTools) throws(BenchmarkError) {
    self.path = path ?? OwnProgram.folder.appending("collage")
    guard let version = toolbox.output(of: self.path, ["--version"])?.first else {
      throw .noProgram(self.path)
    }
    self.version = version
  }

  func entrant(for task: CollageTask, named name: String = "collage") -> BenchmarkedProgram {
    let output = task.output(of: name)
    // A grid of ours has two rows at most; rows of equal photos are a grid too.
    let layout = task.grid.rows > 2 ? "rows" : "grid"
    let most = task.photos.count > 6 ? ["--max", "\(task.photos.count)", "--any-count"] : []
    let arguments =
      ["make", "--quiet", "--layout", layout, "--canvas", "\(task.grid.canvas)", "-o", output.string] + most
    return BenchmarkedProgram(
      name: name, version: version,
      commands: [task.command(path, arguments + task.photos.map(\.string))],
      result: (output, task.grid.canvas))
  }

  /// A manifest's collages, all done anew.
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

  /// Nothing but starting and ending, beside programs that do nothing: one that is linked as ours is, where it was built,
  /// and the system's.
  func startUp(_ toolbox: InstalledTools, in folder: FilePath) -> [BenchmarkedProgram] {
    let ours = toolbox.command(path, ["--version"], in: folder)
    let idle = [OwnProgram.folder.appending("collage-nothing"), toolbox.find("true")].compactMap(\.self)
      .filter { toolbox.output(of: $0, []) != nil }
    return [BenchmarkedProgram(name: "collage --version", version: version, commands: [ours])]
      + idle.map { program in
        BenchmarkedProgram(
          name: program.lastComponent?.string ?? "", version: "", commands: [toolbox.command(program, [], in: folder)])
      }
  }
}
