/// Escapes text before it is shown on a terminal, so that it stays on one line, the terminal
/// executes nothing in it, and nothing hides in it.
///
/// An unsafe character is shown as its UTF-8 bytes, each as `\xNN`; so is any byte that is not
/// UTF-8.
package enum TerminalText {
  /// These bytes as text that is safe to show.
  package static func escaped(_ bytes: some Collection<UInt8>) -> String { escaped(Array(bytes)) }

  private static func escaped(_ bytes: [UInt8]) -> String {
    // A shortcut, because most texts are printable ASCII.
    if bytes.allSatisfy({ (0x20...0x7E).contains($0) }) {
      return String(decoding: bytes, as: UTF8.self)
    }
    var text = ""
    // The characters since the last byte that was not UTF-8.
    var scalars: [Unicode.Scalar] = []
    var rest = bytes[...]
    while !rest.isEmpty {
      if let scalar = UTF8.first(of: rest) {
        scalars.append(scalar)
        rest = rest.dropFirst(UTF8.width(scalar))
      } else {
        text += escaped(scalars) + escaped(rest.removeFirst())
        scalars = []
      }
    }
    return text + escaped(scalars)
  }

  private static func escaped(_ scalars: [Unicode.Scalar]) -> String {
    scalars.indices.reduce(into: "") { text, index in
      if scalars.isUnsafe(at: index) {
        text += escaped(scalars[index])
      } else {
        text.unicodeScalars.append(scalars[index])
      }
    }
  }

  /// The maximum number of code points shown of a long text.
  private static let maxLength = 80

  /// The beginning of a text, for one that may be too long to be read in a message; escaped like
  /// the rest.
  package static func abridged(_ bytes: some Collection<UInt8>) -> String {
    // No code point has more than four bytes.
    let start = Array(bytes.prefix(4 * maxLength))
    var rest = start[...]
    for _ in 0..<maxLength where !rest.isEmpty {
      rest = rest.dropFirst(UTF8.first(of: rest).map(UTF8.width) ?? 1)
    }
    let isWhole = rest.isEmpty && start.count == bytes.count
    return escaped(Array(start[..<rest.startIndex])) + (isWhole ? "" : "\u{2026}")
  }

  /// The escape for a character, whether or not it is safe.
  package static func escaped(_ scalar: Unicode.Scalar) -> String {
    UTF8.encode(scalar)!.map { escaped($0) }.joined()
  }

  /// The escape for a byte: `\xNN`.
  package static func escaped(_ byte: UInt8) -> String {
    "\\x" + (byte < 0x10 ? "0" : "") + String(byte, radix: 16)
  }
}

extension [Unicode.Scalar] {
  /// Whether the character at an index is harmful, or hidden where it stands. In all text that is
  /// shown, these are escaped.
  package func isUnsafe(at index: Int) -> Bool { self[index].isHarmful || isHidden(at: index) }
}

extension Unicode.Scalar {
  /// Whether a terminal might execute it or show the text around it in another order: C0, DEL, C1,
  /// line and paragraph separators, and marks that change the direction of writing; also true for
  /// what is no character at all.
  package var isHarmful: Bool {
    switch value {
    case 0x20...0x7E: false
    // Deprecated, but some terminals still mirror brackets and change digits for them.
    case 0x206A...0x206F: true
    default:
      switch properties.generalCategory {
      case .control, .lineSeparator, .paragraphSeparator: true
      default: properties.isBidiControl || properties.isNoncharacterCodePoint
      }
    }
  }
}

extension UTF8 {
  /// The character at the beginning of some bytes; nil unless it is complete and well-formed.
  package static func first(of bytes: ArraySlice<UInt8>) -> Unicode.Scalar? {
    var decoder = UTF8()
    var iterator = bytes.makeIterator()
    return if case .scalarValue(let scalar) = decoder.decode(&iterator) { scalar } else { nil }
  }
}
