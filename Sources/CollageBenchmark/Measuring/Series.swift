/// Runs entrants in rounds, each once a round: whatever else the machine does meanwhile hits them all alike.
struct Series {
  let title: String
  /// Rounds that count; one before them warms up and is checked.
  let runs: Int
  let interruption: Interruption

  /// What the series brought to light.
  struct Results {
    let entrants: [(entrant: BenchmarkedProgram, measurements: [Measurement])]
    /// Sentences about those that could not take part.
    let failures: [String]
  }

  /// - Parameter entrants: ours first; the series fails when that one does, and goes on without any other that does.
  func run(_ entrants: [BenchmarkedProgram]) throws -> Results {
    Progress.show("\(title): warming up")
    var failures: [String] = []
    let fit = try entrants.enumerated().filter { index, entrant in
      do {
        _ = try runOnce(entrant)
        try entrant.check()
        return true
      } catch let error as BenchmarkError where index > 0 {
        failures.append("\(error)")
        return false
      }
    }.map(\.element)
    var measurements = [[Measurement]](repeating: [], count: fit.count)
    for round in 0..<runs {
      Progress.show("\(title): round \(round + 1) of \(runs)")
      // Begin with another one each time, so that none always has the same one before it.
      for turn in fit.indices {
        let index = (turn + round) % fit.count
        measurements[index].append(try runOnce(fit[index]))
      }
    }
    return Results(entrants: Array(zip(fit, measurements)), failures: failures)
  }

  private func runOnce(_ entrant: BenchmarkedProgram) throws -> Measurement {
    try interruption.check()
    entrant.clear()
    return try entrant.run()
  }
}
