internal import CollageKit
internal import LineEditing

/// Arranging photos with keys.
extension InteractivePrompt {
  func startArranging() {
    if let resumed = session.resumeSaved() { report(.plain(resumed)) }
    if let refusal = arranging.start() { report(.refusal(refusal.description)) }
  }

  /// Performs a key while photos are being arranged.
  func arrange(_ key: Key) {
    switch key {
    case .text(let text) where text.count > 1:
      // Letters that arrived together; each may have to wait for the one before, or end the mode.
      for letter in text { handle(.text(String(letter))) }
    case .control("o"):
      arranging.end()
      startPicking([])
    default:
      guard let step = ArrangingStep(key) else {
        arranging.ignore(key)
        return terminal.device.write("\u{7}")
      }
      if let refusal = arranging.perform(step, columns: screen.width) {
        report(.refusal(refusal.description))
      }
      performWaiting()
    }
  }

  func findLayouts() { arranging.findLayouts(columns: screen.width) }

  /// The keys for arranging, as many as there is room for.
  func helpRows(_ columns: Int, room: Int) -> [String] {
    let width = shown.hasKeysBeside ? TerminalStyle.settingsColumns - 3 : columns - 1
    return arranging.helpPage(
      of: KeyHint.help(ArrangingHints.all, columns: width), room: room)
  }
}
