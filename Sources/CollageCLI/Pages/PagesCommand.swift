internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import PhotoCodecs
internal import ReactiveTraits
internal import SystemPackage

/// `collage pages`: any number of photos on pages, in a PDF or a picture each.
struct PagesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "pages",
    abstract: "Make a book or contact sheets of any number of photos.",
    usage: """
      collage pages *.jpg -o book.pdf
      collage pages <photo|folder> ... -o book.pdf|page-{n}.jpg [options]
      """,
    discussion: """
      Each page is a collage, by default on A4 at 300 dpi, and each photo is on one page. The \
      numbers of photos on the pages differ by one at most. A folder gives its own pictures, and \
      begins a new page, except on contact sheets (--columns, --look contact) without --headings.

      With --by date, pages break where much more time passes between two photos than usual, and \
      have at least half as many photos as --per-page allows. Photos without a date follow the \
      one before them. With --by event, a page begins where at least six hours pass, and eight times \
      as long as usual, between two photos; --per-page says how many photos of an event fit on a \
      page. With --columns or --look contact, pages are full, and only the last one \
      may have empty cells.

      --header and --footer may contain {folder}, the folder of the page's photos, {date}, when \
      the first and the last of them were taken, {page} and {pages}. With --cover, the title \
      stands only there; it may contain {folder} and {date}, and is the folder's name by default.

      In the name of pictures, {n} is the page's number. All files appear when the last page is \
      complete.
      """)

  @OptionGroup var photos: PhotoArguments
  @OptionGroup(title: "Photos of folders") var folders: FolderOptions
  @OptionGroup(title: "Output") var output: PagesOutputOptions
  @OptionGroup(title: "Pages") var pages: PageArguments
  @OptionGroup var collage: CollageArguments
  @OptionGroup var places: PlaceOptions
  @OptionGroup(title: "Photos from the web") var web: WebOptions

  @OptionGroup var accessible: AccessibleOption

  @Flag(help: "Print the pages as a JSON object: the photos on each, and the files.")
  var json = false

  @Flag(help: "Show no warnings and no progress.")
  var quiet = false

  func validate() throws {
    if collage.layoutFile != nil {
      throw ValidationError("--layout-file is for a single collage; leave it out")
    }
    if collage.choosesTemplate, let conflict = pages.options.templateConflicts.first {
      throw ValidationError(conflict.ofOption)
    }
    if pages.columns != nil, let name = collage.againstColumns {
      throw ValidationError(
        "--columns and --\(name) both say how photos lie; leave one of them out")
    }
  }

  func run() throws {
    accessible.begin(collage.configuration.settings)
    let file = try output.file(saysFormat: !collage.chooses("format"))
    let signals = SignalWatch()
    let listed = try signals.outcome(
      of: PhotoGroup.groups(at: collage.order.ordered(photos.addresses()), folders.reading))
    let groups = listed.groups
    let maker = try maker(of: groups.flatMap(\.addresses), file: file)
    if !quiet {
      AccessibleMode.announce()
      StandardError.error(collage.notes + collage.idleWarnings(maker, pages: pages.options))
    }
    try signals.outcome(of: maker.checkFont())
    let progress = ProgressLine(isWanted: !quiet, fetching: maker.context.web)
    defer { progress.finish() }
    let making = PagesMaker(
      maker, pages.options, to: file, replacesForeign: output.force,
      protecting: BatchFiles(neededFiles))
    let made = try signals.outcome(
      of: making.prepare(groups).flatMap { making.make($0) { progress.show($0) } })
    progress.finish()
    if !quiet {
      StandardError.error(
        FindTexts.withoutCollages(listed.collageCount) + FindTexts.below(listed.belowCount)
          + made.warnings(.commandLine)
          + SavingNotes.format(
            of: file.path, maker.encoding.format,
            chosen: collage.chooses("format") ? maker.encoding.format : nil))
    }
    try StandardOutput.answer(
      json ? [made.report.json] : made.files.map { $0.path.displayed },
      or:
        "the pages are saved as \(made.files.map(\.path.displayed).joined(separator: ", ")), but "
        + "their names"
    )
  }

  private var neededFiles: [NeededFile] {
    photos.neededFiles + [web.caFile?.needed(.authorities)].compactMap(\.self)
      + collage.neededFiles
  }

  private func maker(of photos: [PhotoAddress], file: PagesOutput) throws -> CollageMaker {
    let options = try collage.changes().numbered(photos).options(
      ofPages: pages.options, over: collage.configuration.settings.defaults().changes,
      photos: photos.count)
    let resources = collage.resources.resources
    return try CollageMaker(
      options, to: file.path,
      in: MakingContext(
        resources: resources, faces: FaceFinder(resources: resources), places: places.places,
        web: web.photos()))
  }
}

/// Where pages go.
struct PagesOutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The PDF to write, such as book.pdf, or the pictures, such as page-{n}.jpg.",
      valueName: "file"))
  var output: RawPath?

  @Flag(
    help:
      "Replace files even if collage didn't make them. The photos themselves are never replaced."
  )
  var force = false

  /// - Parameter saysFormat: whether nothing else says what to write than the name.
  /// - Throws: when none is given, or it isn't a file's name.
  func file(saysFormat: Bool) throws -> PagesOutput {
    guard let output else {
      throw CommandFailure(
        .usage,
        "pages need a file to write; name it with -o, such as -o book.pdf or -o page-{n}.jpg")
    }
    if output.path == "-" {
      throw CommandFailure(
        .usage, "pages can't go to standard output; name a file with -o, such as -o book.pdf")
    }
    if output.namesFolder { throw DestinationError.namesFolder(output.path) }
    if saysFormat, output.path.extension == nil {
      let name = output.path.displayed
      throw CommandFailure(
        .usage,
        "\(name): the name must say what to write: \(name).pdf for a book, or \(name)-{n}.jpg for "
          + "pictures")
    }
    return PagesOutput(output.path)
  }
}

extension MadePages {
  /// The output of `pages --json`.
  fileprivate var report: Report {
    // A PDF holds all pages; pictures are one for each.
    let book = files.count == 1 ? files.first : nil
    let pictures = files.count == pages.count ? files : []
    return [
      "path": book?.path.inJSON,
      "bytes": book?.bytes,
      "sha256": book?.id.digest.hexadecimal,
      "pages": pages.enumerated().map { index, page in
        let picture = pictures.isEmpty ? nil : pictures[index]
        return [
          "page": page.number,
          "photos": page.photos.map(\.inJSON),
          "path": picture?.path.inJSON,
          "bytes": picture?.bytes,
          "sha256": picture?.id.digest.hexadecimal,
        ] as Report
      },
      "warnings": warnings(.commandLine),
    ]
  }
}
