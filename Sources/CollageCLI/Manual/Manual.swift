internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal

/// The program's manual pages, made from the same tables as help, the parsers and the schema.
enum Manual {
  /// All pages: the program's, one for each command, and the manifest's.
  static var pages: [ManualPage] {
    CommandPath.program.all.map { page($0) } + others
  }

  /// The page of this name, with or without its section; nil if there is none.
  static func page(named name: String) -> ManualPage? {
    if let command = CommandPath.program.all.first(where: {
      [self.name($0), self.name($0) + ".1"].contains(name)
    }) {
      return page(command)
    }
    return others.first { [$0.name, $0.fileName].contains(name) }
  }

  /// All pages as one, in Markdown. What `make` takes as well is described with it alone.
  static var markdown: String {
    let shared = CommandDescription(MakeCommand.self).arguments.filter {
      $0.options != ["-h", "--help"]
    }
    let pages =
      CommandPath.program.all.map { command in
        page(command, without: command.type == MakeCommand.self ? [] : shared, jobsAreShown: true)
      } + others
    let contents = pages.map {
      "- [\($0.title)](#\($0.title.replacing(" ", with: "-"))): \($0.summary)\n"
    }
    return """
      # Manual of collage \(Version.current)

      `collage --generate markdown` writes this page; `man collage` and the pages that it names show the
      same.

      ## I want to ...

      | | |
      |---|---|
      \(Jobs.all.map { "| \($0.wish) | `\($0.command)` |" }.joined(separator: "\n"))

      ## Contents


      """ + (contents + pages.map { "\n" + $0.markdown }).joined()
  }

  /// Those of no command.
  private static var others: [ManualPage] { [accessible, promises, manifest] }

  private static var promises: ManualPage {
    var page = ManualPage(
      "collage-promises", section: 7, summary: "what stays as it is in later versions")
    for (heading, rows) in [
      ("What stays from version 1.0 on", Promises.stable), ("What may change", Promises.free),
    ] {
      page.heading(heading)
      for row in rows {
        page.entry([.plain(row.name)], row.text.prefix(1).uppercased() + row.text.dropFirst() + ".")
      }
    }
    page.heading("How something leaves")
    page.paragraphs(Promises.leaving)
    page.heading("What the same bytes depend on")
    page.paragraphs(Promises.limits)
    page.addReferences(to: ["collage(1)", "collage-manifest(5)"])
    return page
  }

  /// - Parameters:
  ///   - shared: options that are not described again.
  ///   - jobsAreShown: whether the list of jobs is shown already.
  private static func page(
    _ command: CommandPath, without shared: [CommandDescription.Argument] = [],
    jobsAreShown: Bool = false
  ) -> ManualPage {
    let configuration = command.type.configuration
    var page = ManualPage(
      name(command), section: 1, summary: withoutFullStop(configuration.abstract))
    page.heading("Synopsis")
    page.literal(usage(command).split(separator: "\n").map(String.init))
    addExamples(to: &page)
    if command.names == CommandPath.program.names, !jobsAreShown { page.addJobs() }
    // Search words are a list of their own here.
    let discussion = configuration.discussion.replacing(SearchWords.help, with: "")
    if !discussion.isEmpty {
      page.heading("Description")
      page.paragraphs(discussion.replacing("\n", with: "\n\n"))
    }
    if discussion != configuration.discussion { page.addSearchWords() }
    if command.names == CommandPath.program.names {
      page.addRulesOfProgram()
      page.addLayout()
    }
    if command.type == PromptCommand.self {
      page.addCommandsOfPrompt()
      page.addKeys()
    }
    if !command.subcommands.isEmpty {
      page.heading("Commands")
      for subcommand in command.subcommands {
        page.entry(
          [.literal(name(subcommand)), .plain("(1)")], subcommand.type.configuration.abstract)
      }
      if command.names == CommandPath.program.names { page.addHelp() }
    }
    page.addOptions(of: command, without: shared)
    if command.type == MakeCommand.self {
      page.addLooks()
      page.addPrintShops()
      page.addHDR()
    }
    if command.names == CommandPath.program.names {
      page.addPrinting()
      page.addExitStatuses()
      page.addEnvironment()
    }
    page.addReferences(to: references(of: command))
    return page
  }

  private static func name(_ command: CommandPath) -> String {
    command.names.joined(separator: "-")
  }

  /// The lines to type, as help shows them.
  private static func usage(_ command: CommandPath) -> String {
    let text = command.type.configuration.usage ?? CollageCommand.usageString(for: command.type)
    return text.hasPrefix("Usage: ") ? String(text.dropFirst("Usage: ".count)) : text
  }

  private static func references(of command: CommandPath) -> [String] {
    let all = CommandPath.program.all
    let above = all.filter { $0.names == command.names.dropLast() }.map { "\(name($0))(1)" }
    let isOfBatch = command.type == BatchCommand.self || command.type == LibraryManifestCommand.self
    let others = isOfBatch || above.isEmpty ? ["collage-manifest(5)"] : []
    return above + others
  }

