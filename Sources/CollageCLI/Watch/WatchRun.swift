internal import CollageKit
internal import CollageTerminal
internal import Files
internal import PhotoCodecs
internal import ReactiveTraits
internal import SystemPackage

/// One run of `collage watch`.
struct WatchRun {
  private let command: WatchCommand
  private let signals: SignalWatch
  private let root: FilePath
  private let options: CollageOptions
  private let context: MakingContext
  /// How many photos a collage has.
  let count: Int
  private var photos: WatchedPhotos
  private var output: WatchOutput
  private let outputFolder: FileID?
  /// Nil where the kernel doesn't tell, or isn't asked.
  private var events: FolderEvents?
  private var printing: PrintQueue?
  /// How many collages were made.
  private var made = 0
  /// Whether the watched folder is there, as far as was told.
  private var isThere = true
  /// Whether everything has to be looked at again.
  private var needsScan = true
  /// The failure that was told last, until something succeeds.
  private var toldFailure: [String]?

  private static let pollingTime = Duration.seconds(1)
  /// How soon files of which nobody tells that they are complete are looked at again.
  private static let settlingTime = Duration.milliseconds(250)
  private static let longestWait = Duration.seconds(60)

  init(_ command: WatchCommand, into folder: FilePath, _ signals: SignalWatch) throws {
    self.command = command
    self.signals = signals
    root = WorkingFolder.absolute(command.folder.path)
    let resources = command.collage.resources.resources
    context = MakingContext(
      resources: resources, faces: FaceFinder(resources: resources),
      places: command.places.places)
    let asked = try command.collage.options(writingTo: nil)
    let given = CollageMaker(asked, in: context)
    try signals.outcome(of: given.checkFont())
    let maker = try signals.outcome(of: given.withPictures())
    options = maker.options
    count = command.watching.every?.value ?? options.templateCount ?? 4
    if let refusal = options.selectionRules.refusal(of: count) {
      throw CommandFailure(CollageError.refused(refusal))
    }
    do throws(Errno) {
      output = try WatchOutput(folder, maker.encoding.format)
    } catch {
      throw CommandFailure(
        .cannotCreate, "\(folder.displayed): can't be read: \(error.description)")
    }
    outputFolder = (try? folder.stat()).map { FileID($0) }
    photos = WatchedPhotos(
      done: output.done, without: command.exclusions.exclusions,
      groupsByFolder: command.watching.groupBy == .folder)
    if !command.watching.poll { events = try? FolderEvents() }
    printing = command.watching.print.map { PrintQueue($0, signals) }
  }

  mutating func run() throws {
    while true {
      try stopIfAsked()
      look()
      photos.read(until: count, isCancelled: { [signals] in signals.cancellation.isCancelled }) {
        path, error in Self.tell(["\(path.displayed): \(error)"])
      }
      try stopIfAsked()
      let hasFailed = try makeNext()
      if hasFailed == false { continue }
      printing?.retry()
      if command.watching.once, !photos.isSettling, hasFailed == nil { return try finish() }
      wait(hasFailed: hasFailed == true)
    }
  }

  private func stopIfAsked() throws(CommandFailure) {
    guard let failure = signals.failure else { return }
    if let printing, printing.hasFailed { Self.tell(printing.failures) }
    throw failure
  }

  private static func tell(_ messages: [String]) { StandardError.error(messages) }

  private func finish() throws {
    if photos.waitingCount > 0, !command.quiet {
      Self.tell(["\(photos.waitingCount) photos are left for the next time"])
    }
    if let printing, printing.hasFailed {
      throw CommandFailure(.someFailed, printing.failures)
    }
  }
}

// What is in the folder.
extension WatchRun {
  private mutating func look() {
    for event in events?.next() ?? [] {
      switch event {
      case .completed(let path): photos.note(path, isComplete: true)
      case .appeared(let path): photos.note(path, isComplete: false, isOpen: true)
      case .newFolder, .gone, .lost: needsScan = true
      }
    }
    if events == nil || needsScan { scan() }
  }

  /// Looks through all folders, and watches those that are new.
  private mutating func scan() {
    // What happens meanwhile is noted, so folders are watched before they are read.
    try? events?.watch(root)
    do throws(Errno) {
      let folders = try photos.scan(root, leavingOut: outputFolder)
      needsScan = false
      if let events {
        let isWhole = folders.map { Self.watches($0, with: events) }.allSatisfy(\.self)
        // Files that came before their folders were watched.
        _ = try photos.scan(root, leavingOut: outputFolder)
        if !isWhole { self.events = nil }
      }
      if !isThere { Self.tell(["\(root.displayed): the folder is there again"]) }
      isThere = true
    } catch {
      if isThere {
        Self.tell([
          "\(root.displayed): \(error.description); waiting until the folder is there again"
        ])
      }
      isThere = false
      needsScan = true
    }
  }

  /// False if there are more folders than the system can watch.
  private static func watches(_ folder: FilePath, with events: FolderEvents) -> Bool {
    do throws(Errno) {
      try events.watch(folder)
      return true
    } catch {
      return error == .noSuchFileOrDirectory
    }
  }

