internal import CollageKit
internal import Glibc
internal import OpenCombine
internal import PhotoCodecs
internal import PhotoSources
internal import ReactiveTraits
internal import SystemPackage

/// The prompt's model: the selection's store, the options, and what commands do with them. Both the
/// interactive prompt and scripts perform their commands here, under the same rules.
///
/// Must be used on its queue only. Files are read, photos laid out and collages saved in the
/// background; results arrive on the queue.
final class PromptSession: @unchecked Sendable {
  typealias Completion = (CommandOutcome) -> Void

  let store: SelectionStore
  let layouts: LayoutSearch
  let web: WebPhotos?
  let destination: CollageDestination
  let queue: WorkQueue
  /// The faults of chosen photos that were found when they were drawn.
  var knownFaults: () -> Set<PhotoError> = { [] }
  /// Receives what happens after a command has been performed, on the queue.
  var notice: ((CommandOutcome) -> Void)?
  /// The absolute path of the collage that was saved last.
  private(set) var latestSaved: FilePath?
  /// How answers say numbers and signs.
  var voice = Voice.written
  /// The photos and options of the picture as it is, or as it was just saved.
  private(set) var shownSelection: Selection
  /// Those before the latest change; nil before the first.
  private(set) var formerSelection: Selection?
  /// Whether a command that changes something takes the collage up again that was just saved, for
  /// somebody who still sees it. A script goes on with a new one.
  var resumesSaved = false
  var opening: OpeningOptions
  private let stop: Cancellation
  private let maker: CollageMaker
  /// The latest save, and what stops it.
  private var saving: StoppableTask?
  /// The slow work of the running command, and what stops it; nil if there is none.
  private var work: StoppableTask?
  /// The URLs of photos that are being fetched while a picker is open.
  private var fetchedAhead: [String] = []
  private var picking: AnyCancellable?
  private var hasWarnedOfUnsaved = false
  private let notes = SavingNotes()
  var sizeSteps = SizeSteps()
  /// What was said of the weights of photos, which a save doesn't say again.
  var toldWeights: Set<String> = []

  /// - Parameters:
  ///   - queue: a serial queue; with `immediate`, everything runs on the calling thread before
  ///     `perform` returns.
  ///   - stop: cancels a running save or other slow work.
  init(
    maker: CollageMaker, destination: CollageDestination,
    opening: OpeningOptions = OpeningOptions(), queue: WorkQueue,
    stop: Cancellation = Cancellation()
  ) {
    self.stop = stop
    self.opening = opening
    self.maker = maker
    layouts = LayoutSearch(
      faces: maker.context.faces, threads: maker.context.resources.jobs,
      memory: maker.context.resources.memory)
    self.destination = destination
    self.queue = queue
    store = SelectionStore(Selection([], maker.options))
    shownSelection = store.selection
    web = maker.context.web
  }

  /// Cancels everything that is running.
  func close() {
    cancelSaving()
    saving?.drop()
    work?.drop()
    work = nil
    stopFetchingAhead()
    notice = nil
    web?.close()
    opening.web?.close()
  }

  var isSaving: Bool { store.state.isSaving }

  /// Cancels a save, which then completes with a message of its own.
  func cancelSaving() { saving?.stop() }

  /// The progress of downloads: of commands that take photos, and of opening a collage. Arrives on
  /// any thread; never ends.
  var fetchProgress: [RelayStream<FetchProgress>] {
    [web, opening.web].compactMap { $0?.progress }
  }

  /// Whether a command is doing slow work that can be stopped.
  var isWorking: Bool { work != nil }

  /// Stops the slow work of the running command, which then completes with a message of its own.
  func cancelWork() { work?.stop() }

