internal import CollageKit

/// A manual page, written in the macros of man(7).
struct ManualPage {
  let name: String
  let section: Int
  /// One line, as `apropos` shows it.
  let summary: String
  private(set) var source: String

  /// The name of its file: "collage-make.1".
  var fileName: String { "\(name).\(section)" }

  init(_ name: String, section: Int, summary: String) {
    self.name = name
    self.section = section
    self.summary = summary
    source = """
      .TH \(Self.escaped(name.uppercased())) \(section) \(Version.date) "collage \(Version.current)"
      .SH NAME

      """ + Self.filled("\(name) - \(summary)")
  }

  mutating func heading(_ text: String) { source += ".SH \(Self.escaped(text.uppercased()))\n" }

  mutating func subheading(_ text: String) { source += ".SS \(Self.escaped(text))\n" }

  /// - Parameter text: paragraphs, separated by empty lines.
  mutating func paragraphs(_ text: String) {
    for paragraph in text.split(separator: "\n\n") {
      separate()
      source += Self.filled(String(paragraph))
    }
  }

  /// Lines that are shown unchanged.
  mutating func literal(_ lines: [String]) {
    source += ".EX\n" + lines.map { Self.line($0) + "\n" }.joined() + ".EE\n"
  }

  /// A term with its explanation, indented.
  mutating func entry(_ term: [Part], _ text: String) {
    source += ".TP\n\(term.map(\.source).joined())\n" + Self.filled(text)
  }

  /// An example: what it does, and the lines to type.
  mutating func example(_ text: String, _ lines: [String]) {
    separate()
    source += Self.filled(text) + ".RS 4\n"
    literal(lines)
    source += ".RE\n"
  }

  /// Starts a new paragraph, unless a heading just did.
  private mutating func separate() {
    let last = source.split(separator: "\n").last ?? ""
    if !last.hasPrefix(".SH"), !last.hasPrefix(".SS") { source += ".PP\n" }
  }

  /// A part of a term.
  enum Part {
    /// Typed exactly like this.
    case literal(String)
    /// Stands for something that the user fills in.
    case placeholder(String)
    case plain(String)

    fileprivate var source: String {
      switch self {
      case .literal(let text): "\\fB\(ManualPage.escaped(text))\\fR"
      case .placeholder(let text): "\\fI\(ManualPage.escaped(text))\\fR"
      case .plain(let text): ManualPage.escaped(text)
      }
    }
  }

  /// The text as lines of at most 80 bytes, which keeps the source readable; the formatter fills
  /// them.
  private static func filled(_ text: String) -> String {
    var lines: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace).map({ escaped(String($0)) }) {
      if let last = lines.last, last.utf8.count + word.utf8.count < 76 {
        lines[lines.count - 1] += " " + word
      } else {
        lines.append(word)
      }
    }
    return lines.map { protected($0) + "\n" }.joined()
  }

  private static func line(_ text: String) -> String { protected(escaped(text)) }

  /// Protects a line that begins with a dot or an apostrophe from being read as a macro.
  private static func protected(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }

  private static func escaped(_ text: String) -> String {
    text.unicodeScalars.map { scalar in
      if let escape = escapes[scalar] { return escape }
      if scalar.isASCII { return String(scalar) }
      let digits = String(scalar.value, radix: 16, uppercase: true)
      return "\\[u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + "]"
    }.joined()
  }

  private static let escapes: [Unicode.Scalar: String] = [
    "\\": "\\e", "-": "\\-", "'": "\\(aq", "`": "\\(ga", "^": "\\(ha", "~": "\\(ti", "\"": "\\(dq",
  ]
}
