internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import Glibc
internal import PhotoCodecs
internal import ReactiveTraits
internal import SystemPackage
internal import ThreadPool

/// `collage batch`: many collages, from a manifest or from folders.
struct BatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "batch",
    abstract: "Make many collages from a manifest, and print a line of JSON for each.",
    usage: """
      collage batch [<manifest>|-] [options]
      collage batch --from-folders <folder> [options]
      collage batch --missing <manifest> <results> ...
      collage batch --schema
      """,
    discussion: """
      A manifest contains one JSON object per line: {"id": "a", "photos": ["1.jpg", "2.jpg"]}. \
      Further keys are the options of 'collage make'; they override the command line's. If a run \
      is interrupted, run the same command again: jobs already done are reported as 'unchanged', \
      because each collage records what it was made of. This also works for another user or in a \
      new container, as long as library and outputs are kept. Exits with 1 if any job failed. \
      'collage batch --schema' describes both kinds of lines.
      """)

  @Argument(
    help: ArgumentHelp("The manifest; by default or with -, standard input.", valueName: "manifest")
  )
  var files: [RawPath] = []

  @OptionGroup(title: "Jobs") var jobs: BatchJobOptions
  @OptionGroup(title: "Pages") var pages: PageArguments
  @OptionGroup(title: "Layout") var layout: SettingArguments<BatchLayoutSettings>
  @OptionGroup(title: "Look") var look: LookOption
  @OptionGroup var common: CommonSettingArguments
  @OptionGroup(title: "Text") var texts: SettingArguments<BatchTextSettings>
  @OptionGroup(title: "Output") var output: BatchOutputOptions
  @OptionGroup var places: PlaceOptions
  @OptionGroup(title: "Photos from the web") var web: UntrustedWebOptions
  @OptionGroup(title: "Resources") var resources: ResourceOptions
  @OptionGroup var configuration: ConfigurationOptions

  @OptionGroup var accessible: AccessibleOption

  @Flag(help: "Print a JSON Schema for the lines of manifests and results.")
  var schema = false

  @Flag(
    help: """
      Print the lines of the manifest whose jobs have not succeeded according to the results \
      given after it.
      """
  )
  var missing = false

  @Flag(help: "Show no progress and no summary.")
  var quiet = false

  func validate() throws {
    if missing, files.count < 2 {
      throw ValidationError(
        "--missing needs a manifest and results; name both (- is standard input)")
    }
    if !missing, files.count > 1 {
      throw ValidationError("only one manifest at a time; join them with 'cat'")
    }
    try overrides.validate()
    try CollageChanges(
      look: try? look.chosen(in: configuration.settings), overrides: overrides, ofPhotos: [],
      layout: nil
    ).validate(beside: pages.options.templateConflicts)
    try jobs.check(manifests: files, overrides.format)
  }

  func run() throws {
    if schema { return try StandardOutput.list([BatchSchema.text]) }
    if missing {
      return try MissingCommand(manifest: files[0].path, results: files.dropFirst().map(\.path))
        .run()
    }
    accessible.begin(configuration.settings)
    announceTerminal()
    let signals = SignalWatch(
      message: "interrupted; finished jobs are kept, and the same command continues from there",
      wakes: true)
    let shard = try jobs.shardOption()
    let options = try batchOptions()
    try jobs.makeOutputFolder()
    let collages = Locked(0)
    let remarks = BatchRemarks(isQuiet: quiet)
    let source = try source(options, signals, remarks) { count in collages.withLock { $0 += count }
    }
    let progress = BatchProgress(web: options.context.web, isQuiet: quiet) {
      shard == .whole ? source.total() : nil
    }
    let hasFailed = Locked(false)
    let outputFailed = Locked(false)
    // What is told of the run, too: many read results with a program only.
    let (notes, ofRun) = (SavingNotes(), SavingNotes())
    let runner = BatchRunner(options, stop: signals.cancellation) { result in
      let report = Result(result.outcome, notes, ofFolders: takesAllOfFolders).report(
        job: result.name, line: result.line, duration: result.duration)
      if result.hasFailed { hasFailed.withLock { $0 = true } }
      progress.makeRoom()
      let isWritten = StandardOutput.write(Array((report.json + "\n").utf8))
      progress.note(result)
      if case .saved(let asset, let warnings) = result.outcome {
        let told = ofRun.sentences(of: warnings.filter(\.isToldOnce), .manifest)
        remarks.tell(told + ofTopFolder(result.name, asset))
      }
      if !isWritten { outputFailed.withLock { $0 = true } }
      return isWritten
    }
    let files = BatchFiles(
      neededFiles(manifest: source.manifest), jobs: source.copy, stop: signals.cancellation)
    let idle = IdleSource.Findings()
    do throws(BatchSourceError) {
      try runner.run(
        CheckedSource(
          IdleSource(source.jobs, options, idle), shard: shard, library: options.library?.folder,
          files: files))
    } catch {
      progress.finish(hasFailed: true)
      throw error
    }
    remarks.tell(FindTexts.withoutCollages(collages.withLock { $0 }) + idle.warnings + ofLibrary)
    progress.finish(
      leavingOut: remarks.leftOutCount,
      explaining: shard == .whole && !signals.cancellation.isCancelled ? jobs.absence : nil)
    if let failure = signals.failure { throw failure }
    if outputFailed.withLock({ $0 }) {
      throw CommandFailure(
        .inputOutput, "the results can't be written to standard output; run the same command again")
    }
    if hasFailed.withLock({ $0 }) { throw CommandFailure(.someFailed, []) }
  }

  /// What `--library` beside `-o` is told.
  private var ofLibrary: [String] {
    guard jobs.output != nil, output.library.library != nil else { return [] }
    return [
      IdleSettings.warning(option: "library", "-o names the folder; leave one of them out")
    ]
  }

  /// What is told of a collage that is named by its folder, and is of no folder below.
  private func ofTopFolder(_ name: String, _ asset: SavedAsset) -> [String] {
    guard jobs.output != nil, name == "." else { return [] }
    return ["\(asset.path.displayed) is of the pictures in the folder itself"]
  }

  private var takesAllOfFolders: Bool { jobs.fromFolders != nil && jobs.best == nil }

  /// Says that somebody is to type the manifest, if so.
  private func announceTerminal() {
    let isStandardInput = files.first.map { $0.path == "-" } ?? true
    guard jobs.fromFolders == nil, isStandardInput, isatty(STDIN_FILENO) == 1, !quiet else {
      return
    }
    StandardError.error([
      "reading a manifest from the terminal, a line for each collage; Ctrl-D ends it"
    ])
  }

  /// The jobs; of folders perhaps with their best photos only.
  private func source(
    _ options: BatchOptions, _ signals: SignalWatch, _ remarks: BatchRemarks,
    reportCollages: @escaping @Sendable (Int) -> Void
  ) throws -> BatchJobs {
    var source = try jobs.source(
      manifest: files.first?.path ?? "-", options, reportCollages: reportCollages)
    if let best = jobs.best {
      source.jobs = BestPhotosSource(
        source.jobs, count: best.value, store: .ofUser,
        rules: options.collage.pictures.template == nil ? options.collage.rules : nil,
        stop: signals.cancellation
      ) { chosen, folder in
        remarks.tell(SeriesTexts.warnings(chosen, in: folder))
      }
    }
    return source
  }

  private func neededFiles(manifest: LineFile?) -> [NeededFile] {
    var needed: [NeededFile] = []
    if let results = FileID(ofRegularFile: .standardOutput) {
      needed.append(NeededFile("/proc/self/fd/1", .results, id: results))
    }
    if let manifest, let id = manifest.id {
      needed.append(
        NeededFile(FilePath("/proc/self/fd/\(manifest.descriptor.rawValue)"), .manifest, id: id))
    }
    needed += overrides.neededFiles
    if let authorities = web.common.caFile?.path {
      needed.append(NeededFile(authorities, .authorities))
    }
    return needed
  }

  private var overrides: SettingOverrides<CollageOptions> {
    layout.overrides.merging(common.overrides).merging(texts.overrides)
  }

  private func changes() throws -> CollageChanges {
    CollageChanges(
      look: try look.chosen(in: configuration.settings), overrides: overrides, ofPhotos: [],
      layout: nil)
  }

  private func batchOptions() throws -> BatchOptions {
    var options = BatchOptions()
    options.defaults = try configuration.settings.defaults().changes
    options.changes = try changes()
    options.pages = pages.options
    let resources = resources.resources
    options.context = MakingContext(
      resources: resources, places: places.places,
      web: web.photos(maxBytesAhead: resources.memory.total))
    // A batch in which every job has an output needs no library.
    options.library = output.library.known?.absolute
    options.replacesForeign = output.force
    options.redoes = output.force
    options.records = UserFolders.state?.appending("made")
    options.failsFast = jobs.failFast
    options.order = jobs.order
    return options
  }
}

extension PhotoLibrary {
  fileprivate var absolute: PhotoLibrary { PhotoLibrary(folder: WorkingFolder.absolute(folder)) }
}

/// Where to write collages for which the manifest names no output.
struct BatchOutputOptions: ParsableArguments {
  @OptionGroup var library: LibraryOptions

  @Flag(
    help: """
      Redo jobs that are already done, and replace outputs even if collage didn't make them. A \
      photo of any job is never replaced.
      """)
  var force = false
}
