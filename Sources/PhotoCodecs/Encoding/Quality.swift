/// The quality of a JPEG, 1 to 100, on libjpeg's scale.
package struct Quality: Hashable, Sendable {
  package let value: Int
  package static let `default` = Quality(90)!

  /// Nil outside of 1 to 100.
  package init?(_ value: Int) {
    guard (1...100).contains(value) else { return nil }
    self.value = value
  }

  /// The same for a number's text.
  package init?(_ text: String) {
    guard let value = Int(text) else { return nil }
    self.init(value)
  }

  /// Above 90 colour is kept at full size, where its loss would be seen first.
  var halvesColour: Bool { value <= 90 }
}
