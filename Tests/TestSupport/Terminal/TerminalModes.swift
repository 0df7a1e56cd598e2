import Glibc

/// How a terminal treats input and output, as `tcgetattr` tells; two are equal when everything is
/// as it was.
package struct TerminalModes: Hashable, Sendable {
  /// The four words of flags (input, output, control, local), then the special characters.
  private let flags: [tcflag_t]
  private let characters: [cc_t]

  init(_ modes: termios) {
    flags = [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag]
    characters = unsafe withUnsafeBytes(of: modes.c_cc) { unsafe Array($0) }
  }

  /// ECHO: what is typed is shown by the terminal itself.
  package var echoes: Bool { flags[3] & tcflag_t(ECHO) != 0 }
  /// ICANON: a program gets whole lines, which can be corrected before.
  package var readsLines: Bool { flags[3] & tcflag_t(ICANON) != 0 }
  /// ISIG: Ctrl-C and its like become signals.
  package var makesSignals: Bool { flags[3] & tcflag_t(ISIG) != 0 }
  /// OPOST: a line feed in the output also returns to the first column.
  package var processesOutput: Bool { flags[1] & tcflag_t(OPOST) != 0 }
}
