internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import PhotoCodecs
internal import PhotoLayouts
internal import ReactiveTraits

/// `collage make`: one collage from paths.
struct MakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "make",
    abstract: "Make one collage and print its id.",
    usage: """
      collage make a.jpg b.jpg c.jpg d.jpg
      collage make *.jpg -o party.png --gap 1%
      collage make ~/Pictures/Rome --best 6
      collage make <photo|folder> ... [options]
      """,
    discussion: """
      Takes an even number of photos, at most six, unless --any-count, --max or --all is given; \
      one is enough for copies on a --sheet. A folder stands for the photos in it, without those \
      in folders below it.
      """
  )

  @OptionGroup var photos: PhotoArguments
  @OptionGroup(title: "Photos of folders") var choice: ChoiceOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup var collage: CollageArguments
  @OptionGroup var places: PlaceOptions
  @OptionGroup(title: "Photos from the web") var web: WebOptions

  @Flag(help: "Print the result as a JSON object.")
  var json = false

  @Flag(help: "Show no warnings and no progress.")
  var quiet = false

  @Flag(
    help:
      "Print the layout as JSON and save nothing; only cropped photos are decoded, to detect faces."
  )
  var dryRun = false

  @Flag(help: "Explain on standard error how each photo is used and how the layout scores.")
  var explain = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Write one picture of the best k layouts, small and numbered, so that you can choose one "
        + "with --pick.",
      valueName: "k"), transform: Count.argument)
  var alternatives: Count?

  func validate() throws {
    if json, output.isStandardOutput {
      throw ValidationError(
        "the collage and --json can't both go to standard output; leave out one of them")
    }
    if collage.order.hasNumbers, choice.best != nil || choice.all {
      throw ValidationError(
        "--order with numbers needs photos named one by one; leave out --best or --all")
    }
    guard let alternatives else { return }
    if collage.chooses("pick") {
      throw ValidationError(
        "--alternatives shows the best layouts, of which --pick then takes one; leave --pick out")
    }
    if collage.choosesTemplate {
      throw ValidationError(
        "--alternatives shows layouts, which a template replaces; leave one of them out")
    }
    if alternatives.value > ContactSheet.maxLayouts {
      throw ValidationError(
        "--alternatives shows up to \(ContactSheet.maxLayouts) layouts; choose a smaller number")
    }
    if output.output == nil {
      throw ValidationError("--alternatives needs a file to write; give one with -o")
    }
    if json || dryRun || explain {
      throw ValidationError(
        "--alternatives can't be used with --json, --dry-run or --explain; choose with --pick first"
      )
    }
  }

  func run() throws {
    let signals = SignalWatch()
    let progress = ProgressLine(isWanted: !quiet)
    // A template decides otherwise.
    let given = try collage.options(writingTo: output.output?.path)
    let rules = given.pictures.template == nil ? given.selectionRules : nil
    let listed = try choice.listed(
      collage.order.ordered(photos.addresses()), excluding: output.library.known?.folder, signals)
    // Who asks for collages, or for silence, isn't told.
    let named = quiet || choice.folders.takesCollages ? NamedPhotos() : listed.named
    if let rules { try choice.check(listed, naming: named, rules) }
    let found = try choice.photos(among: listed, progress, signals)
    progress.finish()
    let maker = try maker(of: found.addresses)
    if !quiet { StandardError.error(collage.notes + idleWarnings(maker)) }
    let chosen = found.allowed { rules?.refusalToSave($0) == nil }
    if !quiet { StandardError.error(SeriesTexts.warnings(chosen)) }
    if explain {
      StandardError.write(SeriesTexts.explanation(of: chosen).map { $0 + "\n" }.joined())
    }
    try make(chosen.addresses, naming: named.among(chosen.addresses), maker, signals)
  }

  /// - Parameter named: the photos of which the collages of this program are told.
  private func make(
    _ addresses: [PhotoAddress], naming named: NamedPhotos, _ given: CollageMaker,
    _ signals: SignalWatch
  ) throws {
    try signals.outcome(of: given.checkFont())
    let maker = try signals.outcome(of: given.withPictures())
    let store = SelectionStore(Selection([], maker.options))
    let progress = ProgressLine(isWanted: !quiet, fetching: maker.context.web)
    defer { progress.finish() }
    let chosen = store.choose(addresses, with: maker)
      .mapError { $0.naming(collages: named.collages) }
    if dryRun {
      let found = try signals.outcome(of: chosen.flatMap { _ in store.plan(with: maker) })
      progress.finish()
      StandardError.error(ChoiceTexts.notes(on: named.collages))
      if !quiet { StandardError.error(found.warnings.messages(.commandLine)) }
      if !quiet { StandardError.error(idleWarnings(of: found, maker) + lostHDR(found, maker)) }
      if explain { StandardError.write(Explanation.text(of: found, maker)) }
      return try StandardOutput.answer([found.report(maker.options.layout).prettyJSON])
    }
    let writer = try output.writer(protecting: BatchFiles(neededFiles))
    if let alternatives {
      try showAlternatives(alternatives.value, of: chosen, maker, writer, progress, signals)
      return StandardError.error(ChoiceTexts.notes(on: named.collages))
    }
    let made = try signals.outcome(
      of: chosen.flatMap { _ in store.save(with: maker, to: writer) { progress.show($0) } })
    progress.finish()
    StandardError.error(ChoiceTexts.notes(on: named.collages))
    if !quiet {
      StandardError.error(
        made.warnings(.commandLine) + idleWarnings(of: made.plan, maker)
          + lostHDR(made.plan, maker)
          + SavingNotes.format(
            of: output.isStandardOutput ? nil : output.output?.path, maker.encoding.format,
            chosen: maker.options.encoding.format))
    }
    if explain { StandardError.write(Explanation.text(of: made.plan, maker)) }
    if output.isStandardOutput { return }
    try StandardOutput.answer(
      [json ? made.report.json : made.id.text],
      or: "\(made.asset.path.displayed): the collage is saved, but its id")
    if !quiet, output.output == nil {
      StandardError.tellReader(["saved as \(UserFolders.abbreviated(made.asset.path))"])
    }
  }

  /// What was given and changes nothing, whatever the photos.
  private func idleWarnings(_ maker: CollageMaker) -> [String] {
    let ofOutput =
      output.output != nil && output.library.library != nil
      ? [IdleSettings.warning(option: "library", "-o names the file; leave one of them out")] : []
    let ofSheet = Setting<CollageOptions>.all.filter {
      alternatives != nil && ($0.group == .print || $0.name == "colour-space")
        && collage.chooses($0.name)
    }
    return ofOutput + collage.idleWarnings(maker)
      + ofSheet.map { IdleSettings.warning(option: $0.name, "--alternatives shows layouts alone") }
  }

  /// The same of weights and whole photos that were given, where it is the layout that decides.
  private func idleWarnings(of plan: CollagePlan, _ maker: CollageMaker) -> [String] {
    let layout = maker.options.layout
    let isSearched = layout.style == .mosaic && layout.tree == nil
    // Of other layouts it is said already that they have no such sizes.
    let possible = ["keep-whole", "fit"] + (isSearched ? ["weight", "lead"] : [])
    let given = Set(collage.ofPhotos.values.map(\.setting.name))
    let names = possible.filter { collage.chooses($0) || given.contains($0) }
    let idle = names.isEmpty ? [] : maker.idleSettings(of: plan).filter(names.contains)
    return idle.map {
      IdleSettings.warning(option: $0, "the best layout of these photos is the same without it")
    } + idleFocuses(of: plan, maker.options) + (plan.emptyCells.map { ["warning: \($0)"] } ?? [])
  }

  private func idleFocuses(of plan: CollagePlan, _ options: CollageOptions) -> [String] {
    let given = (0..<plan.photoCount).filter { options[photo: $0].focus != nil }
    return given.compactMap(plan.idleFocus).map { IdleSettings.warning(option: "focus", $0) }
  }

  /// That the format can't hold the photos' HDR: a line, or nothing.
  private func lostHDR(_ plan: CollagePlan, _ maker: CollageMaker) -> [String] {
    let count = maker.photosLosingHDR(in: plan)
    return count == 0 ? [] : [SavingNotes.withoutHDR(count, maker.encoding.format)]
  }

  private var neededFiles: [NeededFile] {
    photos.neededFiles
      + [collage.layoutFile?.needed(.layout), web.caFile?.needed(.authorities)].compactMap(\.self)
      + collage.neededFiles
  }

  private func showAlternatives(
    _ count: Int, of chosen: Single<Selection, CollageError>, _ maker: CollageMaker,
    _ writer: any PhotoWriter,
    _ progress: ProgressLine, _ signals: SignalWatch
  ) throws {
    let sheet = try signals.outcome(
      of: chosen.flatMap { selection in
        maker.check(writer, protecting: selection.photos)
          .flatMap { ContactSheet(maker).sheet(of: selection.photos, count: count) }
      })
    progress.finish()
    if !quiet { StandardError.error(sheet.warnings.map { $0.message(.commandLine) }) }
    let id = try signals.outcome(of: writer.save(sheet).mapError(CollageError.init))
    if !output.isStandardOutput { try StandardOutput.answer([id.text]) }
  }

  private func maker(of photos: [PhotoAddress]) throws -> CollageMaker {
    var options = try collage.options(of: photos, writingTo: output.output?.path)
    if options.pictures.template == nil { choice.widen(&options.rules, to: photos.count) }
    let resources = collage.resources.resources
    return try CollageMaker(
      options, to: output.output?.path,
      in: MakingContext(
        resources: resources, faces: FaceFinder(resources: resources), places: places.places,
        web: web.photos()))
  }
}
