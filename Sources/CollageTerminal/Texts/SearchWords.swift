internal import CollageKit
internal import PhotoSources

/// The words of a search, as help and the manual explain them.
package enum SearchWords {
  /// Words, and the photos that they match.
  package static let table: [(words: [String], photos: String)] = [
    (["rome", "name:square"], "whose path contains it, ignoring case and accents"),
    (
      ["date:2024-07", "date:yesterday", "after:2024", "before:2024-07-15"],
      "taken then, according to the photo, what lies beside it, its name or the file's date"
    ),
    (
      ["date:2023..2024-06", "date:2024..", "today:"],
      "taken in this time, the second part with it; taken on this day of any year"
    ),
    (["landscape", "portrait", "square"], "of this shape once upright"),
    (["larger:4000", "format:png"], "whose longer side is over 4000 pixels; whose format is PNG"),
    (
      ["rating:4", "rating:rejected", "favourite:"], "with four stars or more; rejected; favourites"
    ),
    (["person:lena", "keyword:beach", "title:rome"], "with such a person, keyword or title"),
    (["-WORD"], "that don't match the word"),
  ]

  /// Also what only `collage find` has.
  package static let ofFind =
    table + [
      (
        ["like:PHOTO"],
        "that show the same view as this photo, a path; only for 'collage find', not in the picker"
      )
    ]

  /// What stands before the colons: date, after, name.
  package static let keys = Set(
    table.flatMap(\.words).filter { $0.contains(":") }.compactMap {
      $0.split(separator: ":").first.map(String.init)
    })

  /// What people and other programs call the keys.
  private static let synonyms: [String: String] = [
    "caption": "title", "category": "keyword", "day": "date", "description": "title",
    "directory": "name", "extension": "format", "face": "person", "faces": "person",
    "file": "name", "filename": "name", "filetype": "format", "folder": "name", "from": "after",
    "heading": "title", "kind": "format", "label": "keyword", "loved": "favourite",
    "month": "date", "path": "name", "people": "person", "persons": "person", "pixels": "larger",
    "score": "rating", "since": "after", "size": "larger", "star": "rating", "stars": "rating",
    "subject": "keyword", "tag": "keyword", "tagged": "keyword", "tags": "keyword",
    "taken": "date", "time": "date", "to": "before", "type": "format", "until": "before",
    "when": "date", "who": "person", "with": "person", "year": "date",
  ]

  /// The key that was probably meant by a word before a colon: by its meaning, or else by its
  /// letters; nil if there is none like it.
  static func key(meantBy word: String) -> String? {
    synonyms[word.lowercased()] ?? SpellingSuggestion.nearest(to: word, in: SearchTermError.keys)
  }

  /// Whether a word is one of a search that begins with a key, such as `date:2024` or
  /// `-title:rome`.
  package static func isTerm(_ word: String) -> Bool {
    let word = word.hasPrefix("-") ? word.dropFirst() : word[...]
    return keys.contains { word.lowercased().hasPrefix("\($0):") }
  }

  /// Words that can be searched for, as they are typed; nil where one is more than letters and
  /// digits, as the name of a file, an option or a number is.
  package static func bare(_ words: [String]) -> String? {
    let areBare = words.allSatisfy { word in
      SpellingSuggestion.canBeName(word) && word.first?.isLetter == true
        && word.allSatisfy { $0.isLetter || $0.isNumber || $0 == "-" }
    }
    return areBare && !words.isEmpty ? words.joined(separator: " ").displayedRaw : nil
  }

  /// A line for each row of the table.
  package static let help = ofFind.map { "\($0.words.joined(separator: ", ")) - \($0.photos)" }
    .joined(
      separator: "\n")
}
