import Files
import SystemPackage

/// The running benchmark program.
enum ThisExecutable {
  /// A path for starting the program again: in a child process, before `exec`, it still names this
  /// program.
  static let path: FilePath = "/proc/self/exe"

  /// The folder of the program's file.
  static var folder: FilePath { (try? FileSystem.resolved(path))?.folder ?? "." }
}

/// The `collage` program to measure.
struct CollageProgram {
  let path: FilePath
  let version: String

  /// - Parameter path: nil for the one in the same folder as this program, where a build puts both.
  init(_ path: FilePath?, _ tools: InstalledTools) throws(BenchmarkError) {
    self.path = path ?? ThisExecutable.folder.appending("collage")
    guard let version = tools.output(of: self.path, ["--version"]) else {
      throw .noProgram(self.path)
    }
    self.version = version
  }

  func entrant(
    for task: CollageTask, named name: String = "collage", _ options: [String] = []
  ) -> BenchmarkedProgram {
    // The layout `grid` has at most two rows for six photos; `rows` of equal photos are a grid,
    // too.
    let layout = task.rows > 2 ? "rows" : "grid"
    let limits = task.photos.count > 6 ? ["--max", "\(task.photos.count)", "--any-count"] : []
    return task.entrant(name, version) { output in
      let look = [
        "make", "--quiet", "--layout", layout, "--canvas", "\(task.canvas)", "--gap", "0",
        "--margin", "0", "-o", output,
      ]
      return [[path.string] + look + options + limits + task.photos]
    }
  }

  /// The same, with a command that does next to nothing.
  func starts(_ bench: Workbench) throws -> [BenchmarkedProgram] {
    let empty = bench.folder.appending("empty")
    try FileSystem.makeFolders(empty)
    // `find` says by its exit code that it found nothing.
    let find = "\(path) find --in \(empty) 2>/dev/null || [ $? = 1 ]"
    return [
      bench.entrant("/bin/true", "", "/bin/true", []),
      bench.entrant("collage --version", version, path, ["--version"]),
      bench.entrant("sh", "", "/bin/sh", ["-c", "/bin/true || [ $? = 1 ]"]),
      bench.entrant("collage find in an empty folder, by sh", version, "/bin/sh", ["-c", find]),
    ]
  }

  /// The start-up of `collage`; for comparison, of `collage-startup-baseline` if it was built, and
  /// of the system's `true`.
  func startUp(_ bench: Workbench) -> [BenchmarkedProgram] {
    let baseline = ThisExecutable.folder.appending("collage-startup-baseline")
    let others = [baseline, "/bin/true"].filter { bench.tools.output(of: $0, []) != nil }
    return [bench.entrant("collage --version", version, path, ["--version"])]
      + others.map { bench.entrant($0.lastComponent?.string ?? "", "", $0, []) }
  }
}
