internal import ArgumentParser
internal import CollageTerminal
internal import Glibc

/// Whether a command is used by somebody who has it read aloud.
struct AccessibleOption: ParsableArguments {
  @Flag(
    name: .customLong("accessible"),
    help: """
      Plain lines for screen readers, one after the other; also by COLLAGE_ACCESSIBLE=1 or \
      'collage config set accessible on'.
      """)
  var isAsked = false

  /// Decides about the mode of this run.
  ///
  /// - Parameters:
  ///   - settings: the user's defaults.
  ///   - isOnTerminal: whether the command talks to a terminal.
  func begin(_ settings: UserSettings, isOnTerminal: Bool) {
    AccessibleMode.begin(
      isAsked: isAsked, isConfigured: settings.isAccessible, isOnTerminal: isOnTerminal)
  }

  /// The same for a command whose messages go to standard error.
  func begin(_ settings: UserSettings) {
    begin(settings, isOnTerminal: isatty(STDERR_FILENO) == 1)
  }
}