  /// Does a command's slow work in the background.
  ///
  /// - Parameter done: called once, on the queue, unless the session is closed first; with nil if
  ///   the work was stopped.
  func run<Value, Failure>(
    _ work: Single<Value, Failure>, _ done: @escaping (Result<Value, Failure>?) -> Void
  ) {
    let task = StoppableTask(stop: stop)
    self.work = task
    task.subscription = work.stopped(by: task.cancellation)
      .working(on: queue.forSlowWork)
      .receive(on: queue)
      .sink { [weak self] completion in
        guard case .failure(let error) = completion else { return }
        self?.work = nil
        done(.failure(error))
      } receiveValue: { [weak self] value in
        self?.work = nil
        done(value.map { .success($0) })
      }
  }

  /// Fetches photos from the web as soon as they are marked, until `stopFetchingAhead`.
  func fetchAhead(_ marks: PickedPhotos) {
    picking = marks.changes.sink { [weak self] change in
      guard let self else { return }
      switch change {
      case .chosen(let photo):
        guard photo.isMissing, let url = photo.address.fetchedURL else { return }
        fetchedAhead.append(url)
        web?.expect([url])
      case .takenBack(let photo):
        guard let url = photo.address.fetchedURL, let place = fetchedAhead.firstIndex(of: url)
        else { return }
        fetchedAhead.remove(at: place)
        web?.release([url])
      }
    }
  }

  /// Drops what was fetched ahead and not taken.
  func stopFetchingAhead() {
    picking = nil
    web?.release(fetchedAhead)
    fetchedAhead = []
  }

  /// Performs a command. Only one at a time, except that others may be performed during a save.
  ///
  /// - Parameters:
  ///   - progress: receives the share of a save that is done, 0 to 1, on the queue.
  ///   - done: called once, on the queue; before `perform` returns if nothing is slow.
  func perform(
    _ command: Command, progress: @escaping @Sendable (Double) -> Void = { _ in },
    done: @escaping Completion
  ) {
    let command = meaning(of: command)
    if command != .quit { hasWarnedOfUnsaved = false }
    // Photos may have been arranged meanwhile.
    noteChange()
    let finish: Completion = { [weak self] outcome in
      self?.noteChange()
      done(outcome)
    }
    if command.changesCollage, let resumed = resumeSaved() {
      // That is all there is to undo: the save had removed the photos.
      if command == .undo { return finish(.done(.success(resumed))) }
      return performAnew(command, progress: progress) { outcome in
        var outcome = outcome
        outcome.messages.insert(.plain(resumed), at: 0)
        finish(outcome)
      }
    }
    performAnew(command, progress: progress, done: finish)
  }

  /// Remembers the picture before the latest change. A save changes none.
  private func noteChange() {
    let selection = store.selection
    guard !store.state.isSaved, selection != shownSelection else { return }
    formerSelection = shownSelection
    shownSelection = selection
  }

  /// Takes the collage up again that was just saved, if it is still the one that is shown.
  ///
  /// - Returns: the sentence that tells the user; nil if there is none to take up.
  func resumeSaved() -> String? {
    guard resumesSaved, let latestSaved, store.resumeSaved() else { return nil }
    return PromptTexts.resumed(latestSaved)
  }

