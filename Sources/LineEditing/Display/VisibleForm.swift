internal import SafeText

/// Text of a line that is being edited, in a form that has no effect on the terminal and shows
/// every character.
///
/// Escapes are those of `TerminalText`, but ASCII control characters are shown as `^A`, as shells
/// do. A combining mark without a letter is shown on a dotted circle, so that it can't join the
/// text before it.
package enum VisibleForm {
  package static func of(_ text: some StringProtocol) -> String {
    let clusters = Array(text)
    return clusters.indices.reduce(into: "") { $0 += of($1, in: clusters) }
  }

  /// The visible form of the cluster at an index, which may depend on its neighbours.
  static func of(_ index: Int, in clusters: [Character]) -> String {
    let cluster = clusters[index]
    if cluster.utf8.count == 1, !cluster.isASCIIControl { return String(cluster) }
    let previous = index > 0 ? Array(clusters[index - 1].unicodeScalars) : []
    let next = index + 1 < clusters.count ? Array(clusters[index + 1].unicodeScalars) : []
    let scalars = previous + cluster.unicodeScalars + next
    var shown = ""
    var joinsNothing = true
    for index in previous.count..<scalars.count - next.count {
      let scalar = scalars[index]
      if let byte = LosslessText.byte(carriedBy: scalar) {
        shown += TerminalText.escaped(byte)
      } else if scalars.isUnsafe(at: index) {
        let isControl = Character(scalar).isASCIIControl
        shown +=
          isControl
          ? "^\(Unicode.Scalar(UInt8(scalar.value) ^ 0x40))" : TerminalText.escaped(scalar)
      } else {
        if joinsNothing, scalar.isMark { shown += "\u{25CC}" }
        shown.unicodeScalars.append(scalar)
        joinsNothing = false
      }
    }
    return shown
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
