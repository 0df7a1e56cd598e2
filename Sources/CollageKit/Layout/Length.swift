/// A distance on the canvas.
package enum Length: Hashable, Sendable {
  case pixels(Double)
  /// Of the canvas's short side; 100 is all of it.
  case percent(Double)

  package static let zero = Length.pixels(0)

  /// In pixels, on a canvas with this short side.
  package func pixels(onShortSide side: Int) -> Double {
    switch self {
    case .pixels(let pixels): pixels
    case .percent(let percent): Double(side) * percent / 100
    }
  }

  /// In whole pixels.
  func wholePixels(onShortSide side: Int) -> Int { Int(pixels(onShortSide: side).rounded()) }
}
