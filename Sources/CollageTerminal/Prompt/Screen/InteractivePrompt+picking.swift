internal import CollageKit
internal import SystemPackage
internal import TerminalPictures

/// The picker for photos, and the library's panel.
extension InteractivePrompt {
  /// - Parameters:
  ///   - folders: where to look; empty for the default folders.
  ///   - term: searched for at once; empty to show all.
  func startPicking(_ folders: [FilePath], searching term: [UInt8] = []) {
    if let refusal = session.store.state[.reopen] { return report(.refusal(refusal.description)) }
    var dependencies = pickerDependencies
    if !folders.isEmpty { dependencies.folders = folders }
    let marks = PickedPhotos(session.store.selection, offering: offered)
    session.fetchAhead(marks)
    picker = InteractivePicker(dependencies, marks, searching: term, on: terminal) {
      [weak self] ending in
      self?.react { $0.finishPicking(ending) }
    }
  }

  /// Shows the saved collages, for the user to choose one.
  ///
  /// - Parameter term: searched for at once; empty to show all.
  func startOpening(searching term: [UInt8] = []) {
    if let refusal = session.store.state[.reopen] { return report(.refusal(refusal.description)) }
    guard let library = session.library({ self.report($0) }) else { return }
    let limits = session.store.selection.options.decoding.limits
    libraryPanel = LibraryPanel(library, searching: term, composer, limits, on: terminal) {
      [weak self] ending in
      self?.react { $0.finishOpening(ending) }
    }
  }

  private func finishOpening(_ ending: LibraryPanel.Ending) {
    libraryPanel = nil
    switch ending {
    case .opened(let asset, let arranges):
      guard let id = AssetIDPrefix(asset.id.text) else { return performWaiting() }
      perform(.open(.id(id)))
      if arranges {
        commands.append([.success(.arrange)])
        performWaiting()
      }
    case .picks: startPicking([])
    case .left: performWaiting()
    }
  }

  private func finishPicking(_ ending: InteractivePicker.Ending) {
    picker = nil
    switch ending {
    case .taken(let selection, let arranges):
      offered = []
      perform(.take(selection))
      if arranges {
        commands.append([.success(.arrange)])
        performWaiting()
      }
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
