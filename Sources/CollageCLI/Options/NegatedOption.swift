/// What help says of options such as `--no-cut-marks`, which share their text with `--cut-marks`.
enum NegatedOption {
  private static let prefix = "--no-"

  /// What follows the sentence about the option of this name.
  static func sentence(_ name: String) -> String { " With \(prefix)\(name), don't." }

  /// The text for one of two options that share it: "Draw lines.", or "Don't draw lines.".
  static func text(_ abstract: String, of option: String) -> String {
    let isNegated = option.hasPrefix(prefix)
    let name = isNegated ? option.dropFirst(prefix.count) : option.drop { $0 == "-" }
    guard abstract.hasSuffix(sentence(String(name))) else { return abstract }
    let text = abstract.dropLast(sentence(String(name)).count)
    return isNegated ? "Don't " + text.prefix(1).lowercased() + text.dropFirst() : String(text)
  }
}