  private static var manifest: ManualPage {
    var page = ManualPage(
      "collage-manifest", section: 5, summary: "the lines of a batch and of its results")
    addExamples(to: &page)
    page.heading("Description")
    page.paragraphs(
      """
      A manifest contains one JSON object per line, each of which is a job: one collage. So do the \
      results that 'collage batch' prints. 'collage batch --schema' prints a JSON Schema of both. \
      In paths of results, a byte that isn't UTF-8 is written as \\xNN, and a backslash that \
      begins such a spelling as \\x5c.
      """)
    for (heading, keys) in [
      ("Keys of a job", BatchSchema.job), ("Keys of a photo given as an object", BatchSchema.photo),
      ("Keys of a result", BatchSchema.result),
    ] {
      page.heading(heading)
      for key in keys { page.entry([.literal(key.name)], key.description) }
    }
    page.addReferences(to: ["collage-batch(1)", "collage-library-manifest(1)"])
    return page
  }

  private static func addExamples(to page: inout ManualPage) {
    guard let examples = Examples.ofPage[page.name] else { return }
    page.heading("Examples")
    for example in examples { page.example(example.purpose, example.lines) }
  }

  private static func withoutFullStop(_ sentence: String) -> String {
    sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }

  /// The variables that this program reads, apart from those that all programs read.
  static let environment: [(name: String, meaning: String)] = [
    ("COLLAGE_LIBRARY", "The folder of saved collages."),
    ("COLLAGE_PREVIEW", "How to show pictures on the terminal, as for --preview."),
    (
      "COLLAGE_ACCESSIBLE, ACCESSIBLE",
      "If set, accessible mode is on, as by --accessible; COLLAGE_ACCESSIBLE=0 switches it off."
    ),
    ("COLLAGE_DECODERS", "If 'plain', only libjpeg and libpng decode."),
    ("COLLAGE_REQUIRE_SANDBOX", "If 1, every command is run with --require-sandbox."),
    ("COLLAGE_CONTACT", "A contact address sent to Wikimedia Commons with each search."),
    ("COLLAGE_OPENVERSE, COLLAGE_COMMONS", "Other servers to use for these services."),
    ("XDG_CONFIG_HOME", "Its folder collage has your own defaults and looks."),
    ("XDG_PICTURES_DIR", "Where to look for photos; its folder Collages is the library."),
    (
      "XDG_STATE_HOME",
      "Its collage/photos records where collages' photos were; its collage/made saves a batch from "
        + "reading photos again."
    ),
    (
      "XDG_CACHE_HOME",
      "Its collage/web caches photos from the web; its collage/photos and collage/series keep what "
        + "is known of photos in folders; its thumbnails are the desktop's."
    ),
    ("XDG_DATA_HOME", "Contains the desktop's trash."),
  ]
}

extension ManualPage {
  fileprivate mutating func addRulesOfProgram() {
    paragraphs(
      """
      A collage has an even number of photos, at most six; --any-count and --max lift these \
      limits. Photos are JPEG, PNG, HEIC, AVIF, WebP, JPEG XL or TIFF files, or raw files of \
      cameras. File types are detected from content, not from names.

      Results go to standard output, everything else to standard error. Without arguments, the \
      prompt opens.
      """)
  }

  fileprivate mutating func addLayout() {
    heading("How photos are laid out")
    paragraphs(
      """
      For up to six photos every way to divide the canvas is tried, for more a search finds good \
      ones. The best one crops little, keeps photos in their order and no photo much larger than \
      others, has edges that meet, cuts no face, and shows a person in the largest photo.

      An automatic canvas takes its shape from the photos, and crops at most 8 % of one so that \
      edges meet. A canvas that is given has its own shape, so more is cropped.

      --weight and --lead say which sizes are wanted. They are reached as far as crops allow, \
      which on an automatic canvas isn't far. --balance says how much sizes count, from 0, crops \
      alone, to 1. A photo in --keep-whole isn't cropped, so others are cropped more. --order \
      free lets photos change places. --pick takes the next best layout.

      --layout grid, rows, columns and strip, and --cells, divide the canvas without a search, so \
      weights change nothing there. --focus and --zoom say which part of a photo is seen in its \
      frame.
      """)
  }

  fileprivate mutating func addHelp() {
    entry(
      [.literal("collage help"), .plain(" "), .placeholder("name")],
      "Explain a command, an option or a topic: 'collage help make', 'collage help gap'. The "
        + "topics: "
        + TopicNames.all.joined(separator: ", ") + ".")
  }

  fileprivate mutating func addJobs() {
    heading("I want to ...")
    for job in Jobs.all { example(job.wish, [job.command]) }
  }

