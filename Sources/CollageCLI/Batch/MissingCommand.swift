internal import CollageKit
internal import SystemPackage

/// `collage batch --missing`: what of a manifest is left to do.
struct MissingCommand {
  let manifest: FilePath
  let results: [FilePath]

  func run() throws(CommandFailure) {
    let lines = try ManifestLines(opening: manifest)
    var missing = MissingJobs()
    var hasOutput = true
    do throws(BatchSourceError) {
      for path in results {
        let odd = try missing.read(try opened(path))
        if odd > 0 { Messages.error(["\(path.displayed): warning: \(odd) lines are no results and don't count"]) }
      }
      let tooLong = try missing.lines(of: lines) { line in
        hasOutput = StandardOutput.write(line + [0x0A])
        return hasOutput
      }
      Messages.error(tooLong.map { "\(manifest.displayed): warning: line \($0) is too long to be a job; left out" })
    } catch {
      throw CommandFailure(error)
    }
    if !hasOutput { throw CommandFailure(.inputOutput, "the lines can't be written to standard output") }
  }

  private func opened(_ path: FilePath) throws(BatchSourceError) -> ManifestLines {
    if path == "-" { return ManifestLines(.standardInput, path: "standard input") }
    do {
      return ManifestLines(try FileDescriptor.open(path, .readOnly, options: .closeOnExec), path: path)
    } catch {
      throw BatchSourceError(path: path, errno: error as? Errno ?? .ioError)
    }
  }
}
