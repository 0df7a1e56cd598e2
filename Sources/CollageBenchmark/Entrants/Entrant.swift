import PhotoCodecs
import SystemPackage
import TestSupport

/// Something that is measured: commands that run one after the other.
struct Entrant {
  /// Who says how long it took.
  enum Clock {
    /// We do: from before the start of each command to its end.
    case ours
    /// The one command does, by printing a `FloorTimes`.
    case its
  }

  let name: String
  /// As the program itself states it; empty when there is none to state.
  let version: String
  let commands: [ChildProcess]
  /// The picture that must be there afterwards, and its size; nil when it makes none.
  var result: (path: FilePath, size: PixelSize)?
  var clock = Clock.ours

  /// Runs it once.
  ///
  /// Throws `BenchmarkError.failed` when a command does not exit with 0.
  func run() throws -> Measurement {
    let outcomes = try commands.map { command in
      let outcome = try command.run()
      guard outcome.exitCode == 0 else { throw BenchmarkError.failed(name, outcome) }
      return outcome
    }
    switch clock {
    case .ours: return Measurement(outcomes)
    case .its:
      guard let times = outcomes.first.flatMap({ FloorTimes(text: $0.output) }) else {
        throw BenchmarkError.noTimes(name)
      }
      return Measurement(times)
    }
  }

  /// Removes an earlier run's result, so that it can't pass for this one's.
  func clear() { if let result { result.path.removeFile() } }

  /// Makes sure that the result is a picture of the right size.
  func check() throws {
    guard let result else { return }
    let header: PhotoHeader
    do {
      header = try PhotoHeader(of: PhotoFile.open(result.path), limits: DecodeLimits())
    } catch {
      throw BenchmarkError.noPicture(name, reason: "\(error)")
    }
    guard header.size == result.size else {
      throw BenchmarkError.noPicture(name, reason: "it is \(header.size), not \(result.size)")
    }
  }
}
