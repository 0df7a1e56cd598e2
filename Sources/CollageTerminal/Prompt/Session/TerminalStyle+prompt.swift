internal import CollageKit
internal import Files
internal import FoundationEssentials
internal import LineEditing
internal import SystemPackage

/// How the prompt's texts look.
extension TerminalStyle {
  /// The hint row: enabled commands stand out; the others are struck through or in parentheses, but
  /// never hidden. A narrow window leaves out the less important ones.
  ///
  /// - Parameter columns: the row ends before it would wrap.
  func hints(_ names: [CommandHint], for state: SelectionState, columns: Int)
    -> String
  {
    let words = names.map { hint in
      let isEnabled = hint.name.isEnabled(in: state)
      let name = hint.name.rawValue
      return (
        text: isEnabled || hasAttributes ? name : "(\(name))", isEnabled: isEnabled, rank: hint.rank
      )
    }
    let shown = KeyHint.ranks(of: words.map { ($0.text, $0.rank) }, columns: columns)
    return words.filter { shown.contains($0.rank) }
      .map { hasAttributes ? Self.sgr($0.isEnabled ? "1" : "2;9", $0.text) : $0.text }
      .joined(separator: "  ")
  }

  /// Shown in place of the hint row during a save.
  func progress(_ fraction: Double, columns: Int) -> String {
    let bar = ProgressBar(fraction)
    return String("saving \(bar.text) \(bar.percent)%   Ctrl-C cancels".prefix(columns - 1))
  }

  /// A message as rows that fit the window; all but the first are indented by the width of its
  /// sign.
  func rows(of message: PromptMessage, columns: Int) -> [String] {
    let sign =
      switch message.kind {
      case .success: isUTF8 ? "✓ " : "ok: "
      case .failure: isUTF8 ? "✗ " : "error: "
      case .refusal: isUTF8 ? "  → " : "  -> "
      case .plain: ""
      }
    let rows = DisplayWidth.rows(
      of: sign + message.text, columns: columns, indent: max(sign.count, 2))
    guard hasLinks, let link = message.link else { return rows }
    return rows.map {
      $0.replacing(link.text, with: Self.link(link.text, to: link.path), maxReplacements: 1)
    }
  }

  /// Text that terminals with hyperlinks (OSC 8) open as a file; other terminals show only the
  /// text.
  private static func link(_ text: String, to path: FilePath) -> String {
    let unreserved = Set("/-._~".utf8)
    let address = path.bytes.map { byte in
      let isPlain = unreserved.contains(byte) || byte.isASCIILetterOrDigit
      let digits = String(byte, radix: 16, uppercase: true)
      return isPlain ? String(Unicode.Scalar(byte)) : "%" + (digits.count == 1 ? "0" : "") + digits
    }
    return "\u{1B}]8;;file://\(address.joined())\u{1B}\\\(text)\u{1B}]8;;\u{1B}\\"
  }

  /// Puts bytes on the clipboard of a terminal that allows it (OSC 52).
  static func clipboard(_ bytes: [UInt8]) -> String {
    "\u{1B}]52;c;\(Data(bytes).base64EncodedString())\u{7}"
  }

  /// A preview, or the reason why there is none.
  ///
  /// - Parameters:
  ///   - columns: the width of the window.
  ///   - texts: shown to the right of the preview. Those that don't fit are left out, and the last
  ///     row says so.
  func rows(of preview: PictureContent, columns: Int, beside texts: [String] = []) -> [LiveRegion
    .Row]
  {
    guard case .rows(let rows) = preview else {
      guard case .failed(let reason) = preview else { return [] }
      return self.rows(of: .plain("no preview: " + reason), columns: columns).map { .text($0) }
    }
    let height = rows.reduce(0) { $0 + $1.height }
    guard !texts.isEmpty, height > 1 else { return rows }
    var beside = texts.prefix(height).map { "  " + cut($0, columns: Self.settingsColumns - 2) }
    if texts.count > height {
      beside[height - 1] = "  \(end) \(texts.count - height + 1) more: style"
    }
    beside += Array(repeating: "", count: height - beside.count)
    return zip(rows, beside).map { row, text in
      switch row {
      case .text(let cells): .text(cells + text)
      case .picture(let picture, _): .picture(picture, beside: beside)
      }
    }
  }

  /// The width of the settings beside a preview.
  static let settingsColumns = 36
}

extension UInt8 {
  fileprivate var isASCIILetterOrDigit: Bool {
    (0x61...0x7A).contains(self | 0x20) || (0x30...0x39).contains(self)
  }
}
