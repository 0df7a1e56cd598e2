/// The quality of a JPEG, 1 to 100, on libjpeg's scale.
package struct Quality: Hashable, Sendable {
  package let value: Int
  package static let `default` = Quality(90)!

  /// Nil outside 1 to 100.
  package init?(_ value: Int) {
    guard (1...100).contains(value) else { return nil }
    self.value = value
  }

  /// Parses the number; nil if it isn't one from 1 to 100.
  package init?(_ text: String) {
    guard let value = Int(text) else { return nil }
    self.init(value)
  }

  /// Whether chroma is subsampled: up to 90. Above that it keeps full size, because its loss would be visible first.
  var halvesColour: Bool { value <= 90 }
}
