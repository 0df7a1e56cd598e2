/// Of one entrant's runs; there must be one at least.
extension [Measurement] {
  var wallMilliseconds: Summary { Summary(map { $0.wallSeconds * 1000 }) }

  /// Nil where it was not measured.
  var peakMebibytes: Summary? {
    let peaks = compactMap(\.peakBytes).map { Double($0) / 1_048_576 }
    return peaks.isEmpty ? nil : Summary(peaks)
  }
}
