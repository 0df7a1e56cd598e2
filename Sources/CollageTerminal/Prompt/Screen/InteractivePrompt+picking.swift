internal import CollageKit
internal import SystemPackage
internal import TerminalPictures

/// The pickers for photos and for saved collages.
extension InteractivePrompt {
  /// - Parameter folders: where to look; empty for the default folders.
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

  /// Lets the user choose a saved collage in a picker.
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
    guard case .taken(let selection) = ending,
      case .file(let path)? = selection.photos.first?.address
    else {
      return performWaiting()
    }
    let id = path.stem.flatMap { AssetIDPrefix(String($0.suffix(32))) }
    perform(.open(id.map { .id($0) } ?? .file(path)))
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

  func set(_ setting: PreviewSetting?) {
    switch setting {
    case nil: break
    case .on: terminal.setPictureMode(nil)
    case .mode(let mode): terminal.setPictureMode(mode)
    }
    report(.plain("preview: \(terminal.display.mode.rawValue)"))
  }
}
