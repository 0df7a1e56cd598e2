internal import ArgumentParser
internal import CollageTerminal

/// `collage --generate`: makes files for packages.
struct GenerateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "collage --generate",
    abstract: GeneratedText.summary,
    usage: """
      collage --generate man [<page>]
      collage --generate man-pages
      collage --generate markdown
      collage --generate surface
      collage --generate <complete-bash|complete-zsh|complete-fish>
      """,
    discussion:
      "'man' prints the page with this name, such as collage-make; by default collage. 'man-pages' "
      + "lists all names, and 'markdown' prints all pages as one. 'surface' lists what scripts can "
      + "rely on."
  )

  @Argument(help: "What to print.")
  var output: GeneratedText

  @Argument(help: "The name of a manual page.")
  var page: String?

  func validate() throws {
    if page != nil, output != .man {
      throw ValidationError("only 'man' accepts a page name; leave it out")
    }
  }

  func run() throws {
    switch output {
    case .man:
      let name = page ?? "collage"
      guard let page = Manual.page(named: name) else {
        throw CommandFailure(
          .usage, "there is no manual page '\(name.displayedRaw)'; 'man-pages' lists them")
      }
      try StandardOutput.answer(Array(page.roff.utf8))
    case .manPages: try StandardOutput.answer(Manual.pages.map(\.fileName))
    case .surface: try StandardOutput.answer(Surface.rows)
    case .markdown: try StandardOutput.answer(Array(Manual.markdown.utf8))
    case .completeBash: try StandardOutput.answer([CompletionScript.bash])
    case .completeZsh: try StandardOutput.answer([CompletionScript.zsh])
    case .completeFish: try StandardOutput.answer([CompletionScript.fish])
    }
  }
}
