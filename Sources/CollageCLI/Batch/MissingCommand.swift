internal import CollageKit
internal import CollageTerminal
internal import SystemPackage

/// `collage batch --missing`: prints the lines of a manifest whose jobs are still to be done.
struct MissingCommand {
  let manifest: FilePath
  let results: [FilePath]

  func run() throws {
    var missing = MissingJobs()
    let lines = try LineFile(opening: manifest).lines
    for (path, lines) in try results.map({ ($0, try LineFile(opening: $0).lines) }) {
      let odd = try missing.read(lines)
      if odd > 0 {
        StandardError.error([
          "\(path.displayed): warning: \(odd) lines are not results and are ignored"
        ])
      }
    }
    var written = Result<Bool, CommandFailure>.success(true)
    let tooLong = try missing.lines(of: lines) { line in
      written = Result { () throws(CommandFailure) in try StandardOutput.list(line + [0x0A]) }
      return (try? written.get()) ?? false
    }
    StandardError.error(
      tooLong.map {
        "\(manifest.displayed): warning: line \($0) is too long for a job and is left out"
      }
    )
    _ = try written.get()
  }
}
