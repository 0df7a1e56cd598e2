/// What a key does to the line.
enum EditorCommand: Hashable, Sendable {
  enum LetterCase: Hashable, Sendable { case upper, lower, capital }

  case insert(String)
  case paste(String)
  case move(Motion)
  case delete(Motion)
  /// Deletes text and keeps it for `yank`.
  case kill(Motion)
  case yank
  /// Exchanges the characters on both sides of the cursor.
  case transpose
  case changeCase(LetterCase)
  case undo
  case older, newer, oldest, newest
  case searchOlder, searchNewer
  case deleteOrEnd
  case cancel
  /// Returns this outcome to the caller, which acts on it.
  case outcome(LineEditor.Outcome)
  case submit

  /// The key bindings, those of Emacs and most shells. Nil for a key that has none.
  init?(_ key: Key) {
    switch key {
    case .text(let text): self = .insert(text)
    case .paste(let text): self = .paste(text)
    case .reply: return nil

    case .named(.left, []), .control("b"): self = .move(.characterBack)
    case .named(.right, []), .control("f"): self = .move(.characterForward)
    case .named(.left, .control), .named(.left, .alt), .alt("b"): self = .move(.wordBack)
    case .named(.right, .control), .named(.right, .alt), .alt("f"): self = .move(.wordForward)
    case .named(.home, _), .control("a"): self = .move(.lineStart)
    case .named(.end, _), .control("e"): self = .move(.lineEnd)

    case .named(.backspace, []), .named(.backspace, .shift), .control("h"):
      self = .delete(.characterBack)
    case .named(.delete, []): self = .delete(.characterForward)
    case .control("d"): self = .deleteOrEnd
    case .control("k"): self = .kill(.lineEnd)
    case .control("u"): self = .kill(.lineStart)
    case .control("w"): self = .kill(.blankWordBack)
    case .named(.backspace, .alt), .named(.backspace, .control): self = .kill(.wordBack)
    case .alt("d"), .named(.delete, .alt), .named(.delete, .control): self = .kill(.wordForward)
    case .control("y"): self = .yank
    case .control("t"): self = .transpose
    case .alt("u"): self = .changeCase(.upper)
    case .alt("l"): self = .changeCase(.lower)
    case .alt("c"): self = .changeCase(.capital)
    case .control("_"), .control("/"): self = .undo

    case .named(.up, _), .control("p"): self = .older
    case .named(.down, _), .control("n"): self = .newer
    case .alt("<"): self = .oldest
    case .alt(">"): self = .newest
    case .control("r"): self = .searchOlder
    case .control("s"): self = .searchNewer

    case .named(.enter, _), .control("m"), .control("j"): self = .submit
    case .named(.tab, []), .control("i"): self = .outcome(.complete)
    case .control("l"): self = .outcome(.redraw)
    case .control("z"): self = .outcome(.suspend)
    case .control("c"): self = .outcome(.interrupted)
    case .control("g"), .named(.escape, _): self = .cancel
    default: return nil
    }
  }
}
