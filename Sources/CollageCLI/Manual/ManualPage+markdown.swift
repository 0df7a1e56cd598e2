extension ManualPage {
  /// The command that the page is about, as it is typed; the page's name where it is about none.
  var title: String { section == 1 ? name.replacing("-", with: " ") : name }

  /// The page as a chapter in Markdown. Entries that follow each other become a table.
  var markdown: String {
    var source = "## \(title)\n\n\(Markdown.escaped(summary)).\n"
    var followsEntry = false
    for block in blocks {
      source += Markdown.source(block, followsEntry: followsEntry)
      if case .entry = block { followsEntry = true } else { followsEntry = false }
    }
    return source
  }
}

private enum Markdown {
  static func source(_ block: ManualPage.Block, followsEntry: Bool) -> String {
    switch block {
    case .heading(let text): "\n### \(escaped(text))\n"
    case .subheading(let text): "\n#### \(escaped(text))\n"
    case .paragraph(let text): "\n\(escaped(text))\n"
    case .literal(let lines): literal(lines)
    case .entry(let term, let text):
      (followsEntry ? "" : "\n| | |\n|---|---|\n")
        + "| \(self.term(term)) | \(escaped(text)) |\n"
    case .example(let text, let lines): "\n\(escaped(text))\n" + literal(lines)
    }
  }

  /// The whole term as one piece of code.
  private static func term(_ parts: [ManualPage.Part]) -> String {
    let text = parts.map { part in
      switch part {
      case .literal(let text), .plain(let text): text
      case .placeholder(let text): "<\(text)>"
      }
    }
    return "`\(text.joined().replacing("|", with: "\\|"))`"
  }

  private static func literal(_ lines: [String]) -> String {
    "\n```text\n" + lines.map { $0 + "\n" }.joined() + "```\n"
  }

  /// Protects characters that Markdown would take for its own.
  static func escaped(_ text: String) -> String {
    text.replacing(/[\\*_<>|\[\]]/) { "\\" + $0.output }
  }
}
