import ArgumentParser
import Glibc
import Synchronization

/// Runs all programs in rounds, each once per round, so that other load on the machine affects all
/// of them alike.
struct Series {
  let title: String
  /// The number of measured rounds. One more round before them warms up and checks the results.
  let runs: Int

  /// The measurements of a series.
  struct Results {
    let entrants: [(entrant: BenchmarkedProgram, measurements: [Measurement])]
    /// Why programs were left out: a sentence for each.
    let failures: [String]
  }

  /// - Parameter entrants: `collage` first. If it fails, the series fails; any other program that
  ///   fails is left out.
  func run(_ entrants: [BenchmarkedProgram]) throws -> Results {
    Report.progress("\(title): warming up")
    var failures: [String] = []
    let working = try entrants.enumerated().filter { index, entrant in
      do {
        _ = try runOnce(entrant)
        try entrant.check()
        return true
      } catch let error as BenchmarkError where index > 0 {
        failures.append("\(error)")
        return false
      }
    }.map(\.element)
    var measurements = [[Measurement]](repeating: [], count: working.count)
    for round in 0..<runs {
      Report.progress("\(title): round \(round + 1) of \(runs)")
      // Begin each round with another program, so that no program always runs after the same one.
      for turn in working.indices {
        let index = (turn + round) % working.count
        measurements[index].append(try runOnce(working[index]))
      }
    }
    return Results(entrants: Array(zip(working, measurements)), failures: failures)
  }

  private func runOnce(_ entrant: BenchmarkedProgram) throws -> Measurement {
    try Interruption.check()
    entrant.clear()
    return try entrant.run()
  }
}

/// Stops the program between two runs after SIGINT or SIGTERM, so that temporary folders are
/// removed.
enum Interruption {
  /// The last signal's number; 0 if there was none.
  private static let received = Atomic<Int32>(0)

  static func await() {
    for number in [SIGINT, SIGTERM] {
      signal(number) { Interruption.received.store($0, ordering: .relaxed) }
    }
  }

  /// - Throws: 128 plus the number of the signal, if one was received.
  static func check() throws(ExitCode) {
    let signal = received.load(ordering: .relaxed)
    if signal != 0 { throw ExitCode(128 + signal) }
  }
}
