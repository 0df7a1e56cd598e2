internal import CollageKit
internal import OpenCombine
internal import PhotoCodecs
internal import ReactiveTraits
internal import SystemPackage
internal import TerminalPictures

/// Choosing photos and collages by looking, and looking at saved ones.
extension InteractivePrompt {
  /// - Parameter folders: where to look; none for the usual ones.
  func startPicking(_ folders: [FilePath]) {
    if let refusal = session.store.state[.reopen] { return report(.refusal(refusal.description)) }
    var dependencies = pickerDependencies
    if !folders.isEmpty { dependencies.folders = folders }
    let marks = PickedPhotos(session.store.selection, offering: offered)
    session.fetchAhead(marks)
    picker = InteractivePicker(dependencies, marks, on: terminal) { [weak self] ending in
      self?.react { $0.finishPicking(ending) }
    }
  }

  /// Lets the user choose a saved collage by looking.
  func startOpening() {
    if let refusal = session.store.state[.reopen] { return report(.refusal(refusal.description)) }
    guard let library = session.library({ self.report($0) }) else { return }
    var dependencies = pickerDependencies
    (dependencies.folders, dependencies.library) = ([library.folder], nil)
    var options = CollageOptions()
    (options.rules.maxCount, options.rules.needsEvenCount) = (1, false)
    picker = InteractivePicker(dependencies, PickedPhotos(Selection([], options)), on: terminal) {
      [weak self] ending in
      self?.react { $0.finishOpening(ending) }
    }
  }

  private func finishOpening(_ ending: InteractivePicker.Ending) {
    picker = nil
    guard case .taken(let selection) = ending, let photo = selection.photos.first else { return performWaiting() }
    if case .file(let path) = photo.address, let name = path.stem, let id = AssetIDPrefix(String(name.suffix(32))) {
      return perform(.open(id))
    }
    report(.failure(PromptTexts.notCollage(photo)))
    performWaiting()
  }

  private func finishPicking(_ ending: InteractivePicker.Ending) {
    picker = nil
    switch ending {
    case .taken(let selection):
      offered = []
      perform(.take(selection))
    case .left(let selection):
      offered = selection.photos.filter { !session.store.selection.photos.contains($0) }
      session.stopFetchingAhead()
      performWaiting()
    }
  }

  /// Shows a saved collage in the preview's place.
  func view(_ path: FilePath) {
    let limits = session.store.selection.options.decoding.limits
    viewing = PhotoIntake(web: nil, limits: limits).photo(at: .file(path))
      .receive(on: WorkQueue.queue(terminal.queue))
      .sink { [weak self] result in self?.react { $0.show(result, at: path) } }
  }

  private func show(_ result: Result<Photo, PhotoError>, at path: FilePath) {
    switch result {
    case .failure(let error): report(.failure(error.message(.prompt)))
    case .success(let photo):
      let store = SelectionStore(Selection([photo], CollageOptions()))
      let preview = CollagePreview(
        of: store, LayoutSearch(faces: nil), composer, in: Self.room(terminal.display), on: terminal.queue)
      viewed = (path, preview)
      preview.start { [weak self] _ in self?.react { _ in } }
      report(.success(PromptTexts.viewing(path)))
    }
  }

  func stopViewing() {
    viewing = nil
    viewed?.preview.stop()
    viewed = nil
  }

  func set(_ setting: PreviewSetting?) {
    switch setting {
    case nil: break
    case .on: terminal.setPictureMode(nil)
    case .mode(let mode): terminal.setPictureMode(mode)
    }
    report(.plain("preview: \(terminal.display.mode.rawValue)"))
  }
}
