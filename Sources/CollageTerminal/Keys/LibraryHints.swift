internal import LineEditing

/// The keys of the library's panel.
enum LibraryHints {
  /// In the order of the row of hints, which has as many as fit.
  static let all = [
    KeyHint("Enter", "open", "open the collage", rank: 1, .named(.enter)),
    KeyHint("Del", "trash", "move it to the trash", rank: 2, .named(.delete)),
    KeyHint("Ctrl-Z", "undo", "bring back what was moved there", rank: 3, .control("z")),
    KeyHint("Ctrl-T", "arrange", "open it and arrange its photos", rank: 7, .control("t")),
    KeyHint("Ctrl-O", "pick", "pick photos instead", rank: 8, .control("o")),
    KeyHint("PgUp/PgDn", "pages", "a page up or down", rank: 6),
    KeyHint("F1", "help", "these keys (or ? before typing)", rank: 5, .named(.function(1))),
    KeyHint("Esc", "back", "clear the search; leave", rank: 4, .named(.escape)),
  ]
}
