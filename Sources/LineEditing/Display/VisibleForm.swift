internal import SafeText

/// Text in a form that has no effect on the terminal and shows every character.
///
/// A control character is shown as `^A`; a byte that is not UTF-8 as `\xNN`; a character with neither ink nor width,
/// such as a mark that reverses the direction of writing, as `\u{NNNN}`. A combining mark without a letter is shown on
/// a dotted circle, so that it can't join the text before it.
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
    if let byte = LosslessText.byte(carriedBy: scalar) { return "\\x" + String(byte, radix: 16, uppercase: true) }
    if scalar.isASCIIControl { return "^" + String(Character(Unicode.Scalar(UInt8(scalar.value) ^ 0x40))) }
    // Joiners and tags inside a cluster belong to the letter or emoji before them.
    let isUnseen = isFirst && scalar.properties.generalCategory == .format && !scalar.isVisibleFormat
    guard scalar.isHarmful || isUnseen else { return nil }
    return "\\u{" + String(scalar.value, radix: 16, uppercase: true) + "}"
  }
}

extension Unicode.Scalar {
  fileprivate var isASCIIControl: Bool { value < 0x20 || value == 0x7F }

  fileprivate var isMark: Bool {
    switch properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .spacingMark: true
    default: false
    }
  }
}
