import TestSupport

/// What one run took.
struct Measurement {
  /// The wall time of each step: of every command, or of the floor's decoding and encoding.
  let stepSeconds: [Double]
  /// User and system time of all steps.
  let cpuSeconds: Double
  /// The largest of the steps' peaks; nil where it was not measured, or was over too soon to be.
  let peakBytes: Int?

  var wallSeconds: Double { stepSeconds.reduce(0, +) }

  init(_ outcomes: [Outcome]) {
    stepSeconds = outcomes.map(\.wallSeconds)
    cpuSeconds = outcomes.map(\.cpuSeconds).reduce(0, +)
    // Nothing runs in less than this; such a figure was read before the program had begun.
    peakBytes = outcomes.map(\.peakBytes).filter { $0 >= 1 << 20 }.max()
  }

  init(_ times: Stopwatch.Times) {
    stepSeconds = [times.wallSeconds]
    cpuSeconds = times.cpuSeconds
    peakBytes = nil
  }

  init(_ floor: FloorTimes) {
    stepSeconds = [floor.decodingSeconds, floor.encodingSeconds]
    cpuSeconds = floor.cpuSeconds
    peakBytes = nil
  }
}
