/// A parsed control sequence of the terminal: `ESC [ prefix parameters intermediates final`, as in
/// ECMA-48.
struct ControlSequence {
  /// One of `< = > ?`, which mark a sequence as private.
  let prefix: Unicode.Scalar?
  /// Each is at most a million. A missing parameter is 0; subparameters after a colon are ignored.
  let parameters: [Int]
  let final: Unicode.Scalar

  init(body: [UInt8], final: UInt8) {
    self.final = Unicode.Scalar(final)
    prefix = body.first.flatMap { (0x3C...0x3F).contains($0) ? Unicode.Scalar($0) : nil }
    let digits = body.dropFirst(prefix == nil ? 0 : 1).prefix { (0x30...0x3B).contains($0) }
    parameters = digits.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      field in
      field.prefix { $0 != UInt8(ascii: ":") }.reduce(0) {
        min($0 * 10 + Int($1 - 0x30), 1_000_000)
      }
    }
  }

  /// Whether pasted text follows.
  var opensPaste: Bool { prefix == nil && final == "~" && parameters == [200] }

  /// The key that the sequence stands for; nil for sequences without a use, such as the release of
  /// the right mouse button.
  var key: Key? {
    switch (prefix, final) {
    case ("?", "c"): .reply(.deviceAttributes(parameters))
    case (_, "c"), (_, "n"), (_, "x"), (_, "y"), ("?", _), (">", _), ("=", _): .reply(.other)
    case ("<", "M"), ("<", "m"): mouseEvent.map { .mouse($0) }
    case ("<", _): nil
    case (_, "t"): .reply(cellReport)
    case (_, "R") where parameters.count == 2:
      .reply(.cursorPosition(row: parameters[0], column: parameters[1]))
    case (_, "u"): Self.key(code: self[0], KeyModifiers(parameter: self[1]))
    case (_, "~") where self[0] == 27: Self.key(code: self[2], KeyModifiers(parameter: self[1]))
    case (_, "~"): Self.numbered(self[0]).map { .named($0, KeyModifiers(parameter: self[1])) }
    // rxvt encodes the modifier in the final character.
    case (_, "^"): Self.numbered(self[0]).map { .named($0, .control) }
    case (_, "$"): Self.numbered(self[0]).map { .named($0, .shift) }
    case (_, "@"): Self.numbered(self[0]).map { .named($0, [.control, .shift]) }
    case (_, "a"..."d"): Self.lettered(final, capital: true).map { .named($0, .shift) }
    case (_, "Z"): .named(.tab, .shift)
    default: Self.lettered(final).map { .named($0, KeyModifiers(parameter: self[1])) }
    }
  }

  /// The key of `ESC O final`, which terminals send for arrows, function keys and the keypad.
  var keyAfterSS3: Key? {
    switch final {
    case "M": .named(.enter)
    case "I": .named(.tab)
    case "a"..."d": Self.lettered(final, capital: true).map { .named($0, .control) }
    case "j"..."y": Unicode.Scalar(final.value - 0x40).map { .text(String($0)) }
    default: Self.lettered(final).map { .named($0, KeyModifiers(parameter: parameters.last ?? 1)) }
    }
  }

  /// The event in a report `ESC [ < button ; column ; row M`, which ends with `m` for a release;
  /// nil for unused buttons and for movements.
  private var mouseEvent: MouseEvent? {
    guard parameters.count == 3, self[1] > 0, self[2] > 0 else { return nil }
    // The modifier keys add 4, 8 and 16 to the button.
    let action: MouseEvent.Action? =
      switch (self[0] & ~28, final) {
      case (0, "M"): .press
      case (0, _): .release
      case (2, "M"): .rightPress
      case (64, "M"): .wheelUp
      case (65, "M"): .wheelDown
      default: nil
      }
    return action.map { MouseEvent(action: $0, row: self[2] - 1, column: self[1] - 1) }
  }

  private subscript(index: Int) -> Int { index < parameters.count ? parameters[index] : 0 }

  private var cellReport: TerminalReply {
    parameters.count == 3 && self[0] == 6 && self[1] > 0 && self[2] > 0
      ? .cellSize(height: self[1], width: self[2]) : .other
  }

  private static func lettered(_ final: Unicode.Scalar, capital: Bool = false) -> NamedKey? {
    switch capital ? Unicode.Scalar(final.value - 0x20) ?? final : final {
    case "A": .up
    case "B": .down
    case "C": .right
    case "D": .left
    case "H": .home
    case "F": .end
    case "P"..."S": .function(Int(final.value) - 0x4F)
    default: nil
    }
  }

  private static func numbered(_ number: Int) -> NamedKey? {
    switch number {
    case 1, 7: .home
    case 2: .insert
    case 3: .delete
    case 4, 8: .end
    case 5: .pageUp
    case 6: .pageDown
    case 11...15: .function(number - 10)
    case 17...21: .function(number - 11)
    case 23, 24: .function(number - 12)
    default: nil
    }
  }

  /// A key that the terminal identifies by its Unicode value.
  private static func key(code: Int, _ modifiers: KeyModifiers) -> Key? {
    switch code {
    case 9: return .named(.tab, modifiers)
    case 10, 13: return .named(.enter, modifiers)
    case 27: return .named(.escape, modifiers)
    case 8, 127: return .named(.backspace, modifiers)
    // Except for the private-use area, where the kitty protocol has keys that aren't characters.
    case 0x20..<0xE000, 0xF900...0x10_FFFF:
      guard let scalar = Unicode.Scalar(UInt32(code)), scalar.properties.generalCategory != .control
      else { return nil }
      let held = modifiers.subtracting(.shift)
      return held.isEmpty ? .text(String(scalar)) : .character(Character(scalar), held)
    default: return nil
    }
  }
}
