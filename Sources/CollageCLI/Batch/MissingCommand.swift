internal import CollageKit
internal import SystemPackage

/// `collage batch --missing`: what of a manifest is left to do.
struct MissingCommand {
  let manifest: FilePath
  let results: [FilePath]

  func run() throws(CommandFailure) {
    var missing = MissingJobs()
    var hasOutput = true
    do throws(BatchSourceError) {
      let lines = try LineReader(opening: manifest)
      for path in results {
        let odd = try missing.read(LineReader(opening: path))
        if odd > 0 { StandardError.error(["\(path.displayed): warning: \(odd) lines are no results and don't count"]) }
      }
      let tooLong = try missing.lines(of: lines) { line in
        hasOutput = StandardOutput.write(line + [0x0A])
        return hasOutput
      }
      StandardError.error(
        tooLong.map { "\(manifest.displayed): warning: line \($0) is too long to be a job; left out" })
    } catch {
      throw CommandFailure(error)
    }
    if !hasOutput { throw CommandFailure(.inputOutput, "the lines can't be written to standard output") }
  }
}
