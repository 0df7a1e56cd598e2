internal import SafeText

/// Makes text from other people harmless: to one line of text, or a URL of http or https.
enum ExternalText {
  /// The longest text, in characters, and the longest URL, in bytes.
  private static let maxCount = 300
  private static let maxURLBytes = 2000

  /// Text on one line: harmful characters become spaces, adjacent spaces are merged, and hidden
  /// characters are left out. Nil if nothing is left.
  ///
  /// - Parameter maxCount: the maximum length in characters; the rest is cut off.
  static func line(_ text: String?, maxCount: Int = maxCount) -> String? {
    guard let text else { return nil }
    var line = ""
    let scalars = Array(text.unicodeScalars.prefix(maxCount * 8))
    for (index, scalar) in scalars.enumerated() {
      if scalar.isHarmful || scalar.properties.isWhitespace {
        if !line.isEmpty, line.last != " " { line.append(" ") }
      } else if !scalars.isHidden(at: index) {
        line.unicodeScalars.append(scalar)
      }
    }
    if line.last == " " { line.removeLast() }
    if line.count > maxCount { line = line.prefix(maxCount) + "…" }
    return line.isEmpty ? nil : line
  }

  /// The text of HTML, on one line.
  static func line(html: String?) -> String? { line(html.map(plainText)) }

  /// A URL of http or https without a user name, in printable ASCII; nil for any other text.
  ///
  /// A URL that begins with "//" is taken to be https.
  static func url(_ text: String?) -> String? {
    guard var text, text.utf8.count <= maxURLBytes else { return nil }
    if text.hasPrefix("//") { text = "https:" + text }
    let scheme = text.lowercased().hasPrefix("https://") ? "https://" : "http://"
    guard text.lowercased().hasPrefix(scheme) else { return nil }
    let rest = text.utf8.dropFirst(scheme.utf8.count)
    let authority = rest.prefix { !"/?#".utf8.contains($0) }
    guard !authority.isEmpty, !authority.contains(UInt8(ascii: "@")),
      !authority.contains(UInt8(ascii: "\\")),
      rest.allSatisfy({ $0 >= 0x20 && $0 != 0x7F })
    else { return nil }
    return scheme + PercentEncoding.text(of: rest, keeping: isKept)
  }

  /// The text, encoded as a value in a URL's query.
  static func queryValue(_ text: String) -> String {
    PercentEncoding.text(of: text.utf8, keeping: PercentEncoding.isUnreserved)
  }

  private static func isKept(_ byte: UInt8) -> Bool {
    (0x21...0x7E).contains(byte) && !"\"<>\\^`{|}".utf8.contains(byte)
  }
}

// HTML as services send it: text with links and other tags.
extension ExternalText {
  private static let breaking: Set<String> = ["br", "p", "div", "li", "tr", "td"]
  private static let entities: [String: String] = [
    "amp": "&", "lt": "<", "gt": ">", "quot": "\"", "apos": "'", "nbsp": " ",
  ]

  private static func plainText(_ html: String) -> String {
    var text = String.UnicodeScalarView()
    // Scalars, not characters: a combining mark after a bracket would form another character with
    // it.
    var rest = html.unicodeScalars.prefix(1 << 14)
    while let scalar = rest.popFirst() {
      switch scalar {
      case "<"
      where rest.first.map({ $0.properties.isAlphabetic || $0 == "/" || $0 == "!" }) ?? true:
        let tag = rest.prefix { $0 != ">" }
        if breaking.contains(String(tag.prefix(while: \.properties.isAlphabetic)).lowercased()) {
          text.append(" ")
        }
        rest = rest[tag.endIndex...].dropFirst()
      case "&":
        let name = rest.prefix(12).prefix { $0 != ";" }
        if rest[name.endIndex...].first == ";", let value = value(ofEntity: String(name)) {
          text += value.unicodeScalars
          rest = rest[name.endIndex...].dropFirst()
        } else {
          text.append("&")
        }
      default: text.append(scalar)
      }
    }
    return String(text)
  }

  private static func value(ofEntity name: String) -> String? {
    guard name.hasPrefix("#") else { return entities[name] }
    let digits = name.dropFirst()
    let number =
      digits.lowercased().hasPrefix("x") ? UInt32(digits.dropFirst(), radix: 16) : UInt32(digits)
    return number.flatMap { Unicode.Scalar($0) }.map { String(Character($0)) }
  }
}
