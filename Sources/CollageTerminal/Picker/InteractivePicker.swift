internal import CollageKit
internal import LineEditing
internal import OpenCombine
internal import PhotoSources
internal import ReactiveTraits
internal import SystemPackage

/// The picker on a terminal: tells a `PickerModel` what happens, of whose world it is the real one,
/// and shows what has become of it.
///
/// Must be used on the terminal's queue only, where everything arrives: keys, states, thumbnails,
/// the collage.
final class InteractivePicker: TerminalView, PickerWorld, @unchecked Sendable {
  let dependencies: PickerDependencies
  let marks: PickedPhotos
  let terminal: TerminalSession
  let screen: WindowScreen
  let picker: PhotoPicker
  let preview: CollagePreview
  let loaders: PickerLoaders
  let hitMarks: HitMarks
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
  ///   - term: searched for at once; empty to show all.
  ///   - ended: called once, after the window was given back. Not called by `stop`.
  init(
    _ dependencies: PickerDependencies, _ marks: PickedPhotos, searching term: [UInt8] = [],
    on terminal: TerminalSession, ended: @escaping (Ending) -> Void
  ) {
    self.dependencies = dependencies
    self.marks = marks
    self.terminal = terminal
    self.ended = ended
    screen = WindowScreen(terminal.device)
    display = terminal.display
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
    if !term.isEmpty { picker.type(term, searches: true) }
    model = PickerModel(
      picker.state, folders: dependencies.folders,
      geometry: PickerGeometry(screen.size, mode: display.mode),
      message: marks.selection == marks.base ? nil : PickerTexts.offered)
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
    if let key = PickerKey(key) { react(to: .key(key)) }
  }

  func windowResized() { displayChanged() }

  func displayChanged() {
    screen.invalidate()
    fit()
  }

  func resume() { screen.resume() }

  func draw() {
    if screen.size != model.geometry.size { fit() }
    if model.mode != .ended { screen.draw(view().content()) }
  }

  private func fit() {
    display = terminal.display
    react(to: .resized)
    let inside = model.geometry.collage?.inside
    preview.fit(
      in: CollagePreview.Room(
        columns: inside?.columns ?? 0, rows: max((inside?.rows ?? 0) - 1, 0), display: display))
  }

  private func previewChanged(_ faults: [PhotoError]) {
    terminal.react {
      for text in faults.compactMap(hitMarks.takeBack) { react(to: .takenBack(text)) }
      somethingArrived()
    }
  }

  /// More photos were compared, which only matters to a user who waits for it.
  private func progressed() { if model.comparing != nil { somethingArrived() } }

  private func somethingArrived() {
    terminal.react {
      let best = selectChosen()
      react(to: best ?? .arrived)
    }
  }

  /// Tells the model what has happened, and loads what is shown then. During the reaction `model`
  /// is what it was before, and so is what the window shows.
  func react(to event: PickerEvent) {
    var next = model
    next.react(to: event, in: self)
    model = next
    if model.mode != .ended { load() }
  }

  // MARK: Ending

  /// Gives the window back without a choice, and calls nothing more.
  func stop() {
    if model.mode == .ended { return }
    react(to: .stopped)
    close()
  }

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
