internal import SafeText

/// Text of a line that is being edited, in a form that has no effect on the terminal and shows every character.
///
/// Escapes are those of `TerminalText`, with ASCII control characters as `^A`. Also escaped is a character with neither
/// ink nor width, such as a zero-width space. A combining mark without a letter is shown on a dotted circle, so that it
/// can't join the text before it.
package enum VisibleForm {
  package static func of(_ text: some StringProtocol) -> String {
    text.reduce(into: "") { $0 += of($1) }
  }

  package static func of(_ cluster: Character) -> String {
    if cluster.utf8.count == 1, !cluster.isASCIIControl { return String(cluster) }
    let scalars = cluster.unicodeScalars
    var shown = ""
    for index in scalars.indices {
      let scalar = scalars[index]
      if let escape = escape(of: scalar, isFirst: index == scalars.startIndex) {
        shown += escape
      } else {
        if index == scalars.startIndex, scalar.isMark { shown += "\u{25CC}" }
        shown.unicodeScalars.append(scalar)
      }
    }
    return shown
  }

  private static func escape(of scalar: Unicode.Scalar, isFirst: Bool) -> String? {
    if let byte = LosslessText.byte(carriedBy: scalar) { return TerminalText.escaped(byte) }
    // Joiners and tags inside a cluster belong to the letter or emoji before them.
    let isInvisible = isFirst && scalar.properties.generalCategory == .format && !scalar.isVisibleFormat
    return scalar.isHarmful || isInvisible ? TerminalText.escaped(scalar, controls: .caret) : nil
  }
}

extension Unicode.Scalar {
  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    default: false
    }
  }
}
