extension Int {
  /// This number of bytes as text for a message, rounded up: "512 bytes", "1.5 KiB", "1465 MiB".
  package var roundedUpBytes: String { byteText(.up) }
  /// This number of bytes as text for a message, rounded down: for the smaller of two numbers in
  /// one message.
  package var roundedDownBytes: String { byteText(.down) }

  /// Has one decimal below ten units.
  private func byteText(_ rule: FloatingPointRoundingRule) -> String {
    guard self >= 1024 else { return self == 1 ? "1 byte" : "\(self) bytes" }
    let (value, unit) =
      self < 1_048_576 ? (Double(self) / 1024, "KiB") : (Double(self) / 1_048_576, "MiB")
    let whole = Int(value.rounded(rule))
    let tenths = Int((value * 10).rounded(rule))
    return value < 10 && tenths % 10 != 0
      ? "\(tenths / 10).\(tenths % 10) \(unit)" : "\(whole) \(unit)"
  }
}
