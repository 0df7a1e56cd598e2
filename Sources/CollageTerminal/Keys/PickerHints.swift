internal import LineEditing

/// The keys of the picker.
enum PickerHints {
  /// In the order of the row of hints, which has as many as fit.
  ///
  /// - Parameters:
  ///   - onSeries: whether the highlighted photo has similar ones.
  ///   - arranges: whether the photos can be arranged afterwards.
  static func hints(
    onWeb: Bool, searches: Bool, onSeries: Bool = false, arranges: Bool = false
  ) -> [KeyHint] {
    let arranging = KeyHint(
      "Ctrl-T", "arrange", "use the selected photos and arrange them", rank: 10, .control("t"))
    let first = [
      KeyHint("Tab", "select", "select or deselect", rank: 1, .named(.tab)),
      searches
        ? KeyHint("Enter", "search", "search the web for the words", rank: 2, .named(.enter))
        : KeyHint("Enter", "done", "use the selected photos", rank: 2, .named(.enter)),
    ]
    let ofSource =
      onWeb
      ? [
        KeyHint("Ctrl-R", "again", "search again", rank: 9, .control("r")),
        KeyHint("Ctrl-G", "folders", "back to your folders", rank: 6, .control("g")),
      ]
      : [
        KeyHint("Ctrl-S", "sort", "by date, name, folder", rank: 6, .control("s")),
        KeyHint("Ctrl-G", "web", "search the web", rank: 8, .control("g")),
        KeyHint("Alt-Left", "up", "the parent folder", rank: 13, .named(.left, .alt)),
        KeyHint("Alt-Right", "into", "the photo's folder", rank: 14, .named(.right, .alt)),
      ]
    let all = [
      KeyHint("Ctrl-V", "view", "one photo large", rank: 7, .control("v")),
      KeyHint("Ctrl-A", "all", "select all; again: none", rank: 15, .control("a")),
    ]
    let series = [
      KeyHint("Alt-B", "best", "select best; again: none", rank: 9, .alt("b")),
      KeyHint("Alt-S", "similar", "show/fold similar photos", rank: onSeries ? 5 : 10, .alt("s")),
      KeyHint("Alt-O", "one by one", "the same for all photos", rank: 17, .alt("o")),
    ]
    let last = arranges ? [arranging] : []
    return first + ofSource + all + (onWeb ? [] : series) + last + [
      KeyHint("Shift-Tab", "deselect", "deselect this or the last", rank: 11, .named(.tab, .shift)),
      KeyHint("Alt-+ Alt--", "size", "tile size", rank: 12),
      KeyHint("PgUp/PgDn", "pages", "a page up or down", rank: 16),
      KeyHint("F1", "help", "more help (or ? before typing)", rank: 3, .named(.function(1))),
      KeyHint("Esc", "back", "clear the search; leave", rank: 4, .named(.escape)),
    ]
  }

  /// Those of folders, then those that only the web has.
  static var all: [KeyHint] {
    let ofFolders = hints(onWeb: false, searches: false, arranges: true)
    let ofWeb = hints(onWeb: true, searches: false).filter { hint in
      !ofFolders.contains { $0.keys == hint.keys }
    }
    return ofFolders + ofWeb
  }

  /// The same while one photo is shown large.
  static func largeHints(_ turnsPhotos: Bool) -> [KeyHint] {
    let turn = KeyHint("tT", "turn", "rotate right or left", rank: 4)
    return [
      KeyHint("Tab", "select", "select or deselect", rank: 2, .named(.tab)),
      KeyHint("left/right", "other photos", "previous or next photo", rank: 3),
    ] + (turnsPhotos ? [turn] : []) + [
      KeyHint("Esc", "back", "back to all photos", rank: 1, .named(.escape))
    ]
  }
}
