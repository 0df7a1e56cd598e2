/// The median and the range of some measured values.
struct Summary {
  let median: Double
  let minimum: Double
  let maximum: Double

  /// - Parameter values: at least one.
  init(_ values: some Sequence<Double>) {
    let sorted = values.sorted()
    let middle = sorted.count / 2
    median = sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    minimum = sorted[0]
    maximum = sorted[sorted.count - 1]
  }
}

/// The runs of one program; at least one.
extension [Measurement] {
  var wallMilliseconds: Summary { Summary(map { $0.wallSeconds * 1000 }) }

  /// Nil if it was not measured.
  var peakMebibytes: Summary? {
    let peaks = compactMap(\.peakBytes).map { Double($0) / 1_048_576 }
    return peaks.isEmpty ? nil : Summary(peaks)
  }
}

extension Double {
  /// With at least three digits: a whole number from 100 on, else with one or two decimals.
  var text: String { text(decimals: self < 10 ? 2 : self < 100 ? 1 : 0) }

  func text(decimals: Int) -> String {
    let unit = (0..<decimals).reduce(1) { unit, _ in unit * 10 }
    let scaled = Int((self * Double(unit)).rounded())
    guard decimals > 0 else { return "\(scaled)" }
    let fraction = "\(scaled % unit)"
    return "\(scaled / unit)." + String(repeating: "0", count: decimals - fraction.count) + fraction
  }
}
