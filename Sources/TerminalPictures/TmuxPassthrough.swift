/// Sequences that tmux passes on to the terminal around it if its option `allow-passthrough` is on,
/// and ignores otherwise.
enum TmuxPassthrough {
  private static let escape: UInt8 = 0x1B

  /// - Parameter sequence: exactly one complete sequence.
  static func wrapped(_ sequence: [UInt8]) -> [UInt8] {
    var text = Array("\u{1B}Ptmux;".utf8)
    text.reserveCapacity(sequence.count + 20)
    for byte in sequence {
      if byte == escape { text.append(escape) }
      text.append(byte)
    }
    return text + Array("\u{1B}\\".utf8)
  }

  static func wrapped(_ sequence: String) -> String {
    String(decoding: wrapped(Array(sequence.utf8)), as: UTF8.self)
  }
}
