internal import CollageKit
internal import LineEditing

/// What help explains beside commands and options.
package enum HelpSubject: String, CaseIterable, Sendable {
  case looks, paper, searches, captions, keys, completion, accessible, promises

  /// Those that the prompt's help names, as many as fit into a row.
  static let ofPrompt: [HelpSubject] = [.looks, .paper, .searches, .captions, .keys, .accessible]

  /// The topic that is meant by a word: its name, or what people call it.
  package init?(meaning word: String) {
    let others: [String: HelpSubject] = [
      "accessibility": .accessible, "bash": .completion, "compatibility": .promises,
      "completions": .completion, "deprecation": .promises, "fish": .completion, "key": .keys,
      "keyboard": .keys, "look": .looks, "mouse": .keys, "shortcuts": .keys,
      "page": .paper, "print": .paper, "printing": .paper, "search": .searches,
      "stability": .promises, "stable": .promises, "styles": .looks, "tab": .completion,
      "words": .searches, "zsh": .completion,
    ]
    let look = Look.named(word).map { _ in HelpSubject.looks }
    guard let subject = HelpSubject(rawValue: word) ?? others[word] ?? look else { return nil }
    self = subject
  }

  /// Rows of at most 79 columns.
  package var lines: [String] {
    parts.flatMap { part in
      (part.heading.map { [$0] } ?? []) + part.groups.flatMap(Self.table) + part.lines
    }
  }

  /// The same as a sentence for each row, for somebody who has it read aloud.
  var sentences: [String] {
    parts.flatMap { part in
      let headings = part.heading.map { [$0] } ?? []
      let rows = part.groups.joined().map { row in
        "\(row.name): \(row.text)".replacing("  ", with: " ").withFullStop
      }
      return headings + rows + part.lines.map { String($0.drop { $0 == " " }) }
    }
  }

  private typealias Row = (name: String, text: String)

  /// Rows of two columns below a heading.
  private struct Part {
    let heading: String?
    /// Each with columns of its own.
    let groups: [[Row]]
    /// Shown as they are.
    var lines: [String] = []
  }

  private var parts: [Part] {
    switch self {
    case .looks:
      [
        Part(
          heading: "Looks, which set several options; those given beside one win:",
          groups: [Look.all.map { ($0.name, "\($0.note): \($0.valuesText)") }])
      ]
    case .paper:
      [Part(heading: nil, groups: [PrintingAdvice.kinds.map { ($0.name, $0.advice) }])]
    case .searches:
      [
        Part(
          heading: "Words of find, pick and the picker; photos match all of them:",
          groups: [
            SearchWords.ofFind.map { ($0.words.joined(separator: ", "), "photos \($0.photos)") }
          ])
      ]
    case .captions:
      [
        Part(
          heading: "Captions of all photos, by one word or by a text with fields:",
          groups: [Self.setting("captions")]),
        Part(
          heading: "Where they stand, and how they look:",
          groups: ["caption-place", "text-size", "text-colour", "font", "lang"].map(Self.setting)),
      ]
    case .keys:
      KeyTable.all.map { table in
        Part(heading: "\(table.title):", groups: [table.rows.map { ($0.keys, $0.text) }])
      }
    case .completion: [Part(heading: nil, groups: [], lines: Self.completionLines)]
    case .accessible:
      [
        Part(heading: "For screen readers:", groups: [Self.accessibleRows]),
        Part(
          heading: "What files say to people who don't see the picture:",
          groups: [["alt", "lang"].flatMap(Self.setting)],
          lines: Self.wrapped(Self.taggedPDF)),
      ]
    case .promises:
      [
        Part(heading: "These stay as they are from version 1.0 on:", groups: [Promises.stable]),
        Part(
          heading: "These may change:", groups: [Promises.free],
          lines: Self.wrapped(Promises.leaving) + Self.wrapped(Promises.limits)),
      ]
    }
  }

  /// The words of searches that begin with a key, such as `date`; empty where there is none.
  package static func searches(for key: String) -> [String] {
    let rows = SearchWords.ofFind.filter { row in
      row.words.contains { $0.hasPrefix("\(key):") }
    }
    return rows.isEmpty
      ? []
      : ["In searches (find, pick, the picker):"]
        + table(rows.map { ($0.words.joined(separator: ", "), "photos \($0.photos)") })
  }

  private static let accessibleRows: [Row] = [
    ("--accessible", "plain lines, nothing redrawn, no escapes; also COLLAGE_ACCESSIBLE=1"),
    ("config", "'collage config set accessible on' switches it on for good"),
    ("describe", "in the prompt, says what the picture shows; describe 2, describe changes"),
    ("collage describe", "says the same of a saved collage"),
  ]

  package static let taggedPDF = """
    PDFs are tagged as PDF/UA-1 asks: a figure with its description for each photo, headings for \
    titles, captions, and in books a bookmark for each page.
    """

  private static let completionLines = [
    "Tab completes commands, options and photos. Packages set it up; else for",
    "bash:",
    "  mkdir -p ~/.local/share/bash-completion/completions",
    "  collage --generate complete-bash \\",
    "    > ~/.local/share/bash-completion/completions/collage",
    "zsh:",
    "  mkdir -p ~/.zfunc",
    "  collage --generate complete-zsh > ~/.zfunc/_collage",
    "  and in ~/.zshrc: fpath+=~/.zfunc; autoload -U compinit; compinit",
    "fish:",
    "  mkdir -p ~/.config/fish/completions",
    "  collage --generate complete-fish > ~/.config/fish/completions/collage.fish",
  ]

  private static func setting(_ name: String) -> [Row] {
    Setting<CollageOptions>.all.filter { $0.name == name }.map { ($0.name, $0.help) }
  }

  /// Two columns; a name that is wider than the first stands above its text.
  package static func table(_ rows: [(name: String, text: String)]) -> [String] {
    let widest = 18
    let width = min(rows.map(\.name.count).max() ?? 0, widest)
    return rows.flatMap { row in
      let name = "  " + row.name.padded(to: width)
      let isWide = row.name.count > width
      let text = (isWide ? "".padded(to: width + 2) : name) + "  " + row.text
      return (isWide ? [name] : [])
        + DisplayWidth.rows(of: text, columns: 79, indent: width + 4)
    }
  }

  /// A text as rows, indented by so many spaces.
  package static func wrapped(_ text: String, indent: Int = 2) -> [String] {
    rows(text, indent: indent, following: indent)
  }

  /// - Parameter following: by how much the rows after the first are indented.
  package static func rows(_ text: String, indent: Int, following: Int) -> [String] {
    DisplayWidth.rows(
      of: "".padded(to: indent) + text, columns: 79, indent: following)
  }
}
