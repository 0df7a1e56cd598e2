/// Sequences that tmux hands on to the terminal around it, where its option `allow-passthrough` is
/// on. It ignores them where that is off.
enum TmuxPassthrough {
  private static let escape: UInt8 = 0x1B

  /// - Parameter sequence: one complete sequence.
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
