// How numbers are written for users.
extension Int {
  /// The digits in groups of three: "1,204".
  package var grouped: String {
    magnitude < 1000
      ? "\(self)" : "\((self / 1000).grouped),\(String(1000 + magnitude % 1000).dropFirst())"
  }

  /// A number of bytes: "842 kB", "2.4 MB".
  package var asBytes: String {
    self < 1_000_000 ? "\((self + 500) / 1000) kB" : "\(self / 1_000_000).\(self / 100_000 % 10) MB"
  }
}

extension Double {
  /// Rounded to so many digits after the point: "12.3".
  package func text(decimals: Int) -> String {
    let scale = decimals == 1 ? 10 : 100
    let scaled = Int((self * Double(scale)).rounded())
    return "\(scaled / scale).\(String(scale + scaled % scale).dropFirst())"
  }
}

extension String {
  /// With blanks at its end, if it is shorter than that.
  package func padded(to count: Int) -> String {
    self + String(repeating: " ", count: max(count - self.count, 0))
  }
}
