/// A colour as a program asked for it.
package enum TerminalColor: Hashable, Sendable {
  /// The terminal's own.
  case standard
  /// One of the palette's 256; 0 to 7 and 8 to 15 are the plain and the bright ones.
  case palette(UInt8)
  case rgb(UInt8, UInt8, UInt8)
}
