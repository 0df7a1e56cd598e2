internal import CollageKit
internal import LineEditing
internal import OpenCombine
internal import PhotoSources
internal import ReactiveTraits
internal import SystemPackage

/// The picker on a terminal: tells a `PickerModel` what happens, does what that answers, and shows
/// what has become of it.
///
/// Must be used on the terminal's queue only, where everything arrives: keys, states, thumbnails,
/// the collage.
final class InteractivePicker: TerminalView, @unchecked Sendable {
  let dependencies: PickerDependencies
  let marks: PickedPhotos
  let terminal: TerminalSession
  let screen: WindowScreen
  let picker: PhotoPicker
  let preview: CollagePreview
  let loaders: PickerLoaders
  let hitMarks: HitMarks
  /// The photos that were marked by one key.
  var selectedTogether: [PickerPhoto] = []
  /// How the best photos are being chosen; nil when they aren't.
  var choice: BestChoice?
  /// Of the folders that were shown.
  var sources: [[FilePath]: any PickerSource]
  private(set) var display: PictureDisplay
  private(set) var model: PickerModel
  private let bag = CancellableBag()
  private let ended: (Ending) -> Void

  /// Opens the window and begins to read the folders.
  ///
  /// - Parameters:
  ///   - marks: the collage to edit.
  ///   - ended: called once, after the window was given back. Not called by `stop`.
  init(
    _ dependencies: PickerDependencies, _ marks: PickedPhotos, on terminal: TerminalSession,
    ended: @escaping (Ending) -> Void
  ) {
    self.dependencies = dependencies
    self.marks = marks
    self.terminal = terminal
    self.ended = ended
    screen = WindowScreen(terminal.device)
    display = terminal.display
    model = PickerModel(
      folders: dependencies.folders,
      geometry: PickerGeometry(screen.size, mode: display.mode),
      message: marks.selection == marks.base ? nil : PickerTexts.offered)
    weak var view: InteractivePicker?
    loaders = PickerLoaders(dependencies, marks.base.options.decoding, on: terminal.queue) {
      photo, reason in
      view?.hitMarks.setBroken(photo.id, reason)
    } found: { comparison, series in
      view?.found(series, by: comparison)
    } changed: {
      view?.somethingArrived()
    }
    hitMarks = HitMarks(marks, loaders.photos)
    let source = dependencies.photos(in: dependencies.folders, loaders.finder)
    sources = [dependencies.folders: source]
    picker = PhotoPicker(source)
    preview = CollagePreview(
      of: marks.store, LayoutSearch(faces: dependencies.faces), dependencies.composer,
      in: CollagePreview.Room(display: display),
      on: terminal.queue)
    view = self
    start()
  }

  private func start() {
    screen.open()
    terminal.open(self)
    fit()
    preview.start { [weak self] faults in self?.previewChanged(faults) }
    picker.states
      .receive(on: WorkQueue.queue(terminal.queue))
      .sink { [weak self] _ in self?.somethingArrived() }
      .store(in: bag)
    loaders.compared.publisher
      .receive(on: WorkQueue.queue(terminal.queue))
      .sink { [weak self] _ in self?.progressed() }
      .store(in: bag)
  }

  // MARK: What happens

  func handle(_ key: Key) {
    guard let key = PickerKey(key) else { return }
    send(.key(key))
    somethingArrived()
  }

  func windowResized() { displayChanged() }

  func displayChanged() {
    screen.invalidate()
    fit()
    somethingArrived()
  }

  func resume() {
    screen.resume()
    draw()
  }

  func draw() {
    if screen.size == model.geometry.size { return send(.drawn) }
    fit()
    somethingArrived()
  }

  private func fit() {
    display = terminal.display
    send(.resized)
  }

  private func previewChanged(_ faults: [PhotoError]) {
    for text in faults.compactMap(hitMarks.takeBack) { send(.takenBack(text)) }
    somethingArrived()
  }

  /// More photos were compared, which only matters to a user who waits for it.
  private func progressed() { if model.comparing != nil { somethingArrived() } }

  private func somethingArrived() {
    selectChosen()
    send(.arrived)
    send(.settled)
  }

  /// Tells the model, and does at once what it answers.
  func send(_ event: PickerEvent) {
    for effect in model.react(to: event, facts) { perform(effect) }
  }

  /// What the model must know, as it is now.
  var facts: PickerFacts {
    let search = picker.state
    let selection = marks.selection
    return PickerFacts(
      search: search, size: screen.size, pictureMode: display.mode,
      isHighlightedRead: search.highlightedPhoto.map { loaders.photos[$0] != nil } ?? true,
      isAllRead: { [self] in selectable.allSatisfy { loaders.photos[$0] != nil } },
      isWorthSearching: dependencies.web.source.isWorthSearching,
      hasMarks: !selection.photos.isEmpty, hasBase: !marks.base.photos.isEmpty,
      isChecked: preview.isUpToDate || selection == marks.base,
      turnsPhotos: dependencies.turnsPhotos, service: dependencies.web.service.name,
      now: terminal.keysCame)
  }

  // MARK: Ending

  /// Gives the window back without a choice, and calls nothing more.
  func stop() { send(.stopped) }

  /// Gives the window back, and says how the picker has ended.
  func end(_ ending: Ending) {
    close()
    ended(ending)
  }

  /// Gives the window back.
  func close() {
    bag.cancelAll()
    picker.close()
    preview.stop()
    loaders.stop()
    marks.close()
    screen.close()
    terminal.close(self)
  }
}
