/// Problems that a decoder noticed but that did not stop it.
struct DecodeFaults {
  /// Whether pixels were lost and replaced by filler.
  var losesPixels: Bool
  /// The library's message; nil if there was no problem.
  var message: String?

  static let none = DecodeFaults(losesPixels: false)

  var isNone: Bool { !losesPixels && message == nil }
}