  private func wait(hasFailed: Bool) {
    var time = Self.longestWait
    if events == nil || !isThere || hasFailed || printing?.hasFailed == true {
      time = min(time, Self.pollingTime)
    }
    if photos.isSettling { time = min(time, Self.settlingTime) }
    let rules = options.selectionRules
    if !hasFailed, let idle = command.watching.idle?.duration,
      let left = photos.idleTime(after: idle, fewer: { rules.largestCount(upTo: $0) })
    {
      time = min(time, left)
    }
    SignalWatch.waitForInput(events?.descriptor, atMost: time)
  }
}

// The collages.
extension WatchRun {
  /// Makes the next collage, if there are enough photos.
  ///
  /// - Returns: whether it has failed; nil if there was none to make.
  private mutating func makeNext() throws -> Bool? {
    let rules = options.selectionRules
    let next = photos.next(count, idle: idle) {
      rules.largestCount(upTo: $0)
    }
    guard let next else { return nil }
    let begun = ContinuousClock.now
    let prefix = prefix(of: next.group)
    let place = output.next(prefix)
    let result: Result<SavedCollage, CollageError>
    do {
      result = try save(next.photos, place)
    } catch {
      // It may have been saved just before it was stopped.
      if (try? place.path.stat()) != nil { tellSaved(place.path) }
      throw error
    }
    switch result {
    case .success(let collage):
      toldFailure = nil
      made += 1
      photos.finish(next.photos, in: collage)
      try answer(collage, next.photos, begun)
      return false
    case .failure(let error):
      output.takeBack(prefix)
      return try fail(error, next.photos)
    }
  }

  /// How long the rest waits for more; nil for ever.
  private var idle: Duration? {
    let isLast = command.watching.once && !photos.isSettling
    return command.watching.idle.map { isLast ? .zero : $0.duration }
  }

  /// "collage", or the folder of the photos below the watched one.
  private func prefix(of group: FilePath) -> String {
    var rest = group
    guard !group.isEmpty, rest.removePrefix(root), !rest.isEmpty else {
      return group.isEmpty ? "collage" : root.lastComponent?.string ?? "collage"
    }
    return rest.components.map(\.string).joined(separator: "-")
  }

  private func save(
    _ photos: [ArrivedPhoto], _ place: (path: FilePath, number: Int)
  ) throws -> Result<SavedCollage, CollageError> {
    let maker = try CollageMaker(
      options.fillingCode(number: place.number), to: place.path, in: context)
    let writer = FileWriter(
      place.path, replacesForeign: false, protecting: BatchFiles(command.collage.neededFiles))
    let selection = SelectionStore(Selection([], maker.options))
    return try signals.result(
      of: selection.choose(photos.map { .file($0.path) }, with: maker)
        .flatMap { _ in selection.save(with: maker, to: writer) { _ in } })
  }

  /// - Returns: whether the same photos have to wait.
  private mutating func fail(_ error: CollageError, _ chosen: [ArrivedPhoto]) throws -> Bool {
    switch error {
    case .photos(let errors):
      Self.tell(CollageError.photos(errors).messages(.commandLine))
      let bad = Set(errors.compactMap(\.address.file))
      photos.leaveOut(bad.isEmpty ? Set(chosen.map(\.path)) : bad)
      return false
    case .writing, .outOfMemory, .text:
      let messages = error.messages(.commandLine)
      if toldFailure != messages {
        Self.tell(messages + ["the photos wait until it is possible again"])
      }
      toldFailure = messages
      return true
    default: throw CommandFailure(error)
    }
  }

  private mutating func answer(
    _ made: SavedCollage, _ photos: [ArrivedPhoto], _ begun: ContinuousClock.Instant
  ) throws {
    let path = made.asset.path
    let asset = MadeAsset(
      asset: made.asset, isUnchanged: false, warnings: made.warnings(.commandLine))
    let line = Result<MadeAsset, CommandFailure>.success(asset).report(
      job: path.stem ?? "", line: self.made, duration: ContinuousClock.now - begun,
      photos: photos.map { $0.path })
    try StandardOutput.answer(
      [line.json], or: "\(path.displayed): the collage is saved, but its line")
    copyLatest(path)
    printing?.print(path)
  }

  /// Of a collage whose line isn't known.
  private func tellSaved(_ path: FilePath) {
    let rest = printing == nil ? "" : ", and it isn't printed"
    Self.tell(["\(path.displayed): the collage is saved, but it was stopped before its line\(rest)"]
    )
    copyLatest(path)
  }

  private func copyLatest(_ path: FilePath) {
    guard let latest = command.watching.latest else { return }
    do throws(Errno) {
      try WatchOutput.copy(path, to: WorkingFolder.absolute(latest.path))
    } catch {
      Self.tell(["\(latest.path.displayed): can't be written: \(error.description)"])
    }
  }
}

extension CollageOptions {
  /// How many photos the template takes; nil without one.
  fileprivate var templateCount: Int? { pictures.template?.openingCount }
}
