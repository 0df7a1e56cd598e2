/// A manual page, apart from how it is written down: see `roff` and `markdown`.
struct ManualPage {
  let name: String
  let section: Int
  /// One line, as `apropos` shows it.
  let summary: String
  private(set) var blocks: [Block] = []

  /// The name of its file: "collage-make.1".
  var fileName: String { "\(name).\(section)" }

  init(_ name: String, section: Int, summary: String) {
    self.name = name
    self.section = section
    self.summary = summary
  }

  mutating func heading(_ text: String) { blocks.append(.heading(text)) }

  mutating func subheading(_ text: String) { blocks.append(.subheading(text)) }

  /// - Parameter text: paragraphs, separated by empty lines.
  mutating func paragraphs(_ text: String) {
    blocks += text.split(separator: "\n\n").map { .paragraph(String($0)) }
  }

  /// Lines that are shown unchanged.
  mutating func literal(_ lines: [String]) { blocks.append(.literal(lines)) }

  /// A term with its explanation.
  mutating func entry(_ term: [Part], _ text: String) { blocks.append(.entry(term, text)) }

  /// An example: what it does, and the lines to type.
  mutating func example(_ text: String, _ lines: [String]) {
    blocks.append(.example(text, lines))
  }

  enum Block {
    case heading(String)
    case subheading(String)
    case paragraph(String)
    case literal([String])
    case entry([Part], String)
    case example(String, [String])
  }

  /// A part of a term.
  enum Part: Hashable {
    /// Typed exactly like this.
    case literal(String)
    /// Stands for something that the user fills in.
    case placeholder(String)
    case plain(String)
  }
}
