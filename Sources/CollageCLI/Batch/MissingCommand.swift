internal import CollageKit
internal import SystemPackage

/// `collage batch --missing`: prints the lines of a manifest whose jobs are still to be done.
struct MissingCommand {
  let manifest: FilePath
  let results: [FilePath]

  func run() throws(CommandFailure) {
    var missing = MissingJobs()
    var failure: CommandFailure?
    let lines = try LineFile(opening: manifest).lines
    let files = try results.map { path throws(CommandFailure) in (path, try LineFile(opening: path).lines) }
    do throws(BatchSourceError) {
      for (path, lines) in files {
        let odd = try missing.read(lines)
        if odd > 0 { StandardError.error(["\(path.displayed): warning: \(odd) lines are not results and are ignored"]) }
      }
      let tooLong = try missing.lines(of: lines) { line in
        do throws(CommandFailure) {
          return try StandardOutput.list(line + [0x0A])
        } catch {
          failure = error
          return false
        }
      }
      StandardError.error(
        tooLong.map { "\(manifest.displayed): warning: line \($0) is too long to be a job; left out" })
    } catch {
      throw CommandFailure(error)
    }
    if let failure { throw failure }
  }
}
