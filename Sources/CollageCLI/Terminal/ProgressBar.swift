/// How much of some work is done, as a bar and a percentage.
struct ProgressBar {
  private static let width = 20

  /// 0 to 1.
  private let fraction: Double

  /// - Parameter fraction: limited to 0...1.
  init(_ fraction: Double) { self.fraction = min(max(fraction, 0), 1) }

  /// 0 to 100, rounded down.
  var percent: Int { Int(fraction * 100) }

  /// "[####................]".
  var text: String {
    let filled = Int(fraction * Double(Self.width))
    return "[" + String(repeating: "#", count: filled) + String(repeating: ".", count: Self.width - filled) + "]"
  }
}
