/// A terminal did not show what was waited for in time.
package struct TerminalTimeout: Error, CustomStringConvertible {
  /// Whether the program closed the terminal or ended, so that waiting longer would have been
  /// pointless.
  package let outputEnded: Bool
  package let screen: ScreenModel

  package var description: String {
    let reason = outputEnded ? "the program's output ended" : "the time ran out"
    return "\(reason) before the terminal showed what was waited for; it shows:\n\(screen.text)"
  }
}