  /// Performs a command with the photos that are selected now.
  private func performAnew(
    _ command: Command, progress: @escaping @Sendable (Double) -> Void, done: @escaping Completion
  ) {
    switch command {
    case .add(let words): add([.words(words)], done)
    case .addBest(let count, let words): add(best: count, of: words, done)
    case .addLines(let lines): add(lines, done)
    case .take(let selection):
      take(selection) { [self] outcome in
        stopFetchingAhead()
        done(outcome)
      }
    case .replace(let photo, let word): replace(photo, word, done)
    case .remove(let photos):
      done(change(photos, success: PromptTexts.removed) { store.remove(at: Set($0)) })
    case .move(let photo, let target):
      done(
        change(photo, target, success: PromptTexts.moved) { store.move(from: $0, to: $1) })
    case .swap(let first, let second)
    where resumesSaved && 2...Self.mostSwappedInPlace ~= store.selection.count:
      done(swapPlaces(of: first, second))
    case .swap(let first, let second):
      done(change(first, second, success: PromptTexts.swapped) { store.swap($0, $1) })
    case .clear where resumesSaved && store.state.isSaved:
      store.forgetSave()
      done(.done(.plain(PromptTexts.nothingShown)))
    case .clear: done(outcome(of: store.clear(), success: PromptTexts.cleared))
    case .new: done(startNew())
    case .undo:
      let before = store.selection
      done(
        outcome(of: store.undo(), success: PromptTexts.undone(from: before, to: store.selection)))
    case .redo:
      let before = store.selection
      done(
        outcome(of: store.redo(), success: PromptTexts.redone(from: before, to: store.selection)))
    case .list: list(done)
    case .describe(let topic): describe(topic, done)
    case .layout(let argument): layout(argument, done)
    case .setting(let command): perform(command, done)
    case .save(let target): save(target, progress, done)
    case .open(let id?): open(id, done)
    case .open(nil): done(.failed(PromptTexts.cannotPickCollage, .usage))
    case .findSaved(let term): done(.failed(PromptTexts.cannotSearch(for: term), .usage))
    case .view(let id): view(id, done)
    case .copy(let id): copy(id, done)
    // The interactive prompt handles these itself.
    case .preview: done(CommandOutcome())
    case .arrange: done(.failed(PromptTexts.cannotArrange, .usage))
    case .pick: done(.failed(PromptTexts.cannotPick, .usage))
    case .help(let topic):
      done(.answer(PromptTexts.help(topic, library: destination.library?.folder, voice)))
    case .quit: done(quit())
    case .stay: done(.done(.plain(PromptTexts.stayed)))
    case .answer: preconditionFailure("its meaning is performed")
    }
  }

  /// What a command means now: after the warning about unsaved photos, yes and no are answers.
  func meaning(of command: Command) -> Command {
    guard case .answer(let isYes, let otherwise) = command else { return command }
    return hasWarnedOfUnsaved ? (isYes ? .quit : .stay) : otherwise
  }

  /// Changes the photos with these numbers, from 1, if they exist.
  ///
  /// - Parameters:
  ///   - success: the message if it was changed.
  ///   - body: receives the indices, from 0.
  func change(
    at places: [Int], success: @autoclosure () -> String, _ body: ([Int]) -> Refusal?
  ) -> CommandOutcome {
    let count = store.selection.count
    if count > 0, let wrong = places.first(where: { !(1...count).contains($0) }) {
      return .failed(PromptTexts.noPhoto(wrong, of: count), .usage)
    }
    let before = store.selection
    // Without photos, the rule itself gives the reason, whatever the numbers.
    let refusal = body(count > 0 ? places.map { $0 - 1 } : places)
    if refusal == nil, store.selection == before {
      return .done(.plain(PromptTexts.nothingChanged))
    }
    return outcome(of: refusal, success: success())
  }

  private func outcome(of refusal: Refusal?, success: @autoclosure () -> String) -> CommandOutcome {
    refusal.map { .refused($0) } ?? .done(.success(success()))
  }

  /// Why there are no photos, if a save has cleared them; else nil.
  var refusalAfterSave: Refusal? { store.state.isSaved ? store.state[.remove] : nil }

  /// Lays photos out in the background.
  func layOut(_ selection: Selection, then: @escaping (Result<CollagePlan, CollageError>) -> Void) {
    run(layouts.plan(for: selection)) { then($0 ?? .failure(.cancelled)) }
  }

  /// Begins with the options with which the prompt began.
  private func startNew() -> CommandOutcome {
    let hadPhotos = !store.selection.photos.isEmpty
    if let refusal = store.startNew(with: maker.options) { return .refused(refusal) }
    store.forgetSave()
    return .done(hadPhotos ? .success(PromptTexts.newInstead) : .plain(PromptTexts.new))
  }

  // MARK: Saving and leaving

