/// Colours as terminals report them.
enum TerminalColour {
  /// How bright the background is, 0 to 1, according to the reply `11;rgb:rrrr/gggg/bbbb`, whose
  /// numbers have one to four hexadecimal digits; nil for any other text.
  static func brightness(_ reply: [UInt8]) -> Double? {
    let text = String(decoding: reply, as: UTF8.self).lowercased()
    guard let colon = text.firstIndex(of: ":"), ["11;rgb", "11;rgba"].contains(text[..<colon])
    else { return nil }
    let parts = text[colon...].dropFirst().split(separator: "/", omittingEmptySubsequences: false)
    guard (3...4).contains(parts.count) else { return nil }
    var levels: [Double] = []
    for part in parts.prefix(3) {
      guard (1...4).contains(part.count), part.allSatisfy(\.isHexDigit),
        let level = Int(part, radix: 16)
      else { return nil }
      levels.append(Double(level) / Double((1 << (4 * part.count)) - 1))
    }
    // The weights of Rec. 709, on coded values.
    return 0.2126 * levels[0] + 0.7152 * levels[1] + 0.0722 * levels[2]
  }
}
