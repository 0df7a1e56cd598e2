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
    usage: "collage library remake <id> ... [options]",
    discussion: """
      Settings that aren't given stay as they were: '--canvas A3@300dpi' makes a poster of it, \
      '--layout 3' the third best layout, '--format png' a PNG. Photos are read from where they \
      were, or searched for in folders given with --in. If one of several collages fails, the \
      others are still made, and the exit code is 1.
      """)

  @OptionGroup var arguments: AssetArguments

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
    if collage.order.hasNumbers {
      throw ValidationError(
        "--order with numbers is for photos that are named; use prompt --reopen, and 'order' there")
    }
  }

  func run() throws {
    let signals = SignalWatch(
      message: "interrupted; only collages whose ids were printed were made")
    let assets = try arguments.assets(in: library).uniqued()
    let web = web.photos()
    let resources = collage.resources.resources
    let remaker = AssetRemaker(
      library: try library.resolved(), finder: finder.finder(web), changes: try collage.changes(),
      context: MakingContext(
        resources: resources, faces: FaceFinder(resources: resources), places: places.places),
      trash: replace ? .user : nil,
      allowsOtherFonts: allowOtherFonts)
    if !quiet { StandardError.error(collage.notes) }
    let isOnlyOne = assets.count == 1
    var hasFailed = false
    for (number, asset) in zip(1..., assets) {
      let begun = ContinuousClock.now
      let result = try result(
        of: remaker, asset, place: isOnlyOne ? "" : " \(number)/\(assets.count)", web, signals)
      let made = try? result.get()
      let report =
        json ? result.report(job: asset.id.text, line: number, duration: .now - begun).json : nil
      if let row = report ?? made?.asset.id.text {
        try StandardOutput.answer([row], or: "\(row): was made, but its id")
      }
      let problem = result.failure ?? made?.removalFailure
      if problem != nil { hasFailed = true }
      if json { continue }
      // Messages about several collages begin with the id.
      let prefix = isOnlyOne ? "" : "\(asset.id): "
      if let made, !quiet { StandardError.error(made.warnings.map { prefix + $0 }) }
      if isOnlyOne, let problem { throw problem }
      StandardError.error(result.failure?.messages.map { prefix + $0 } ?? problem?.messages ?? [])
    }
    if hasFailed { throw CommandFailure(.someFailed, []) }
  }

  /// - Parameters:
  ///   - place: follows the progress bar.
  ///   - web: fetches the photos; its progress is shown, too.
  private func result(
    of remaker: AssetRemaker, _ asset: Asset, place: String, _ web: WebPhotos,
    _ signals: SignalWatch
  ) throws(CommandFailure) -> Result<MadeAsset, CommandFailure> {
    let progress = ProgressLine(isWanted: !quiet, fetching: web)
    defer { progress.finish() }
    return try signals.result(
      of: remaker.remade(asset) { fraction in
        progress.show(every: .milliseconds(50)) { ProgressBar(fraction).text + place }
      })
  }
}
