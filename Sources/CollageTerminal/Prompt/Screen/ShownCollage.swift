internal import CollageKit
internal import OpenCombine
internal import PhotoCodecs
internal import ReactiveTraits
internal import SystemPackage
internal import TerminalPictures

/// The collage that the prompt shows: the one being made, that one as it was saved, or another
/// saved one.
///
/// Must be used on the terminal's queue only.
final class ShownCollage {
  /// A picture, and the text below it.
  struct Content {
    var picture = PictureContent.nothing
    var status: String?
  }

  /// The collage that is being made.
  let preview: CollagePreview
  private let terminal: TerminalSession
  private let composer: PreviewComposer
  private let layouts: LayoutSearch
  /// The format in which a collage with these options is saved without a name.
  private let savedFormat: (CollageOptions) -> OutputFormat
  private struct Viewed {
    let path: FilePath
    let preview: CollagePreview
  }

  /// What is shown after a save, until another collage is begun; nil at other times.
  private var saved: Content?
  /// The same, drawn anew for another size of the window; nil until that changes.
  private var redrawn: CollagePreview?
  /// What was last shown of the photos, and these.
  private var latest = Content()
  private var latestSelection = Selection()
  /// Another saved collage; nil if none is shown.
  private var viewed: Viewed?
  private var viewing: AnyCancellable?
  /// Whether all settings are shown beside the picture.
  private var showsSettings = false {
    didSet { if showsSettings != oldValue { preview.fit(in: room) } }
  }
  /// Whether the keys for arranging are shown beside the picture, in place of the settings.
  private(set) var hasKeysBeside = false {
    didSet { if hasKeysBeside != oldValue { preview.fit(in: room) } }
  }

  init(_ session: PromptSession, _ composer: PreviewComposer, on terminal: TerminalSession) {
    self.terminal = terminal
    self.composer = composer
    layouts = session.layouts
    savedFormat = { [unowned session] in session.maker(with: $0).encoding.format }
    preview = CollagePreview(
      of: session.store, session.layouts, composer,
      in: Self.room(PictureDisplay(), terminal.device.size), on: terminal.queue)
  }

  func stop() {
    preview.stop()
    redrawn?.stop()
    stopViewing()
  }

  func displayChanged() {
    if saved != nil { redrawSaved() }
    preview.fit(in: room)
    viewed?.preview.fit(in: wholeRoom)
  }

  var room: CollagePreview.Room {
    var room = wholeRoom
    if showsSettings || hasKeysBeside { room.columns -= TerminalStyle.settingsColumns }
    return room
  }

  private var wholeRoom: CollagePreview.Room { Self.room(terminal.display, terminal.device.size) }

  /// Below the picture are the status, the hints and the prompt; above it, the latest messages
  /// should stay visible.
  private static func room(_ display: PictureDisplay, _ window: TerminalSize) -> CollagePreview.Room
  {
    CollagePreview.Room(
      columns: window.columns - 1, rows: max(window.rows - 10, window.rows / 2),
      sharedRows: window.rows - 4, display: display)
  }

  private var selection: Selection { preview.arrangement.selection }

  /// Whether a collage is shown as it was saved.
  var isSaved: Bool { saved != nil }

  /// Called when photos were chosen, or all of them removed.
  func selectionChanged(isEmpty: Bool) {
    if isEmpty { hideSettings() } else { forgetSaved() }
  }

  /// Keeps showing the collage that was saved.
  ///
  /// - Parameter status: what is said of it below.
  func keepSaved(_ status: String) {
    saved = Content(picture: latest.picture, status: status)
  }

  func forgetSaved() {
    saved = nil
    redrawn?.stop()
    redrawn = nil
  }

  private func redrawSaved() {
    saved?.picture = .nothing
    if let redrawn { return redrawn.fit(in: room) }
    let preview = CollagePreview(
      of: SelectionStore(latestSelection), layouts, composer, in: room, on: terminal.queue)
    redrawn = preview
    preview.start { [terminal] _ in terminal.react {} }
  }

  /// Shows all settings beside the picture.
  ///
  /// - Returns: whether that changes anything: they weren't shown, and there is a picture with
  ///   space beside it.
  func showSettings() -> Bool {
    guard !showsSettings, hasSpaceBeside else { return false }
    showsSettings = true
    return true
  }

  /// Whether there is a picture, and a window that is wide enough for text beside it.
  private var hasSpaceBeside: Bool {
    wholeRoom.columns >= 2 * TerminalStyle.settingsColumns && terminal.display.mode != .off
      && !selection.photos.isEmpty
  }

  /// Makes room beside the picture for the keys, if there can be any.
  func setKeysShown(_ isShown: Bool) { hasKeysBeside = isShown && hasSpaceBeside }

  func hideSettings() { showsSettings = false }

  /// Shows a saved collage, until `stopViewing`.
  ///
  /// - Parameter report: called once with the result.
  func view(_ path: FilePath, _ limits: DecodeLimits, report: @escaping (PromptMessage) -> Void) {
    viewing = PhotoIntake(web: nil, limits: limits).photo(at: .file(path))
      .receive(on: WorkQueue.queue(terminal.queue))
      .sink { [weak self, terminal] result in
        terminal.react { if let self { report(self.show(result, at: path)) } }
      }
  }

  private func show(_ result: Result<Photo, PhotoError>, at path: FilePath) -> PromptMessage {
    switch result {
    case .failure(let error): return .failure(error.message(.prompt))
    case .success(let photo):
      let preview = CollagePreview(
        of: SelectionStore(Selection([photo], CollageOptions())), LayoutSearch(faces: nil),
        composer, in: wholeRoom, on: terminal.queue)
      viewed = Viewed(path: path, preview: preview)
      preview.start { [terminal] _ in terminal.react {} }
      return .success(PromptTexts.viewing(path))
    }
  }

  func stopViewing() {
    viewing = nil
    viewed?.preview.stop()
    viewed = nil
  }

  /// What to show now. What is shown of the photos is remembered for `keepSaved`.
  func content(_ style: TerminalStyle) -> Content {
    if let viewed {
      return Content(picture: viewed.preview.content, status: UserFolders.abbreviated(viewed.path))
    }
    if selection.photos.isEmpty, let saved {
      return Content(picture: redrawn?.content ?? saved.picture, status: saved.status)
    }
    let status = StatusRow.text(
      of: selection, preview.arrangement.plan, savedAs: savedFormat(selection.options),
      separator: style.separator)
    let content = Content(picture: preview.content, status: status)
    if !selection.photos.isEmpty { (latest, latestSelection) = (content, selection) }
    return content
  }

  /// The settings beside the picture; empty if they aren't shown.
  var settings: [String] {
    showsSettings && !hasKeysBeside && viewed == nil ? PromptTexts.style(selection) : []
  }
}
