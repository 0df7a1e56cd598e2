import TestSupport

/// The time and memory of one run.
struct Measurement {
  /// The wall time of each step.
  let stepSeconds: [Double]
  /// User and system time of all steps.
  let cpuSeconds: Double
  /// The largest peak memory of the steps; nil if it was not measured, or the step was too short to measure it.
  let peakBytes: Int?

  var wallSeconds: Double { stepSeconds.reduce(0, +) }

  init(_ outcomes: [Outcome]) {
    stepSeconds = outcomes.map(\.wallSeconds)
    cpuSeconds = outcomes.map(\.cpuSeconds).reduce(0, +)
    // No program needs less than 1 MiB; a smaller number was read before `exec`.
    peakBytes = outcomes.map(\.peakBytes).filter { $0 >= 1 << 20 }.max()
  }

  init(_ times: Stopwatch.Times) {
    stepSeconds = [times.wallSeconds]
    cpuSeconds = times.cpuSeconds
    peakBytes = nil
  }
}
