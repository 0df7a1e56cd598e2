internal import CollageKit

extension ManualPage {
  /// The page in the macros of man(7).
  var roff: String {
    var source = """
      .TH \(Roff.escaped(name.uppercased())) \(section) \(Version.date) "collage \(Version.current)"
      .SH NAME

      """ + Roff.filled("\(name) - \(summary)")
    // A paragraph that follows a heading needs no macro of its own.
    var followsHeading = false
    for block in blocks {
      source += Roff.source(block, followsHeading: followsHeading)
      followsHeading =
        switch block {
        case .heading, .subheading: true
        default: false
        }
    }
    return source
  }
}

/// The source of manual pages.
private enum Roff {
  static func source(_ block: ManualPage.Block, followsHeading: Bool) -> String {
    let separator = followsHeading ? "" : ".PP\n"
    return switch block {
    case .heading(let text): ".SH \(escaped(text.uppercased()))\n"
    case .subheading(let text): ".SS \(escaped(text))\n"
    case .paragraph(let text): separator + filled(text)
    case .literal(let lines): literal(lines)
    case .entry(let term, let text): ".TP\n\(term.map(source).joined())\n" + filled(text)
    case .example(let text, let lines):
      separator + filled(text) + ".RS 4\n" + literal(lines) + ".RE\n"
    }
  }

  private static func source(_ part: ManualPage.Part) -> String {
    switch part {
    case .literal(let text): "\\fB\(escaped(text))\\fR"
    case .placeholder(let text): "\\fI\(escaped(text))\\fR"
    case .plain(let text): escaped(text)
    }
  }

  private static func literal(_ lines: [String]) -> String {
    ".EX\n" + lines.map { protected(escaped($0)) + "\n" }.joined() + ".EE\n"
  }

  /// The text as lines of at most 80 bytes, which keeps the source readable; the formatter fills
  /// them.
  static func filled(_ text: String) -> String {
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

  /// Protects a line that begins with a dot or an apostrophe from being read as a macro.
  private static func protected(_ line: String) -> String {
    line.hasPrefix(".") || line.hasPrefix("'") ? "\\&" + line : line
  }

  static func escaped(_ text: String) -> String {
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
