internal import CollageKit
internal import OpenCombine
internal import PhotoCodecs
internal import ReactiveTraits
internal import SystemPackage

/// The prompt's model: the selection's store, the photo source, and the options. The interactive prompt and the script
/// both perform their commands here, under the same rules.
///
/// Must be used on the front's queue only. Headers are read and collages saved in the background; results arrive on the
/// front's queue.
final class PromptSession: @unchecked Sendable {
  typealias Completion = (CommandOutcome) -> Void

  let store: SelectionStore
  /// The collage's options: the current ones, then every change.
  let options: Relay<CollageOptions>
  private let output: OutputOptions
  private let maker: CollageMaker
  private let source: PhotoSource
  private let queue: WorkQueue
  private let stop: Cancellation
  private let bag = CancellableBag()
  /// Completions that wait for a batch of the source, first in, first out.
  private var awaiting: [(PhotoBatch) -> Void] = []
  /// Cancels the save that runs now, or ran last.
  private var saving: Cancellation?
  private var hadPhotos = false
  /// The layout computed last, kept because it is needed repeatedly.
  private var planned: (key: PlanKey, plan: CollagePlan?)?
  private var hasWarnedOfUnsaved = false

  /// - Parameters:
  ///   - queue: the front's serial queue; with `immediate` everything runs on the calling thread before `perform`
  ///     returns.
  ///   - stop: cancels a save that is under way.
  init(maker: CollageMaker, output: OutputOptions, queue: WorkQueue, stop: Cancellation = Cancellation()) {
    self.stop = stop
    self.maker = maker
    self.output = output
    self.queue = queue
    store = SelectionStore(rules: maker.options.rules)
    options = Relay(maker.options)
    source = PhotoSource(limits: maker.options.decoding.limits, deliveringOn: queue)
    // A rank chosen for some photos means nothing for others.
    store.selections.dropFirst()
      .sink { [weak self] selection in
        guard let self else { return }
        defer { hadPhotos = selection.count > 0 }
        guard hadPhotos, options.value.layout.pick != 1 else { return }
        options.update { $0.layout.pick = 1 }
      }
      .store(in: bag)
    source.batches
      .sink { [weak self] batch in self?.receive(batch) }
      .store(in: bag)
  }

  /// Cancels everything that is under way.
  func close() {
    cancelSaving()
    source.close()
    bag.cancelAll()
  }

  var isSaving: Bool { store.state.refusalWhileSaving != nil }

  /// Cancels a save, which then completes with a message of its own.
  func cancelSaving() { saving?.cancel() }

  /// Performs a command.
  ///
  /// - Parameters:
  ///   - progress: receives how much of a save is done, 0 to 1, on the front's queue.
  ///   - done: called once, on the front's queue; before `perform` returns where nothing is slow.
  func perform(
    _ command: Command, progress: @escaping @Sendable (Double) -> Void = { _ in }, done: @escaping Completion
  ) {
    if command != .quit { hasWarnedOfUnsaved = false }
    switch command {
    case .add(let words): add(words, done)
    case .replace(let place, let word): replace(place, word, done)
    case .save(let path): save(path, progress, done)
    case .remove(let places): done(at(places) { store.remove(at: $0.asSet) } ?? removed(places.uniqued()))
    case .move(let from, let to):
      done(
        at([from, to]) { store.move(from: $0[0], to: $0[1]) } ?? .done(.success("photo \(from) is now photo \(to)")))
    case .swap(let first, let second):
      done(
        at([first, second]) { store.swap($0[0], $0[1]) }
          ?? .done(.success("photos \(first) and \(second) changed places")))
    case .clear: done(outcome(store.clear(), "all photos are taken out; undo brings them back"))
    case .undo: done(outcome(store.undo(), "undone: \(store.state.title.lowercasedTitle)"))
    case .redo: done(outcome(store.redo(), "made again: \(store.state.title.lowercasedTitle)"))
    case .list: done(CommandOutcome(messages: list()))
    case .layout(let argument): done(layout(argument))
    case .canvas(let size):
      done(
        set(size, "canvas") {
          $0.layout.canvas = $1
        } text: {
          $0.layout.canvasText
        })
    case .background(let colour):
      done(
        set(colour, "background") {
          $0.decoration.background = $1
        } text: {
          $0.decoration.background.description
        })
    case .allowDamaged(let isAllowed): done(allowDamaged(isAllowed))
    case .help(let name): done(CommandOutcome(messages: Self.help(name)))
    case .preview: done(CommandOutcome())
    case .quit: done(quit())
    }
  }

  // MARK: Choosing

  private func add(_ words: [PathWord], _ done: @escaping Completion) {
    if let refusal = store.state[.add] { return done(.refused(refusal)) }
    let urls = words.compactMap(\.urlError)
    choose(words.filter { $0.urlError == nil }.flatMap(\.files)) { [self] batch in
      let (leftOut, refusal) = store.addFitting(batch.photos)
      let added = batch.photos.dropLast(leftOut.count)
      var outcome = CommandOutcome()
      if !added.isEmpty { outcome.messages.append(.success("added \(names(Array(added)))")) }
      if let refusal {
        outcome.messages.append(.refusal("no room for \(names(leftOut)); \(refusal)"))
        outcome.failure = .usage
      }
      report(urls + batch.failures, added.isEmpty ? "; nothing was added" : "", in: &outcome)
      done(outcome)
    }
  }

