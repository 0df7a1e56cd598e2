/// The keys that arrange photos.
enum ArrangingHints {
  /// The most useful first.
  static let all = [
    KeyHint("arrows", "select", "select; also 1 to 9", rank: 3),
    KeyHint("Shift+arrows", "move", "swap places; or Alt", rank: 4),
    KeyHint("PgUp/PgDn", "layout", "other layouts", rank: 5),
    KeyHint("tT", "turn", "rotate right, left", rank: 6),
    KeyHint("+-", "size", "larger, smaller; 0: weight 1", rank: 7),
    KeyHint("L", "lead", "make it the largest"),
    KeyHint("hjkl", "focus", "move the crop: left, down, up, right", rank: 8),
    KeyHint("zZ", "zoom", "zoom in, out", rank: 12),
    KeyHint("a", "auto", "crop automatically"),
    KeyHint("w", "whole", "whole, or cropped", rank: 9),
    KeyHint("Del", "remove", "remove it", rank: 10),
    KeyHint("u", "undo", "undo; r redoes", rank: 11),
    KeyHint("click", "select", "select; drag: swap"),
    KeyHint("wheel", "layout", "other layouts"),
    KeyHint("Enter", "done", "done; Esc, too, but it hides these keys first", rank: 1),
    KeyHint("?", "more", "these keys, or none", rank: 2),
  ]
}
