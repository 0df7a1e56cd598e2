internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import Files
internal import LineEditing
internal import PhotoCodecs
internal import SystemPackage

/// `collage watch`: a collage of each few photos that arrive in a folder.
struct WatchCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "watch",
    abstract: "Make a collage of each few photos that arrive in a folder.",
    usage: """
      collage watch booth --every 4 --look polaroid -o prints
      collage watch booth --template strip.png -o prints --print 'lp {file}'
      collage watch <folder> -o <folder> [options]
      """,
    discussion: """
      Runs until it is stopped, and prints a line of JSON for each collage, as 'collage batch' \
      does. Every photo comes into exactly one collage, also those that lie there already. The \
      collages in the output folder say which photos were used, so after a crash the same command \
      continues; don't take collages out of that folder while their photos are still watched. A \
      photo is taken when the program that writes it closes it; a damaged one is told of once, and \
      taken when it has become whole.

      Folders below the watched one are watched, too. The output folder may be one of them.
      """)

  @Argument(
    help: ArgumentHelp("The folder in which photos arrive.", valueName: "folder"),
    completion: .directory)
  var folder: RawPath

  @OptionGroup(title: "Watching") var watching: WatchOptions
  @OptionGroup var exclusions: ExclusionOptions
  @OptionGroup var collage: CollageArguments
  @OptionGroup var places: PlaceOptions

  @OptionGroup var accessible: AccessibleOption

  @Flag(help: "Show no warnings.")
  var quiet = false

  func validate() throws {
    if collage.layoutFile != nil {
      throw ValidationError("--layout-file is for certain photos; leave it out of 'watch'")
    }
    if watching.printUnits { return }
    if watching.output == nil {
      throw ValidationError("the collages need a folder; name one with -o")
    }
  }

  func run() throws {
    if watching.printUnits {
      let outputs = [watching.output, watching.latest].compactMap { $0?.path }
      return try StandardOutput.list([SystemdUnits.watch(writing: outputs)])
    }
    guard let output = watching.output?.path else { return }
    accessible.begin(collage.configuration.settings)
    let signals = SignalWatch(
      message: "stopped; photos that are in no collage yet come when it is started again",
      wakes: true)
    guard (try? folder.path.stat())?.type == .directory else {
      let name = WorkingFolder.absolute(folder.path).displayed
      throw CommandFailure(.noInput, "\(name): there is no such folder to watch")
    }
    let made = try Self.created(output)
    let lock = try Self.lock(made)
    defer { withExtendedLifetime(lock) {} }
    var run = try WatchRun(self, into: made, signals)
    if !quiet { announce(run) }
    try run.run()
  }

  /// Says what is waited for, because that may take hours.
  private func announce(_ run: WatchRun) {
    let name = folder.path.displayed
    guard AccessibleMode.current == nil else {
      AccessibleMode.announce()
      return StandardError.say(["Watching \(name); Ctrl-C stops."])
    }
    guard !watching.once else { return }
    let photos = run.count == 1 ? "each photo becomes" : "each \(run.count) photos become"
    StandardError.tellReader(["watching \(name): \(photos) a collage; Ctrl-C stops"])
  }

  /// The output folder, which is created if it doesn't exist.
  private static func created(_ folder: FilePath) throws(CommandFailure) -> FilePath {
    do throws(FolderError) {
      try FileSystem.makeFolders(folder)
      return WorkingFolder.absolute(folder)
    } catch {
      throw CommandFailure(
        .cannotCreate, "\(error.path.displayed): can't be created: \(error.errno.description)")
    }
  }

  /// Keeps others out that would use the same photos for the same folder; nil if there is no home
  /// folder to remember that.
  private static func lock(_ output: FilePath) throws(CommandFailure) -> FolderLock? {
    guard let id = (try? output.stat()).map({ FileID($0) }),
      let folder = UserFolders.state?.appending("watch").appending("\(id.device)-\(id.inode)")
    else { return nil }
    do throws(Errno) {
      try FileSystem.makePrivateFolders(folder)
      if let lock = try FolderLock.acquire(folder, waiting: 1) { return lock }
    } catch {
      return nil
    }
    throw CommandFailure(
      .temporaryFailure,
      "\(output.displayed): another 'collage watch' writes here; stop it, or choose another folder")
  }
}

/// What is watched for, and what becomes of it.
struct WatchOptions: ParsableArguments {
  /// What photos have to have in common.
  enum Grouping: String, ExpressibleByArgument, CaseIterable {
    case none
    case folder
  }

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The folder for the collages, which are named collage-0001.jpg and so on.",
      valueName: "folder"),
    completion: .directory)
  var output: RawPath?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "How many photos a collage has; by default as many as the template has openings, else 4.",
      valueName: "n"),
    transform: Count.argument)
  var every: Count?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "When nothing has arrived for so long, such as 30s or 2min, make a collage of the rest, as "
        + "far as the rules allow.",
      valueName: "time"),
    transform: WaitingTime.argument)
  var idle: WaitingTime?

  @Option(
    help: ArgumentHelp(
      "Which photos go together: any (none), or only those of one folder (folder).",
      valueName: "how"))
  var groupBy = Grouping.none

  @Option(
    help: ArgumentHelp(
      "Also write the newest collage to this file, for a screen.", valueName: "file"))
  var latest: RawPath?

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Run this for each collage, without a shell; {file} is its path, by default at the end.",
      valueName: "command"))
  var print: String?

  @Flag(help: "Look for new photos every second, as folders of the network need it.")
  var poll = false

  @Flag(help: "End when all that is there is done; photos that are too few stay for the next time.")
  var once = false

  @Flag(help: "Print a systemd unit that runs this command, and watch nothing.")
  var printUnits = false

  func validate() throws {
    if let print, ShellWords.split(print).first.map(\.text) ?? "" == "" {
      throw ValidationError("--print needs a command, such as 'lp {file}'")
    }
    if let every, every.value < 1 {
      throw ValidationError("--every needs a number from 1 on")
    }
  }
}

/// A time to wait, as users type it: `30s`, `2min` or `1h`.
struct WaitingTime: Hashable {
  let duration: Duration

  static func argument(_ text: String) throws -> WaitingTime {
    guard let time = WaitingTime(text) else {
      throw ValidationError("it must be a time from 1s on, such as 30s, 2min or 1h")
    }
    return time
  }

  init?(_ text: String) {
    let digits = text.prefix { $0.isASCII && $0.isNumber }
    let units = ["s": 1, "min": 60, "m": 60, "h": 3600]
    guard digits.count <= 6, let count = Int(digits), count > 0,
      let seconds = units[text.dropFirst(digits.count).lowercased()]
    else { return nil }
    duration = .seconds(count * seconds)
  }
}