  private func replace(_ place: Int, _ word: PathWord, _ done: @escaping Completion) {
    if let refusal = store.state[.replace] { return done(.refused(refusal)) }
    let url = word.urlError
    choose(url == nil ? [word.path] : []) { [self] batch in
      guard let photo = batch.photos.first else {
        var outcome = CommandOutcome()
        report(url.map { [$0] } ?? batch.failures, "; nothing was replaced", in: &outcome)
        return done(outcome)
      }
      done(
        at([place]) { store.replace(at: $0[0], with: photo) }
          ?? .done(.success("photo \(place) is now \(names([photo]))")))
    }
  }

  private func choose(_ paths: [FilePath], _ then: @escaping (PhotoBatch) -> Void) {
    awaiting.append(then)
    source.choose(paths)
  }

  private func receive(_ batch: PhotoBatch) { awaiting.removeFirst()(batch) }

  private func report(_ failures: [PhotoError], _ consequence: String, in outcome: inout CommandOutcome) {
    outcome.messages += failures.map { .failure($0.message(.prompt) + consequence) }
    if !failures.isEmpty { outcome.failure = ExitStatus(.photos(failures)) }
  }

  /// The photos' names; only the first 12 of more than 14, since a whole folder would scroll everything else away.
  private func names(_ photos: [Photo]) -> String {
    let shown = photos.prefix(photos.count > 14 ? 12 : 14)
      .map { $0.path.lastComponent.map { FilePath(root: nil, [$0]).displayed } ?? $0.path.displayed }
      .joined(separator: ", ")
    return photos.count > 14 ? "\(shown) and \(photos.count - 12) more" : shown
  }

  // MARK: Arranging

  /// Makes a change to the photos at these places, from 1, if they exist; nil when it was made.
  private func at(_ places: [Int], _ change: ([Int]) -> Refusal?) -> CommandOutcome? {
    let count = store.selection.count
    if count > 0, let wrong = places.first(where: { !(1...count).contains($0) }) {
      let range = count == 1 ? "there is only photo 1" : "choose from 1 to \(count)"
      return .failed("there is no photo \(wrong); \(range)", .usage)
    }
    // Without photos the rule itself gives the reason, whatever the places.
    return change(count > 0 ? places.map { $0 - 1 } : places).map { .refused($0) }
  }

  private func removed(_ places: [Int]) -> CommandOutcome {
    let list = places.map(String.init).joined(separator: ", ")
    return .done(.success("removed photo\(places.count == 1 ? "" : "s") \(list)"))
  }

  private func outcome(_ refusal: Refusal?, _ success: @autoclosure () -> String) -> CommandOutcome {
    if let refusal { return .refused(refusal) }
    return .done(.success(success()))
  }

  private func set<Value>(
    _ value: Value?, _ name: String, _ change: (inout CollageOptions, Value) -> Void, text: (CollageOptions) -> String
  ) -> CommandOutcome {
    if let value {
      if let refusal = store.state.refusalWhileSaving { return .refused(refusal) }
      options.update { change(&$0, value) }
    }
    return .done(.plain("\(name): \(text(options.value))"))
  }

  /// Whether photos that lost pixels are used, with a warning.
  var allowsDamage: Bool { options.value.decoding.allowsDamage }

  private func allowDamaged(_ isAllowed: Bool?) -> CommandOutcome {
    if let isAllowed {
      if let refusal = store.state.refusalWhileSaving { return .refused(refusal) }
      options.update { $0.decoding.allowsDamage = isAllowed }
    }
    return .done(.plain("allow-damaged: \(allowsDamage ? "on" : "off")"))
  }

  private func layout(_ argument: LayoutArgument?) -> CommandOutcome {
    let wanted: Int?
    switch argument {
    case nil: return .done(.plain("layout: \(layoutText(choices: plan?.choices))"))
    case .style(let layout):
      return set(layout, "layout") { options, style in
        options.layout.style = style
        options.layout.tree = nil
        options.layout.pick = 1
      } text: {
        $0.layout.style.rawValue
      }
    case .next: wanted = nil
    case .number(let number): wanted = number
    }
    let photos = store.selection.photos
    if photos.isEmpty { return .failed("there is no layout to choose from; add photos first", .usage) }
    let choices: Int
    do throws(CollageError) {
      // The rank may have been picked for other photos.
      var options = options.value
      options.layout.pick = 1
      choices = try CollagePlan(photos, options).choices
    } catch {
      return .failed(error.messages(.prompt)[0], ExitStatus(error))
    }
    if let wanted, wanted > choices {
      return .failed(CollageError.noSuchLayout(wanted, of: choices).messages(.prompt)[0], .usage)
    }
    let pick = options.value.layout.pick
    return set(wanted ?? (pick < choices ? pick + 1 : 1), "layout") {
      $0.layout.pick = $1
    } text: { _ in
      layoutText(choices: choices)
    }
  }

