internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal

/// `collage library credits`: the authors and licences of a collage's photos.
struct LibraryCreditsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "credits",
    abstract: "Print the credits of a collage's photos from the web.",
    discussion: """
      Prints the title, creator, licence and source of each photo found by searching (collage find \
      --web, Ctrl-G in the picker), as given by the search service.
      """)

  @OptionGroup var argument: AssetArgument

  @Option(help: "The output format: text, html or markdown.")
  var format = CreditFormat.text

  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    let credits = try argument.asset().recipe().photos.compactMap(\.credit).uniqued()
    guard !credits.isEmpty else {
      return StandardError.error([
        "nothing to credit: no photo of this collage came from a web search"
      ])
    }
    try StandardOutput.answer(format.lines(credits))
  }
}
