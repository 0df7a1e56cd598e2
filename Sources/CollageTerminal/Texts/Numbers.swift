// Numbers as users see them.
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
  /// Rounded to this many digits after the decimal point: "12.3".
  package func text(decimals: Int) -> String {
    let scale = decimals == 1 ? 10 : 100
    let scaled = Int((self * Double(scale)).rounded())
    return "\(scaled / scale).\(String(scale + scaled % scale).dropFirst())"
  }
}

extension String {
  /// Followed by blanks up to this length.
  package func padded(to count: Int) -> String {
    self + String(repeating: " ", count: max(count - self.count, 0))
  }
}
