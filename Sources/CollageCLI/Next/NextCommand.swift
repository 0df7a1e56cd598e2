internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import LineEditing
internal import SystemPackage

/// `collage next`: the next picture of photos in folders, for a frame or a wall.
struct NextCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "next",
    abstract: "Make the next picture for a photo frame or wallpaper.",
    usage: """
      collage next ~/Pictures -o current.jpg --canvas 3840x2160
      collage next ~/Pictures today: -o current.jpg --canvas 1200x1600
      collage next <folder> ... [<word> ...] -o <file> [options]
      """,
    discussion: """
      Each call makes a picture of other photos, until all were shown; then the next cycle begins. \
      Photos of one picture belong together by folder and time; at most one picture in ten mixes \
      events. Of a burst only the best photo is shown. New photos come within a step or two. \
      Renamed and moved photos aren't new.

      What is not a folder is a word to search for, as in 'collage find'. Also today: for photos \
      taken on this day in any year, or else within three days of it.

      What was shown is kept in $XDG_STATE_HOME/collage/next, in a file for each series. Two \
      pictures that change by themselves need a --series each: in one series, what one of them \
      shows doesn't come in the other.
      """)

  @Argument(
    help: ArgumentHelp(
      "The folders with the photos, and what to search for.", valueName: "folder"),
    completion: .directory)
  var arguments: [String] = []

  @OptionGroup(title: "Series") var series: NextOptions
  @OptionGroup(title: "Output") var output: OutputOptions
  @OptionGroup var exclusions: ExclusionOptions
  @OptionGroup var collage: CollageArguments
  @OptionGroup var places: PlaceOptions

  @Flag(help: "Print the result as a JSON object.")
  var json = false

  @Flag(help: "Show no warnings and no progress.")
  var quiet = false

  @Flag(help: "Print the photos of the next three pictures as JSON lines, and make none.")
  var dryRun = false

  @Flag(help: "Print systemd units that run this command every 15 minutes, and make no picture.")
  var printUnits = false

  func validate() throws {
    if collage.choosesTemplate {
      throw ValidationError("a template has its own number of photos; leave it out of 'next'")
    }
    if collage.layoutFile != nil {
      throw ValidationError("--layout-file is for certain photos; leave it out of 'next'")
    }
    let isInLibrary = output.library.library != nil || output.album != nil
    if output.output == nil, !isInLibrary, !series.keep, !dryRun, !printUnits {
      throw ValidationError(
        "the picture needs a file; name it with -o, such as -o current.jpg, or say --library for a "
          + "new collage in a library each time")
    }
    if json, output.isStandardOutput {
      throw ValidationError(
        "the collage and --json can't both go to standard output; leave out one of them")
    }
    if series.keep, output.isStandardOutput {
      throw ValidationError("--keep saves in the library; leave out -o -")
    }
    if let state = series.state?.path, let file = output.output?.path,
      WorkingFolder.absolute(state).lexicallyNormalized()
        == WorkingFolder.absolute(file).lexicallyNormalized()
    {
      throw ValidationError("--state and -o name the same file; choose another one for --state")
    }
    if dryRun, series.back || series.keep {
      throw ValidationError("--dry-run shows what comes; leave out --back and --keep")
    }
  }

  func run() throws {
    if printUnits { return try StandardOutput.list([SystemdUnits.next]) }
    let store = try series.store()
    let lock = try Self.named(store.file) { () throws(Errno) in try store.lock() }
    guard let lock else {
      throw CommandFailure(
        .temporaryFailure,
        "\(store.file.displayed): another 'collage next' is still running; try again later")
    }
    defer { withExtendedLifetime(lock) {} }
    let opened = try Self.named(store.file) { () throws(Errno) in try store.open() }
    // In its own folder nobody else has files.
    if opened.fault == .foreign, series.state != nil { throw NextTexts.foreign(store.file) }
    if let fault = opened.fault, !quiet {
      StandardError.error([NextTexts.begunAnew(store.file, fault)])
    }
    var run = NextRun(self, store, opened.state, SignalWatch())
    try run.read()
    if dryRun { return try run.showNext() }
    if series.back || series.keep { return try run.showAgain() }
    try run.makeNext()
  }

  private static func named<Value>(
    _ file: FilePath, _ body: () throws(Errno) -> Value
  ) throws(CommandFailure) -> Value {
    do throws(Errno) {
      return try body()
    } catch {
      throw NextTexts.stateFailure(file, error)
    }
  }
}

/// Which series is continued, and how.
struct NextOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The name of the series, which remembers what was shown; 'default' by default.",
      valueName: "name"))
  var series: String?

  @Option(
    help: ArgumentHelp("Remember what was shown in this file instead.", valueName: "file"))
  var state: RawPath?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many photos a picture has at most, from 2 to 6; by default what suits canvas and "
        + "photos.",
      valueName: "n"),
    transform: Count.argument)
  var per: Count?

  @Flag(help: "Show the photos first that have most stars.")
  var bestFirst = false

  @Flag(help: "Make the picture before the last one again; repeat it to go further back.")
  var back = false

  @Flag(help: "Save the last picture in the library, with the same options.")
  var keep = false

  func validate() throws {
    if let per, !NextPlanner.counts.contains(per.value) {
      throw ValidationError("--per takes 2 to 6 photos for a picture, not \(per.value)")
    }
    if series != nil, state != nil {
      throw ValidationError("--series and --state both say what to remember; leave one of them out")
    }
    if back, keep { throw ValidationError("--back and --keep can't be combined; leave one out") }
    if let series, FilePath.Component(series)?.kind != .regular || series.hasPrefix(".") {
      throw ValidationError("the name of a series can't have slashes or begin with a dot")
    }
  }

  /// Whether nobody chose what to remember.
  var isDefault: Bool { series == nil && state == nil }

  /// Where the state is.
  func store() throws(CommandFailure) -> NextStore {
    if let state { return NextStore(WorkingFolder.absolute(state.path)) }
    guard let folder = UserFolders.state, let name = FilePath.Component(series ?? "default") else {
      throw CommandFailure(
        .usage, "there is no home folder for what was shown; name a file with --state")
    }
    return NextStore(
      folder.appending("next").appending(name),
      locking: folder.appending("next-locks").appending(name))
  }
}
