extension Double {
  /// With three digits at least: whole from 100 on, else with one or two decimals.
  var text: String { text(decimals: self < 10 ? 2 : self < 100 ? 1 : 0) }

  func text(decimals: Int) -> String {
    let unit = (0..<decimals).reduce(1) { unit, _ in unit * 10 }
    let scaled = Int((self * Double(unit)).rounded())
    guard decimals > 0 else { return "\(scaled)" }
    let fraction = "\(scaled % unit)"
    return "\(scaled / unit)." + String(repeating: "0", count: decimals - fraction.count) + fraction
  }
}
