internal import CollageKit
internal import OpenCombine
internal import PhotoSources
internal import ReactiveTraits
internal import SystemPackage

/// The prompt's model: the selection's store, the options, and what commands do with them. The interactive prompt and
/// the script both perform their commands here, under the same rules.
///
/// Must be used on its queue only. Files are read, photos laid out and collages saved in the background; results
/// arrive there.
final class PromptSession: @unchecked Sendable {
  typealias Completion = (CommandOutcome) -> Void

  let store: SelectionStore
  let layouts: LayoutSearch
  let chooser: PhotoChooser
  let web: WebPhotos?
  let output: OutputOptions
  private let albums = RememberedAlbums()
  let queue: WorkQueue
  /// Receives what happens after a command has been carried out, on the queue.
  var notice: ((PromptMessage) -> Void)?
  /// Where the collage is that was saved last, from the root of the file system.
  private(set) var latestSaved: FilePath?
  var assetSearch: AnyCancellable?
  var opening: OpeningOptions
  var openingSearch: AnyCancellable?
  /// Stops the search for the photos of a saved collage; nil when there is none.
  var openingCancellation: Cancellation?
  let stop: Cancellation
  private let maker: CollageMaker
  private var layoutSearch: AnyCancellable?
  private var save: SaveTask?
  private var hasWarnedOfUnsaved = false

  /// - Parameters:
  ///   - queue: a serial queue; with `immediate` everything runs on the calling thread before `perform`
  ///     returns.
  ///   - stop: cancels a save, a fetch, or the opening of a saved collage, that is under way.
  init(
    maker: CollageMaker, output: OutputOptions, opening: OpeningOptions = OpeningOptions(), queue: WorkQueue,
    stop: Cancellation = Cancellation()
  ) {
    self.stop = stop
    self.opening = opening
    self.maker = maker
    layouts = LayoutSearch(faces: maker.faces)
    self.output = output
    self.queue = queue
    store = SelectionStore(maker.options)
    web = maker.web
    chooser = PhotoChooser(deliveringOn: queue, web: maker.web, stop: stop)
  }

  /// Cancels everything that is under way.
  func close() {
    save?.drop()
    layoutSearch?.cancel()
    assetSearch?.cancel()
    openingSearch?.cancel()
    notice = nil
    chooser.close()
    web?.close()
    opening.web?.close()
  }

  var isSaving: Bool { store.state.isSaving }

  /// Cancels a save, which then completes with a message of its own.
  func cancelSaving() { save?.cancel() }

  /// What is being fetched from the web: for commands that take photos, and to open a saved collage. On any thread; never
  /// end.
  var fetchProgress: [RelayStream<FetchProgress>] { [web, opening.web].compactMap { $0?.progress } }

  /// Stops what is being fetched for the command that runs, which then completes with a message of its own.
  func cancelFetching() { chooser.cancel() }