  private func save(
    _ target: SaveTarget, _ progress: @escaping @Sendable (Double) -> Void,
    _ done: @escaping Completion
  ) {
    // Another task would replace the running one.
    if isSaving, let refusal = store.state[.save] { return done(.refused(refusal)) }
    var destination = destination
    if target.file != nil || target.album != nil {
      (destination.file, destination.album) = (target.file, target.album)
    }
    var maker = maker(with: store.selection.options)
    let writer: any PhotoWriter
    do throws(UnsupportedFileExtension) {
      maker.encoding = try destination.encoding(maker.options)
    } catch {
      return done(.failed(error))
    }
    let (format, chosenFormat) = (maker.encoding.format, maker.options.encoding.format)
    if let file = target.file, target.addsExtension {
      destination.file = file.withExtension(of: maker.encoding)
    }
    do throws(DestinationError) {
      writer = try destination.writer(protecting: BatchFiles(maker.options.neededFiles))
    } catch {
      return done(.failed(error))
    }
    let faults = faults.values.sorted { $0.address.displayed < $1.address.displayed }
    if !faults.isEmpty, !isSaving { return done(.failed(.photos(faults))) }
    if let loss = loss(in: maker.encoding.format) { notice?(.done(.plain(loss))) }
    let album = destination.album
    let task = StoppableTask(stop: stop)
    saving = task
    task.subscription = store.save(with: maker, to: writer, endingOn: queue) { [queue] fraction in
      queue.async { progress(fraction) }
    }
    .stopped(by: task.cancellation)
    .working(on: queue.forSlowWork)
    .sink { completion in
      guard case .failure(let error) = completion else { return }
      if case .refused(let refusal) = error {
        done(.refused(refusal))
      } else {
        done(.failed(error))
      }
    } receiveValue: { [weak self] made in
      guard let made else { return done(.failed(PromptTexts.saveCancelled, .signalled(SIGINT))) }
      let path = made.asset.path
      self?.latestSaved = WorkingFolder.absolute(path)
      var warnings = self?.newWarnings(of: made) ?? []
      warnings += SavingNotes.format(of: target.file?.path, format, chosen: chosenFormat)
      var message = PromptMessage.success(
        PromptTexts.saved(made, in: album, self?.voice ?? .written))
      message.link = FileLink(
        text: UserFolders.abbreviated(path), path: WorkingFolder.absolute(path))
      done(CommandOutcome(messages: [message], saved: made.id, warnings: warnings))
    }
  }

  /// The warnings about a collage that was saved, without those that were told before.
  private func newWarnings(of made: SavedCollage) -> [String] {
    defer { toldWeights = [] }
    let sentences = notes.sentences(of: made.warnings, .prompt)
    return sentences.filter { !toldWeights.contains($0) } + [made.asset.note].compactMap(\.self)
  }

  /// What a save in a format loses that isn't told with the picture; nil if that is nothing.
  private func loss(in format: OutputFormat) -> String? {
    let usual = maker(with: store.selection.options).encoding.format
    guard store.state[.save] == nil, !format.hasGainMap, usual.hasGainMap,
      store.selection.photos.contains(where: \.header.hasHDR)
    else { return nil }
    return PromptTexts.withoutHDR(format)
  }

  /// The known faults of chosen photos because of which they can't be saved.
  var faults: [PhotoAddress: PhotoError] {
    Dictionary(
      knownFaults().filter { !(allowsDamage && $0.isAllowable) }.map { ($0.address, $0) },
      uniquingKeysWith: { $1 })
  }

  /// The maker with other options; the encoding is that of a save without a file name.
  func maker(with options: CollageOptions) -> CollageMaker {
    var maker = maker
    maker.options = options
    if let encoding = try? destination.encoding(options) { maker.encoding = encoding }
    return maker
  }

  private func quit() -> CommandOutcome {
    let state = store.state
    if state.isSaving, let refusal = state[.set] { return .refused(refusal) }
    guard state.count > 0, !hasWarnedOfUnsaved else { return CommandOutcome(leaves: true) }
    hasWarnedOfUnsaved = true
    return .done(.plain(PromptTexts.notSaved(state)))
  }
}
