internal import Glibc
internal import SystemPackage
internal import TerminalPictures
internal import ThreadPool

/// The mode for screen readers: plain lines from top to bottom, without an escape sequence, and
/// with words in place of signs. Decided once, when a command begins that has it; everything that
/// writes asks `current`.
package struct AccessibleMode: Hashable, Sendable {
  /// What has switched it on.
  package enum Cause: Hashable, Sendable {
    case option
    /// An environment variable.
    case variable(String)
    /// The user's own defaults.
    case configuration
    /// A terminal that can't move its cursor.
    case terminal
  }

  package let cause: Cause

  private static let variables = ["COLLAGE_ACCESSIBLE", "ACCESSIBLE"]
  private static let chosen = Locked<AccessibleMode?>(nil)

  /// The mode of this run; nil where it is off, and before `begin`.
  package static var current: AccessibleMode? { chosen.withLock(\.self) }

  /// Decides for this run.
  ///
  /// - Parameters:
  ///   - isAsked: whether the option is given.
  ///   - isConfigured: whether the user's defaults say so.
  ///   - isOnTerminal: whether the command talks to a terminal.
  package static func begin(
    isAsked: Bool, isConfigured: @autoclosure () -> Bool, isOnTerminal: Bool
  ) {
    let mode = cause(isAsked: isAsked, isConfigured: isConfigured, isOnTerminal: isOnTerminal)
      .map(AccessibleMode.init)
    chosen.withLock { $0 = mode }
  }

  private static func cause(
    isAsked: Bool, isConfigured: () -> Bool, isOnTerminal: Bool
  ) -> Cause? {
    if isAsked { return .option }
    for name in variables {
      // An empty variable is none, and 0 switches off what follows it.
      if let value = Environment[name] { return value == "0" ? nil : .variable(name) }
    }
    if isConfigured() { return .configuration }
    let isDumb = TerminalCapabilities(environment: Environment.all).isDumb
    return isOnTerminal && isDumb ? .terminal : nil
  }

  /// What is said first: that it is on, and how to leave it.
  package var sentences: [String] {
    switch cause {
    case .option:
      [
        "Accessible mode is on, by --accessible.",
        "To leave it, start collage without --accessible.",
      ]
    case .variable(let name):
      [
        "Accessible mode is on, because \(name) is set.",
        "To leave it, set COLLAGE_ACCESSIBLE=0.",
      ]
    case .configuration:
      [
        "Accessible mode is on, because your defaults say so.",
        "To leave it, enter 'collage config unset accessible'.",
      ]
    case .terminal:
      [
        "Accessible mode is on, because this terminal can't move its cursor.",
        "To leave it, set TERM to the name of a terminal that can.",
      ]
    }
  }
}