  fileprivate mutating func addCommandsOfPrompt() {
    heading("Commands")
    for command in CommandName.allCases { entry([.literal(command.usage)], "\(command.summary).") }
    heading("Settings as commands")
    paragraphs(
      "NAME alone shows a setting, NAME VALUE changes it, and NAME default resets it.")
    for setting in Setting<CollageOptions>.commands {
      entry([.literal(setting.name)], setting.help)
    }
    for setting in Setting<PhotoOptions>.all { entry([.literal(setting.name)], setting.help) }
  }

  fileprivate mutating func addKeys() {
    heading("Keys")
    for table in KeyTable.all {
      subheading(table.title)
      for row in table.rows { entry([.literal(row.keys)], "\(row.text).") }
    }
  }

  fileprivate mutating func addSearchWords() {
    heading("Search words")
    for row in SearchWords.ofFind {
      let words = row.words.map { [Part.literal($0)] }.joined(separator: [.plain(", ")])
      entry(Array(words), "photos \(row.photos)")
    }
  }

  fileprivate mutating func addOptions(
    of command: CommandPath, without shared: [CommandDescription.Argument]
  ) {
    let described = CommandDescription(command.type).arguments
    let all = described.filter { !shared.contains($0) }
    guard !described.isEmpty else { return }
    heading("Options")
    if all.count < described.count {
      let given = described.filter { shared.contains($0) && $0.kind != .positional }
      let names = CommandDescription.joiningPairs(given)
        .compactMap { $0.options.first { $0.hasPrefix("--") } }
      paragraphs("As for 'collage make': \(names.joined(separator: ", ")).")
    }
    for section in CommandDescription.sections(of: CommandDescription.joiningPairs(all)) {
      if let title = section.title { subheading(title) }
      for argument in section.arguments { entry(argument.term, argument.explanation) }
    }
  }

  fileprivate mutating func addLooks() {
    heading("Looks")
    paragraphs(
      "--look NAME sets the following; options given beside it win. A look's font is only used if "
        + "it is installed."
    )
    for look in Look.all { entry([.literal(look.name)], "\(look.note): \(look.valuesText).") }
  }

  fileprivate mutating func addPrinting() {
    heading("Printing")
    for kind in PrintingAdvice.kinds { entry([.plain(kind.name)], kind.advice) }
  }

  fileprivate mutating func addPrintShops() {
    heading("Print shops")
    paragraphs(
      "--bleed NAME adds what a print shop cuts off, of which --safe keeps captions and faces free."
    )
    for shop in PrintShop.allCases {
      entry([.literal(shop.rawValue)], "\(shop.note) (\(shop.source)).")
    }
  }

  fileprivate mutating func addHDR() {
    heading("HDR")
    paragraphs(
      """
      A photo with a gain map (Ultra HDR, ISO 21496-1, Apple's), in PQ or in HLG is brighter than \
      white in places, on a display that can show it. A JPEG, AVIF or JPEG XL collage keeps that \
      in one gain map of its own; without HDR, and with --hdr never, it shows the same picture. \
      Where text lies on a photo, the photo has no HDR, so that the text stays readable; nor have \
      borders, gaps, backgrounds, templates and overlays.

      The gain map says from which headroom above white on it is shown in full (HDRCapacityMax); a \
      display with less shows a smaller share of all photos' gains. It is the most headroom that \
      any of the photos needs, but one that needs more than twice as much as half of their area \
      doesn't count: it would dim all others.
      """)
  }

  fileprivate mutating func addExitStatuses() {
    heading("Exit status")
    for row in ExitStatus.table {
      entry(
        [.literal(row.statuses.map { "\($0.code)" }.joined(separator: ", "))],
        row.meaning)
    }
  }

  fileprivate mutating func addEnvironment() {
    heading("Environment")
    for variable in Manual.environment { entry([.literal(variable.name)], variable.meaning) }
  }

  fileprivate mutating func addReferences(to pages: [String]) {
    heading("See also")
    paragraphs(pages.joined(separator: ", "))
  }
}

extension CommandDescription.Argument {
  fileprivate var term: [ManualPage.Part] {
    let value = ManualPage.Part.placeholder(valueName ?? "value")
    if kind == .positional { return isRepeating ? [value, .plain(" ...")] : [value] }
    let names = options.map { [ManualPage.Part.literal($0)] }.joined(separator: [.plain(", ")])
    return names + (kind == .option ? [.plain(" "), value] : [])
  }

  /// The sentence that help shows, with the possible values and the default.
  fileprivate var explanation: String {
    let values = allValues.map { "values: \($0.joined(separator: ", "))" }
    let facts = [values, defaultValue.map { "default: \($0)" }].compactMap { $0 }
    return (abstract ?? "") + (facts.isEmpty ? "" : " (\(facts.joined(separator: "; ")))")
  }
}
