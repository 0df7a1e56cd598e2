/// Splits a terminal's input into instructions, byte by byte; a sequence may be spread over any
/// number of reads.
struct InstructionParser {
  private enum State {
    case text, escape, charset, sequence
    case string(UInt8)
    case stringEscape(UInt8)
  }

  private var state = State.text
  /// The beginning of an unfinished character, sequence or string.
  private var pending: [UInt8] = []

  private static let escape: UInt8 = 0x1b

  /// Takes one byte, and returns the instruction that it completes, if any.
  mutating func next(_ byte: UInt8) -> TerminalInstruction? {
    switch state {
    case .text: return text(byte)
    case .escape:
      state = .text
      switch byte {
      case UInt8(ascii: "["): state = .sequence
      case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"), UInt8(ascii: "^"),
        UInt8(ascii: "X"):
        state = .string(byte)
      case 0x20...0x2f: state = .charset
      default: return .escape(byte)
      }
    case .charset: state = .text
    case .sequence where byte == Self.escape:
      // The sequence was interrupted by another one.
      _ = finish()
      state = .escape
    case .sequence:
      pending.append(byte)
      guard (0x40...0x7e).contains(byte) else { break }
      return .sequence(ControlSequence(finish()))
    case .string(let kind):
      if byte == Self.escape {
        state = .stringEscape(kind)
      } else if byte == 7, kind == UInt8(ascii: "]") {
        return .string(kind, finish())
      } else {
        pending.append(byte)
      }
    case .stringEscape(let kind)
    where byte != UInt8(ascii: "\\") && pending.starts(with: "tmux;".utf8):
      // Only its end ends what tmux hands on.
      pending += [Self.escape, byte]
      state = .string(kind)
    case .stringEscape(let kind):
      guard byte == UInt8(ascii: "\\") else {
        // The string was interrupted by another sequence.
        _ = finish()
        state = .escape
        return next(byte)
      }
      return .string(kind, finish())
    }
    return nil
  }

  /// Takes a byte outside of sequences; what is not UTF-8 is passed over.
  private mutating func text(_ byte: UInt8) -> TerminalInstruction? {
    if !(0x80..<0xc0).contains(byte) { pending = [] }
    switch byte {
    case Self.escape: state = .escape
    case 0..<0x20, 0x7f: return .control(byte)
    case 0x20..<0x7f: return .print(Unicode.Scalar(byte))
    case 0x80..<0xc0:
      guard let lead = pending.first else { break }
      pending.append(byte)
      guard pending.count == (lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4) else { break }
      return String(decoding: finish(), as: UTF8.self).unicodeScalars.first.map { .print($0) }
    default: pending = [byte]
    }
    return nil
  }

  private mutating func finish() -> [UInt8] {
    defer {
      pending = []
      state = .text
    }
    return pending
  }
}
