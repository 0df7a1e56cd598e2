internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal

/// Where `collage help WORD` leads for words that are no name of an option, a command or a topic,
/// and what it says beside an option's own sentences.
enum HelpTable {
  enum Target {
    /// Its long name without the dashes.
    case option(String)
    /// Its words behind `collage`.
    case command(String)
    case prompt(CommandName)
    case topic(String)
    /// A key of searches.
    case search(String)
  }

  /// In the order in which they are shown.
  static let ofWords: [String: [Target]] = [
    "albums": [.command("library album"), .option("album")],
    "arrange": [.prompt(.arrange), .topic("keys")],
    "arranging": [.prompt(.arrange), .topic("keys")],
    "book": [.command("pages"), .option("cover"), .option("binding")],
    "books": [.command("pages"), .option("cover"), .option("binding")],
    "bottom": [.option("title-place"), .option("focus")],
    "contact-sheet": [.command("pages"), .option("columns")],
    "contact-sheets": [.command("pages"), .option("columns")],
    "date": [.option("captions"), .option("by"), .search("date")],
    "dates": [.option("captions"), .option("by"), .search("date")],
    "e-ink": [.option("palette")],
    "eink": [.option("palette")],
    "event": [.option("by"), .option("headings"), .command("next")],
    "events": [.option("by"), .option("headings"), .command("next")],
    "examples": [.command("make")],
    "exit": [.topic("exit-codes"), .prompt(.quit)],
    "exits": [.topic("exit-codes"), .prompt(.quit)],
    "exit-code": [.topic("exit-codes")],
    "exit-status": [.topic("exit-codes")],
    "face": [.option("keep-whole"), .option("focus"), .search("person")],
    "faces": [.option("keep-whole"), .option("focus"), .search("person")],
    "keyword": [.search("keyword"), .option("count-by"), .option("captions")],
    "keywords": [.search("keyword"), .option("count-by"), .option("captions")],
    "left": [.option("turn"), .option("focus"), .option("binding")],
    "month": [.option("captions"), .option("lang"), .search("date")],
    "ids": [.command("library"), .command("library path")],
    "manifest": [.command("batch"), .command("library manifest")],
    "manifests": [.command("batch"), .command("library manifest")],
    "picker": [.command("pick"), .topic("keys")],
    "templates": [.option("template"), .command("template new")],
    "delete": [.command("library remove"), .command("library undo"), .prompt(.remove)],
    "passport": [.topic("paper"), .option("sheet"), .option("copies"), .option("cut-marks")],
    "resolution": [.option("canvas"), .option("long-side")],
    "right": [.option("turn"), .option("focus"), .option("binding")],
    "row": [.option("layout"), .option("cells")],
    "rows": [.option("layout"), .option("cells")],
    "screen": [.option("canvas"), .option("palette"), .command("next")],
    "square": [.option("canvas"), .option("cells")],
    "status": [.topic("exit-codes")],
    "subfolders": [.option("recursive"), .option("from-folders")],
    "top": [.option("title-place"), .option("focus")],
    "trash": [.command("library remove"), .command("library undo"), .option("replace")],
    "variables": [.topic("environment")],
  ]

  /// Sentences behind those of an option, by its long name.
  static let notes: [String: [String]] = [
    "focus": [
      "Points are shares of the photo from its top left corner: 2=.3,.5. left, right, top and "
        + "bottom are the middles of its sides.",
      "See also: zoom, keep-whole, fit, turn.",
    ],
    "json": [
      "The keys of each command's JSON: 'collage --generate surface' prints a line for each, such "
        + "as 'answer make --json: id'; [] stands for the members of a list, and ? is behind keys "
        + "that may be missing. Those of batches: 'collage batch --schema'."
    ],
    "keep-whole": [
      "--keep-whole 2,3 keeps two photos whole, --keep-whole all keeps all; --fit whole does, too, "
        + "and leaves space beside them. In the prompt: keep-whole 2.",
      "See also: fit, focus, weight.",
    ],
    "title": [
      "See also: title-place (above or below), font, text-size, text-colour, lang, and 'collage "
        + "help captions'."
    ],
    "zoom": [
      "--zoom 2=1.5 shows photo 2 one and a half times as large in its frame, around its focus. In "
        + "the prompt: zoom 2 1.5, or z and Z while you arrange.",
      "See also: focus, keep-whole, weight.",
    ],
    "weight": [
      "From 0.01 to 100, 1 by default: --weight 1=3 makes photo 1 about three times as large as "
        + "the others, as far as photos can be cropped for it. --weight rating follows their "
        + "stars. In the prompt: weight 1 3.",
      "See also: lead, balance, keep-whole.",
    ],
  ]

  static func lines(_ name: CommandName) -> [String] {
    ["In the prompt: \(name.usage)"] + HelpSubject.wrapped(name.summary + ".")
  }

  static func lines(_ command: CommandPath) -> [String] {
    [command.names.joined(separator: " ")]
      + HelpSubject.wrapped(command.type.configuration.abstract)
      + HelpSubject.wrapped("See '\(command.helpCommand)'.")
  }

  static var exitCodes: [String] {
    HelpSubject.table(
      ExitStatus.table.map { row in
        (row.statuses.map { "\($0.code)" }.joined(separator: ", "), row.meaning)
      })
  }

  static var environment: [String] {
    HelpSubject.table(Manual.environment.map { ($0.name, $0.meaning) })
  }
}
