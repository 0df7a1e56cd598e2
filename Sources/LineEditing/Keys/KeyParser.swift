/// Parses the bytes that a terminal sends into keys, however they are split over reads.
///
/// Replies and unknown sequences never appear as text. Garbage can't block it: the buffer is
/// bounded, a control character ends any sequence and counts as a key, and `flush` ends whatever is
/// pending.
package struct KeyParser: Sendable {
  private enum State {
    /// Between keys; `pending` is text.
    case text
    case escape
    /// After `ESC` and the beginning of a character that is not ASCII.
    case altCharacter
    /// After `ESC [`.
    case controlSequence
    /// After `ESC O`.
    case ss3
    /// After `ESC [ [`, the Linux console's function keys.
    case consoleKey
    /// After `ESC [ M`, the oldest mouse report, with this many bytes still to come.
    case mouse(Int)
    /// After `ESC` and this character: a reply that ends with `ESC \` or BEL.
    case string(UInt8)
    /// In such a reply, after an `ESC`.
    case stringEscape(UInt8)
    case paste
  }

  private static let escape: UInt8 = 0x1B
  private static let pasteEnd = Array("\u{1B}[201~".utf8)
  /// Maximum bytes stored of a run of text, a reply or a sequence.
  private static let maxBytes = 4096
  /// Maximum bytes of a paste that are delivered as one key; a longer paste is split.
  package static let maxPasteBytes = 1 << 20

  private var state = State.text
  private var pending: [UInt8] = []
  /// Whether another `ESC`, not yet reported, precedes the one that began this sequence.
  private var hasEarlierEscape = false

  package init() {}

  /// The keys that these bytes complete.
  package mutating func feed(_ bytes: some Sequence<UInt8>) -> [Key] {
    var keys: [Key] = []
    for byte in bytes { take(byte, &keys) }
    if case .text = state { endText(&keys, keepingUnfinished: true) }
    return keys
  }

  /// How long to wait for more bytes before calling `flush`; nil if nothing is pending.
  package var timeout: Duration? {
    switch state {
    case .text: pending.isEmpty ? nil : .milliseconds(500)
    case .altCharacter: .milliseconds(500)
    case .escape, .ss3, .consoleKey, .mouse: .milliseconds(50)
    case .controlSequence: .milliseconds(pending.isEmpty ? 50 : 500)
    case .string, .stringEscape: .milliseconds(pending.isEmpty ? 50 : 1000)
    case .paste: .seconds(3)
    }
  }

  /// Treats pending bytes as complete: a lone `ESC` is the Escape key, `ESC [` is Alt-[, a paste
  /// ends.
  package mutating func flush() -> [Key] {
    var keys: [Key] = []
    switch state {
    case .text: endText(&keys, keepingUnfinished: false)
    case .escape: keys += [.named(.escape)]
    case .altCharacter: keys += [.text(LosslessText.text(of: pending))]
    case .controlSequence where pending.isEmpty: keys += [.alt("[")]
    case .ss3 where pending.isEmpty: keys += [.alt("O")]
    case .string(let introducer) where pending.isEmpty:
      keys += [.alt(Character(Unicode.Scalar(introducer)))]
    case .paste: endPaste(&keys)
    case .controlSequence, .ss3, .consoleKey, .mouse, .string, .stringEscape: break
    }
    if hasEarlierEscape { keys.insert(.named(.escape), at: 0) }
    reset()
    return keys
  }

  private mutating func reset(to next: State = .text) {
    state = next
    pending.removeAll(keepingCapacity: true)
    hasEarlierEscape = false
  }

  private mutating func take(_ byte: UInt8, _ keys: inout [Key]) {
    switch state {
    case .text: takeText(byte, &keys)
    case .escape: takeAfterEscape(byte, &keys)
    case .altCharacter: takeAltCharacter(byte, &keys)
    case .controlSequence: takeControlSequence(byte, &keys)
    case .ss3: takeAfterSS3(byte, &keys)
    case .consoleKey:
      reset()
      if case 0x41...0x45 = byte { keys.append(.named(.function(Int(byte) - 0x40))) }
    case .mouse(let left):
      if left > 1 { state = .mouse(left - 1) } else { reset() }
    case .string(let introducer): takeString(byte, introducer, &keys)
    case .stringEscape(let introducer):
      if byte == UInt8(ascii: "\\") {
        endString(introducer, &keys)
      } else {
        reset(to: .escape)
        take(byte, &keys)
      }
    case .paste:
      pending.append(byte)
      if byte == Self.pasteEnd.last, pending.suffix(Self.pasteEnd.count) == Self.pasteEnd[...] {
        pending.removeLast(Self.pasteEnd.count)
        endPaste(&keys)
        reset()
      } else if pending.count >= Self.maxPasteBytes {
        splitPaste(&keys)
      }
    }
  }

  // MARK: Text

  private mutating func takeText(_ byte: UInt8, _ keys: inout [Key]) {
    switch byte {
    case Self.escape:
      endText(&keys, keepingUnfinished: false)
      reset(to: .escape)
    case 0..<0x20, 0x7F:
      endText(&keys, keepingUnfinished: false)
      keys.append(Self.control(byte))
    default:
      pending.append(byte)
      if pending.count >= Self.maxBytes { endText(&keys, keepingUnfinished: true) }
    }
  }

  private mutating func endText(_ keys: inout [Key], keepingUnfinished: Bool) {
    let kept = keepingUnfinished ? LosslessText.unfinishedLength(of: pending) : 0
    guard pending.count > kept else { return }
    keys.append(.text(LosslessText.text(of: pending.dropLast(kept))))
    pending.removeFirst(pending.count - kept)
  }

  private static func control(_ byte: UInt8) -> Key {
    switch byte {
    case 0x08, 0x7F: .named(.backspace)
    case 0x09: .named(.tab)
    case 0x0A, 0x0D: .named(.enter)
    case 0x1B: .named(.escape)
    case 0x01...0x1A: .control(Character(Unicode.Scalar(byte + 0x60)))
    default: .control(Character(Unicode.Scalar(byte + 0x40)))
    }
  }

  // MARK: After ESC

  private mutating func takeAfterEscape(_ byte: UInt8, _ keys: inout [Key]) {
    switch byte {
    case Self.escape:
      if hasEarlierEscape { keys.append(.named(.escape)) }
      hasEarlierEscape = true
    case UInt8(ascii: "["): state = .controlSequence
    case UInt8(ascii: "O"): state = .ss3
    case UInt8(ascii: "]"), UInt8(ascii: "P"), UInt8(ascii: "_"):
      reportEarlierEscape(&keys)
      state = .string(byte)
    case 0x80...:
      reportEarlierEscape(&keys)
      state = .altCharacter
      takeAltCharacter(byte, &keys)
    default:
      reportEarlierEscape(&keys)
      reset()
      switch byte < 0x20 || byte == 0x7F
        ? Self.control(byte) : .alt(Character(Unicode.Scalar(byte)))
      {
      case .named(let name, _): keys.append(.named(name, .alt))
      // Escape and then, for example, Control-C: Control-C must not be lost in an unused
      // combination.
      case .character(let character, .control): keys += [.named(.escape), .control(character)]
      case let key: keys.append(key)
      }
    }
  }

  private mutating func reportEarlierEscape(_ keys: inout [Key]) {
    if hasEarlierEscape { keys.append(.named(.escape)) }
    hasEarlierEscape = false
  }

  private mutating func takeAltCharacter(_ byte: UInt8, _ keys: inout [Key]) {
    guard byte >= 0x80 else {
      keys.append(.text(LosslessText.text(of: pending)))
      reset()
      return take(byte, &keys)
    }
    pending.append(byte)
    guard LosslessText.unfinishedLength(of: pending) < pending.count else { return }
    let text = LosslessText.text(of: pending)
    let isCharacter =
      text.unicodeScalars.count == 1
      && LosslessText.byte(carriedBy: text.unicodeScalars.first!) == nil
    keys.append(isCharacter ? .alt(Character(text)) : .text(text))
    reset()
  }

  // MARK: Sequences

  private mutating func takeControlSequence(_ byte: UInt8, _ keys: inout [Key]) {
    switch byte {
    case UInt8(ascii: "[") where pending.isEmpty: state = .consoleKey
    case UInt8(ascii: "M") where pending.isEmpty: reset(to: .mouse(3))
    // rxvt ends a key with Shift held by "$", which is not a valid final character.
    case UInt8(ascii: "$")
    where !pending.isEmpty && pending.allSatisfy { (0x30...0x39).contains($0) }:
      endSequence(byte, &keys, \.key)
    case 0x20...0x3F: keep(byte)
    case 0x40...0x7E: endSequence(byte, &keys, \.key)
    default: abandonSequence(byte, &keys)
    }
  }

  private mutating func takeAfterSS3(_ byte: UInt8, _ keys: inout [Key]) {
    switch byte {
    case 0x30...0x3B: keep(byte)
    case 0x40...0x7E: endSequence(byte, &keys, \.keyAfterSS3)
    case 0x20...0x3F: reset()
    default: abandonSequence(byte, &keys)
    }
  }

  private mutating func keep(_ byte: UInt8) {
    if pending.count < Self.maxBytes { pending.append(byte) }
  }

  private mutating func endSequence(
    _ final: UInt8, _ keys: inout [Key], _ meaning: (ControlSequence) -> Key?
  ) {
    let sequence = ControlSequence(body: pending, final: final)
    let hasAlt = hasEarlierEscape
    reset(to: sequence.opensPaste ? .paste : .text)
    switch meaning(sequence) {
    case .named(let name, let modifiers):
      keys.append(.named(name, hasAlt ? modifiers.union(.alt) : modifiers))
    case let key?: keys.append(key)
    case nil: break
    }
  }

  /// Handles a byte that is not allowed in a sequence: drops the sequence but not the byte.
  private mutating func abandonSequence(_ byte: UInt8, _ keys: inout [Key]) {
    reset()
    take(byte, &keys)
  }

  // MARK: Replies

  private mutating func takeString(_ byte: UInt8, _ introducer: UInt8, _ keys: inout [Key]) {
    switch byte {
    case 0x07: endString(introducer, &keys)
    case Self.escape: state = .stringEscape(introducer)
    case 0..<0x20: abandonSequence(byte, &keys)
    default: keep(byte)
    }
  }

  private mutating func endString(_ introducer: UInt8, _ keys: inout [Key]) {
    if introducer == UInt8(ascii: "_"), pending.first == UInt8(ascii: "G") {
      let message = pending.drop { $0 != UInt8(ascii: ";") }.dropFirst()
      keys.append(.reply(.kittyGraphics(ok: message.elementsEqual("OK".utf8))))
    } else if introducer == UInt8(ascii: "P"), pending.starts(with: ">|".utf8) {
      keys.append(.reply(.version(LosslessText.text(of: pending.dropFirst(2)))))
    } else if introducer == UInt8(ascii: "]"), let brightness = TerminalColour.brightness(pending) {
      keys.append(.reply(.background(brightness: brightness)))
    } else {
      keys.append(.reply(.other))
    }
    reset()
  }

  // MARK: Pastes

  private mutating func endPaste(_ keys: inout [Key]) {
    if !pending.isEmpty { keys.append(.paste(LosslessText.text(of: pending))) }
  }

  /// Reports a part of a long paste. Keeps bytes that may be the beginning of the end marker or of
  /// a character.
  private mutating func splitPaste(_ keys: inout [Key]) {
    var kept = LosslessText.unfinishedLength(of: pending)
    if let escape = pending.suffix(Self.pasteEnd.count).lastIndex(of: Self.escape) {
      kept = pending.count - escape
    }
    keys.append(.paste(LosslessText.text(of: pending.dropLast(kept))))
    pending.removeFirst(pending.count - kept)
  }
}
