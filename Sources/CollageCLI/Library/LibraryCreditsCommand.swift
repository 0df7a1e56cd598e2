internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal

/// `collage library credits`: the authors and licences of a collage's photos.
struct LibraryCreditsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "credits",
    abstract: "Print the credits of a collage's photos from the web.",
    discussion: """
      Tells title, creator, licence and source of each photo that a search has found (collage find --web, Ctrl-G in the \
      picker), as its service said.
      """)

  @OptionGroup var argument: AssetArgument

  @Option(help: "How to write them: text, html, markdown.")
  var format = CreditFormat.text

  func run() throws {
    let credits = try argument.asset().recipe().photos.compactMap(\.credit).uniqued()
    guard !credits.isEmpty else {
      return StandardError.error([
        "nothing to credit: no photo of this collage was found by a search on the web"
      ])
    }
    try StandardOutput.answer(format.lines(credits))
  }
}