  /// Performs a command. One at a time, except that others may be performed during a save.
  ///
  /// - Parameters:
  ///   - progress: receives how much of a save is done, 0 to 1, on the queue.
  ///   - done: called once, on the queue; before `perform` returns where nothing is slow.
  func perform(
    _ command: Command, progress: @escaping @Sendable (Double) -> Void = { _ in }, done: @escaping Completion
  ) {
    if command != .quit { hasWarnedOfUnsaved = false }
    switch command {
    case .add(let words): add([.words(words)], done)
    case .addLines(let lines): add(lines, done)
    case .addPicked(let photos):
      add([.words(photos.map { PathWord($0.photo.address) })], turned: photos.turns { $0.address }, done)
    case .replace(let place, let word): replace(place, word, done)
    case .remove(let photos): done(change(photos, success: PromptTexts.removed) { store.remove(at: Set($0)) })
    case .move(let from, let to):
      done(
        change(at: [from, to], success: PromptTexts.moved(from: from, to: to)) { store.move(from: $0[0], to: $0[1]) })
    case .swap(let first, let second):
      done(change(at: [first, second], success: PromptTexts.swapped(first, second)) { store.swap($0[0], $0[1]) })
    case .clear: done(outcome(of: store.clear(), success: PromptTexts.cleared))
    case .undo:
      let before = store.selection
      done(outcome(of: store.undo(), success: PromptTexts.undone(from: before, to: store.selection)))
    case .redo:
      let before = store.selection
      done(outcome(of: store.redo(), success: PromptTexts.redone(from: before, to: store.selection)))
    case .list: list(done)
    case .layout(let argument): layout(argument, done)
    case .setting(let command): perform(command, done)
    case .save(let path): save(path, progress, done)
    case .saveInAlbum(let album): save(nil, in: album, progress, done)
    case .open(let id): open(id, done)
    case .view(let id): view(id, done)
    case .copy(let id): copy(id, done)
    // The interactive prompt does these itself.
    case .preview: done(CommandOutcome())
    case .arrange: done(.failed(PromptTexts.cannotArrange, .usage))
    case .pick: done(.failed(PromptTexts.cannotPick, .usage))
    case .help(let topic): done(.answer(PromptTexts.help(topic)))
    case .quit: done(quit())
    }
  }

  /// Makes a change to the photos at these places, from 1, if they exist.
  ///
  /// - Parameters:
  ///   - success: what to say when it was made.
  ///   - body: takes the places from 0.
  func change(
    at places: [Int], success: @autoclosure () -> String, _ body: ([Int]) -> Refusal?
  ) -> CommandOutcome {
    let count = store.selection.count
    if count > 0, let wrong = places.first(where: { !(1...count).contains($0) }) {
      return .failed(PromptTexts.noPhoto(wrong, of: count), .usage)
    }
    // Without photos the rule itself gives the reason, whatever the places.
    return outcome(of: body(count > 0 ? places.map { $0 - 1 } : places), success: success())
  }

  private func outcome(of refusal: Refusal?, success: @autoclosure () -> String) -> CommandOutcome {
    refusal.map { .refused($0) } ?? .done(.success(success()))
  }

  // MARK: Layouts

  /// Lays photos out in the background.
  func layOut(_ selection: Selection, then: @escaping (Result<CollagePlan, CollageError>) -> Void) {
    layoutSearch = layouts.plan(for: selection)
      .working(on: queue.forSlowWork)
      .receive(on: queue)
      .sink { completion in
        if case .failure(let error) = completion { then(.failure(error)) }
      } receiveValue: { plan in
        then(.success(plan))
      }
  }

  // MARK: Saving and leaving

  private func save(
    _ path: RawPath?, in album: AlbumName? = nil, _ progress: @escaping @Sendable (Double) -> Void,
    _ done: @escaping Completion
  ) {
    // Another task would take the place of the one that is under way.
    if isSaving, let refusal = store.state[.save] { return done(.refused(refusal)) }
    var output = output
    if let path { (output.output, output.album) = (path, nil) }
    if let album { (output.output, output.album) = (nil, album) }
    var maker = maker(with: store.selection.options)
    let writer: any PhotoWriter
    do throws(CommandFailure) {
      maker.encoding = try output.encoding(maker.options.encoding)
      writer = try output.writer(.prompt, albums: albums)
    } catch {
      return done(.failed(error))
    }
    let task = SaveTask(stop: stop)
    // During a save another one is refused at once.
    if !isSaving { save = task }
    task.start(store, with: maker, to: writer, on: queue, progress: progress) { [weak self] outcome in
      if let path = outcome.savedPath { self?.latestSaved = WorkingFolder.absolute(path) }
      done(outcome)
    }
  }

  /// The maker with other options, encoding as a save without a name does.
  func maker(with options: CollageOptions) -> CollageMaker {
    var maker = maker
    maker.options = options
    if let encoding = try? output.encoding(options.encoding) { maker.encoding = encoding }
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
