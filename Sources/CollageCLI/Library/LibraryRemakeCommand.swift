internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import PhotoSources

/// `collage library remake`: makes saved collages again, with other settings.
struct LibraryRemakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remake",
    abstract:
      "Make saved collages again from their photos, with other settings, and print the new ids.",
    usage: "collage library remake <id|file> ... [options]",
    discussion: """
      Settings that aren't given stay as they were: '--canvas A3@300dpi' makes a poster of it, \
      '--layout 3' the third best layout, '--format png' a PNG. Photos are read from where they \
      were, or searched for in folders given with --in. A collage outside the library, named by \
      its path, stays as it is; the new one goes into the library. If one of several collages \
      fails, the others are still made, and the exit code is 1.
      """)

  @Argument(
    help: ArgumentHelp(
      "The first four or more characters of each id, or the path of a saved collage's file.",
      valueName: "id"),
    completion: .savedCollages, transform: CollageReference.argument)
  var collages: [CollageReference]

  @OptionGroup var library: LibraryOptions
  @OptionGroup var finder: FinderOptions
  @OptionGroup(title: "Photos from the web") var web: UntrustedWebOptions

  @Flag(help: "Move each old collage to the trash once the new one is safely on disk.")
  var replace = false

  @Flag(
    help:
      "Use other fonts if those of an old collage are not installed or have changed.")
  var allowOtherFonts = false

  @Flag(
    help: "Print a JSON object for each collage, as 'collage batch' does; the job is the old id.")
  var json = false

  @Flag(help: "Show no warnings and no progress.")
  var quiet = false

  @OptionGroup var collage: CollageArguments
  @OptionGroup var places: PlaceOptions

  func validate() throws {
    if replace, collages.contains(where: \.isFile) {
      throw ValidationError(
        "--replace moves collages of the library to the trash; leave it out for other files")
    }
    if collage.order.hasNumbers {
      throw ValidationError(
        "--order with numbers is for photos that are named; use prompt --reopen, and 'order' there")
    }
  }

  func run() throws {
    let signals = SignalWatch(
      message: "interrupted; only collages whose ids were printed were made")
    let sources = try sources.uniqued()
    let web = web.photos()
    let resources = collage.resources.resources
    let remaker = AssetRemaker(
      library: try library.resolved(), finder: finder.finder(web), changes: try collage.changes(),
      context: MakingContext(
        resources: resources, faces: FaceFinder(resources: resources), places: places.places),
      trash: replace ? .user : nil,
      allowsOtherFonts: allowOtherFonts)
    if !quiet { StandardError.error(collage.notes) }
    let isOnlyOne = sources.count == 1
    var hasFailed = false
    for (number, source) in zip(1..., sources) {
      let begun = ContinuousClock.now
      let result = try result(
        of: remaker, source, place: isOnlyOne ? "" : " \(number)/\(sources.count)", web, signals)
      let made = try? result.get()
      let report =
        json ? result.report(job: source.job, line: number, duration: .now - begun).json : nil
      if let row = report ?? made?.asset.id.text {
        try StandardOutput.answer([row], or: "\(row): was made, but its id")
      }
      let problem = result.failure ?? made?.removalFailure
      if problem != nil { hasFailed = true }
      if json { continue }
      // Messages about several collages begin with the id.
      let prefix = isOnlyOne ? "" : "\(source.displayed): "
      let named = { (message: String) in message.hasPrefix(prefix) ? message : prefix + message }
      if let made, !quiet { StandardError.error(made.warnings.map(named)) }
      if isOnlyOne, let problem { throw problem }
      StandardError.error(result.failure?.messages.map(named) ?? problem?.messages ?? [])
    }
    if hasFailed { throw CommandFailure(.someFailed, []) }
  }

  /// All of them, in order, so that a mistyped id fails before anything is made of the others.
  private var sources: [RemakeSource] {
    get throws {
      let library = try library.resolved()
      return try collages.map { collage in
        switch collage {
        case .id(let id): .asset(try library.asset(id))
        case .file(let path): .file(path)
        }
      }
    }
  }

  /// - Parameters:
  ///   - place: follows the progress bar.
  ///   - web: fetches the photos; its progress is shown, too.
  private func result(
    of remaker: AssetRemaker, _ source: RemakeSource, place: String, _ web: WebPhotos,
    _ signals: SignalWatch
  ) throws(CommandFailure) -> Result<MadeAsset, CommandFailure> {
    let progress = ProgressLine(isWanted: !quiet, fetching: web)
    defer { progress.finish() }
    return try signals.result(
      of: remaker.remade(source) { fraction in
        progress.show(every: .milliseconds(50)) { ProgressBar(fraction).text + place }
      })
  }
}
