import LineEditing

extension LineEditor {
  /// Applies the keys of a line in the notation of `sent`, one by one.
  @discardableResult
  mutating func type(_ input: String) -> [Outcome] {
    var parser = KeyParser()
    return (sent(input).utf8.flatMap { parser.feed([$0]) } + parser.flush()).map { apply($0) }
  }

  /// The whole line as it is shown, with a bar for the cursor.
  var marked: String {
    let view = view(prompt: "", columns: 1_000_000)
    return view.before + "|" + view.after
  }

  init(_ history: String..., typing input: String = "") {
    self.init(history: History(history))
    type(input)
  }
}

/// What a terminal sends for a line in Emacs's notation: `<C-a>` Control, `<M-a>` Alt, `<left>` and
/// the like; the rest as it stands.
func sent(_ notation: String) -> String {
  var sent = ""
  var rest = notation[...]
  while let opening = rest.firstIndex(of: "<"), let closing = rest[opening...].firstIndex(of: ">") {
    sent += rest[..<opening] + key(rest[rest.index(after: opening)..<closing])
    rest = rest[rest.index(after: closing)...]
  }
  return sent + rest
}

/// What a terminal sends for a paste.
func pasted(_ text: String) -> String { "\u{1B}[200~\(text)\u{1B}[201~" }

private func key(_ name: Substring) -> String {
  let names = [
    "up": "\u{1B}[A", "down": "\u{1B}[B", "right": "\u{1B}[C", "left": "\u{1B}[D",
    "home": "\u{1B}[H",
    "end": "\u{1B}[F",
    "C-left": "\u{1B}[1;5D", "C-right": "\u{1B}[1;5C", "M-left": "\u{1B}[1;3D",
    "M-right": "\u{1B}[1;3C",
    "del": "\u{1B}[3~", "C-del": "\u{1B}[3;5~", "bs": "\u{7F}", "M-bs": "\u{1B}\u{7F}",
    "M-lt": "\u{1B}<",
    "M-gt": "\u{1B}>",
    "esc": "\u{1B}", "tab": "\t", "ret": "\r",
  ]
  if let sent = names[String(name)] { return sent }
  let character = name.unicodeScalars.last!
  if name.hasPrefix("M-") { return "\u{1B}\(character)" }
  precondition(name.hasPrefix("C-"), "no key <\(name)>")
  return String(Character(Unicode.Scalar(UInt8(character.value) & 0x1F)))
}

/// The same numbers in every run (the generator "splitmix64").
struct RepeatableNumbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
