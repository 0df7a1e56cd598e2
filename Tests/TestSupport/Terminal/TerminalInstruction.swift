/// One thing that a program tells its terminal.
enum TerminalInstruction {
  case print(Unicode.Scalar)
  /// A control character, such as a line feed.
  case control(UInt8)
  /// `ESC` and this byte.
  case escape(UInt8)
  case sequence(ControlSequence)
  /// A string between `ESC`, this byte, and `ESC \`: an operating system command (`]`), a device
  /// control string (`P`), an application program command (`_`), a privacy message (`^`) or a start
  /// of string (`X`).
  case string(UInt8, [UInt8])
}
