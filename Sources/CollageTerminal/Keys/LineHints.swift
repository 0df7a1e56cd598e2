/// The keys of the prompt's line.
enum LineHints {
  static let all = [
    KeyHint("Enter", "perform", "perform what is typed"),
    KeyHint("Tab", "complete", "complete commands, settings and photos; again: the next one"),
    KeyHint("Up, Down", "lines", "earlier and later lines"),
    KeyHint("Ctrl-R", "search", "search earlier lines"),
    KeyHint("Right, End", "take", "at the end of the line, take what is suggested"),
    KeyHint("Home, End", "ends", "the beginning and the end of the line; also Ctrl-A, Ctrl-E"),
    KeyHint("Alt-B, Alt-F", "words", "a word back or forward; also Ctrl-Left, Ctrl-Right"),
    KeyHint("Ctrl-W", "delete", "delete the word before the cursor; Alt-D: the one behind it"),
    KeyHint("Ctrl-U, Ctrl-K", "delete", "delete all before or behind the cursor"),
    KeyHint("Ctrl-Y", "insert", "insert what was deleted last"),
    KeyHint("Ctrl-_", "undo", "undo what was typed last"),
    KeyHint("F1", "help", "the commands, as 'help'"),
    KeyHint("Ctrl-O", "pick", "pick photos"),
    KeyHint("Ctrl-T", "arrange", "arrange the photos"),
    KeyHint("Ctrl-C", "drop", "drop the line; cancel a save or slow work"),
    KeyHint("Ctrl-D", "leave", "on an empty line, leave"),
    KeyHint("Ctrl-L", "redraw", "draw the screen anew"),
    KeyHint("Ctrl-Z", "suspend", "suspend the program"),
  ]
}