  /// "mosaic", or "mosaic, 3 of 22".
  private func layoutText(choices: Int?) -> String {
    let layout = options.value.layout
    return layout.name + (choices.map { $0 > 1 ? ", \(layout.pick) of \($0)" : "" } ?? "")
  }

  /// The current layout; nil when there are no photos, or no layout fits them.
  var plan: CollagePlan? {
    let key = PlanKey(photos: store.selection.photos, options: options.value)
    if let planned, planned.key == key { return planned.plan }
    let plan = key.photos.isEmpty ? nil : try? CollagePlan(key.photos, key.options)
    planned = (key, plan)
    return plan
  }

  private func list() -> [PromptMessage] {
    let photos = store.selection.photos
    if photos.isEmpty { return [.plain("no photos yet; add some")] }
    let placements = plan?.placements
    return photos.enumerated().map { index, photo in
      let crop = placements?[index].croppedShare
      let turned = photo.header.orientation == .up ? "" : ", turned (EXIF \(photo.header.orientation.rawValue))"
      let cropped = crop.map { ", \(Int(($0 * 100).rounded())) % cropped" } ?? ""
      let format = photo.header.format.rawValue.uppercased()
      return .plain("\(index + 1)  \(photo.path.displayed)  \(format) \(photo.size)\(turned)\(cropped)")
    }
  }

  // MARK: Saving

  private func save(_ path: RawPath?, _ progress: @escaping @Sendable (Double) -> Void, _ done: @escaping Completion) {
    if let refusal = store.state[.save] { return done(.refused(refusal)) }
    var output = output
    if let path { output.output = path }
    var maker = maker
    maker.options = options.value
    let writer: any PhotoWriter
    do throws(CommandFailure) {
      maker.encoding = try output.encoding(maker.options.encoding)
      writer = try output.writer(.prompt)
    } catch {
      return done(.failed(error.messages[0], error.status))
    }
    let cancellation = Cancellation { [stop] in stop.isCancelled }
    saving = cancellation
    store.save(with: maker, to: writer, endingOn: queue) { [queue] fraction in queue.async { progress(fraction) } }
      .stopped(by: cancellation)
      .working(on: queue.forSlowWork)
      .sink { completion in
        guard case .failure(let error) = completion else { return }
        done(CommandOutcome(messages: error.messages(.prompt).map { .failure($0) }, failure: ExitStatus(error)))
      } receiveValue: { [self] made in
        done(made.map { saved($0, writer) } ?? .failed("save cancelled; nothing was written", .signalled(2)))
      }
      .store(in: bag)
  }

  private func saved(_ made: SavedCollage, _ writer: any PhotoWriter) -> CommandOutcome {
    let path = made.asset.path
    let size = ", \(Self.readable(made.asset.bytes))"
    let count = made.placements.count
    let title =
      "saved \(count) photo\(count == 1 ? "" : "s") as \(made.id)  "
      + "\(UserFolders.abbreviated(path))  \(made.size)\(size)"
    return CommandOutcome(
      messages: [.success(title)], saved: made.id, warnings: made.warnings.map(\.description))
  }

  /// "842 kB".
  private static func readable(_ bytes: Int) -> String {
    bytes < 1_000_000 ? "\((bytes + 500) / 1000) kB" : "\(bytes / 1_000_000).\(bytes / 100_000 % 10) MB"
  }

  // MARK: Help and leaving

  private static func help(_ name: CommandName?) -> [PromptMessage] {
    let names = name.map { [$0] } ?? CommandName.allCases
    let width = names.map(\.usage.count).max() ?? 0
    return names.map { .plain($0.usage + String(repeating: " ", count: width - $0.usage.count + 2) + $0.summary) }
  }

  private func quit() -> CommandOutcome {
    if isSaving { return .refused(store.state.refusalWhileSaving!) }
    let count = store.selection.count
    guard count > 0, !hasWarnedOfUnsaved else { return CommandOutcome(leaves: true) }
    hasWarnedOfUnsaved = true
    return .done(.plain("\(store.state.title) not saved; save first, or quit again to leave"))
  }
}

private struct PlanKey: Hashable {
  let photos: [Photo]
  let options: CollageOptions
}

extension SelectionState {
  /// The refusal of any change while a save is under way; nil otherwise.
  var refusalWhileSaving: Refusal? {
    SelectionAction.allCases.compactMap { self[$0] }.first { $0.rule == .notWhileSaving }
  }
}

extension Array<Int> {
  fileprivate var asSet: Set<Int> { Set(self) }
}

extension String {
  /// The title inside a sentence: "Collage", the title without photos, becomes "no photos".
  fileprivate var lowercasedTitle: String { self == "Collage" ? "no photos" : self }
}
