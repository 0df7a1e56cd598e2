internal import CollageKit
internal import LineEditing
internal import OpenCombine
internal import PhotoCodecs
internal import ReactiveTraits
internal import SystemPackage

/// The saved collages in the whole window: to search, open, and move to the trash.
///
/// Must be used on the terminal's queue only, where everything arrives: keys, what was read,
/// pictures. Files are read and moved in the background.
final class LibraryPanel: TerminalView, @unchecked Sendable {
  enum Ending {
    /// - Parameter arranging: whether its photos are to be arranged.
    case opened(Asset, arranging: Bool)
    /// The user wants the picker instead.
    case picks
    case left
  }

  /// How many recipes are read at once at most.
  private static let readingSize = 1000
  /// How many pictures are kept.
  private static let maxPictures = 50

  private let terminal: TerminalSession
  private let screen: WindowScreen
  private let reader: LibraryReader
  private let pictures: KeyedLoader<CollagePicture, Tile>
  private let trash: LibraryTrash
  private let ended: (Ending) -> Void
  private var state = LibraryPanelState()
  private var geometry: LibraryGeometry
  private var message: String?
  private var showsHelp = false
  /// Whether the latest key has changed the search.
  private var isTyping = false
  private var listing: AnyCancellable?
  private var reading: AnyCancellable?
  /// Those that were moved to the trash or are on their way, for messages.
  private var removed: [Asset: CollageEntry] = [:]
  /// Those that were brought back, until they are listed.
  private var restored: [Asset] = []
  private var clicks = DoubleClick<Asset>()
  /// How to end once nothing is on its way to the trash or back.
  private var ending: Ending?

  /// Opens the window and begins to read the library.
  ///
  /// - Parameters:
  ///   - term: searched for at once.
  ///   - ended: called once, after the window was given back. Not called by `stop`.
  init(
    _ library: PhotoLibrary, searching term: [UInt8], _ composer: PreviewComposer,
    _ limits: DecodeLimits, on terminal: TerminalSession, ended: @escaping (Ending) -> Void
  ) {
    self.terminal = terminal
    self.ended = ended
    screen = WindowScreen(terminal.device)
    reader = LibraryReader(library: library)
    geometry = LibraryGeometry(screen.size, mode: terminal.display.mode)
    let queue = WorkQueue.queue(terminal.queue)
    pictures = KeyedLoader(on: terminal.queue, keeping: Self.maxPictures) { picture in
      picture.tile(composer, limits)
    } loaded: { [terminal] _, _ in
      terminal.react {}
    }
    weak var panel: LibraryPanel?
    trash = LibraryTrash(library, on: queue) { outcome in
      terminal.react { panel?.take(outcome) }
    }
    panel = self
    state.type(term)
    screen.open()
    terminal.open(self)
    fit()
    list()
  }

  // MARK: What arrives

  /// Lists the collages, then reads their recipes.
  private func list() {
    reading = nil
    listing = reader.list
      .receive(on: WorkQueue.queue(terminal.queue))
      .sink { [weak self, terminal] completion in
        guard case .failure(let error) = completion else { return }
        terminal.react { self?.state.fail(error.description) }
      } receiveValue: { [weak self, terminal] listed in
        terminal.react { self?.take(listed) }
      }
  }

  private func take(_ listed: [ListedAsset]) {
    state.list(listed)
    for asset in restored { state.unhide(asset) }
    if let first = restored.first { state.highlight(first) }
    restored = []
    read()
  }

  private func read() {
    let unread = state.unread(limit: Self.readingSize)
    guard !unread.isEmpty else {
      reading = nil
      return
    }
    reading = reader.entries(of: unread)
      .receive(on: WorkQueue.queue(terminal.queue))
      .sink { [weak self, terminal] entries in
        terminal.react {
          self?.state.take(entries)
          self?.read()
        }
      }
  }

  private func take(_ outcome: LibraryTrash.Outcome) {
    switch outcome {
    case .removed(let asset): message = removed[asset].map(LibraryTexts.removed)
    case .restored(let assets):
      message = LibraryTexts.restored(assets, known: removed)
      restored += assets
      for asset in assets { removed[asset] = nil }
      list()
    case .failed(let change, let error):
      message = LibraryTexts.failure(error)
      if case .remove(let asset) = change { state.unhide(asset) }
    }
    endIfIdle()
  }

  // MARK: Keys

  func handle(_ key: Key) {
    guard ending == nil, let key = LibraryKey(key) else { return }
    perform(key)
  }

  private func perform(_ key: LibraryKey) {
    message = nil
    if case .edit = key { isTyping = true } else { isTyping = false }
    let showedHelp = showsHelp
    showsHelp = false
    switch key {
    case .help: showsHelp = !showedHelp
    case .edit(.type("?")) where state.term.isEmpty: showsHelp = !showedHelp
    case .edit(let edit): state.type(edit.applied(to: state.term))
    // Rows of other pages come into the window one by one.
    case .move(.pages(let count)): state.move(.rows(count * state.list.rows))
    case .move(let move): state.move(move)
    case .click(let row, let column): click(row: row, column: column)
    case .remove: remove()
    case .restore: trash.perform(.restore)
    case .open, .arrange:
      if let entry = state.highlightedEntry {
        end(.opened(entry.listed.asset, arranging: key == .arrange))
      }
    case .pick: end(.picks)
    case .escape where showedHelp: break
    case .escape where !state.term.isEmpty: state.type([])
    case .escape, .leave: end(.left)
    case .redraw: screen.invalidate()
    }
  }

  private func click(row: Int, column: Int) {
    if row == geometry.size.keysRow {
      let key = view.footer.key(at: column, columns: geometry.size.columns)
      if let key = key.flatMap({ LibraryKey($0) }) { perform(key) }
      return
    }
    let page = state.list.page
    guard let index = geometry.index(row: row, column: column), index < page.count else { return }
    state.move(to: page.lowerBound + index)
    guard let asset = state.highlightedEntry?.listed.asset else { return }
    if clicks.isSecond(asset, at: terminal.keysCame) { end(.opened(asset, arranging: false)) }
  }

  private func remove() {
    guard let entry = state.highlightedEntry else { return }
    let asset = entry.listed.asset
    removed[asset] = entry
    state.hide(asset)
    trash.perform(.remove(asset))
  }

  // MARK: Showing

  func draw() {
    if screen.size != geometry.size { fit() }
    if let picture { pictures.want([picture]) }
    screen.draw(view.content())
  }

  private var view: LibraryPanelView {
    LibraryPanelView(
      geometry: geometry, style: terminal.style, state: state, folder: reader.library.folder,
      picture: tile, message: message, showsHelp: showsHelp, isTyping: isTyping)
  }

  /// The picture of the highlighted collage; nil where none is shown.
  private var picture: CollagePicture? {
    guard let area = geometry.picture, let entry = state.highlightedEntry else { return nil }
    return CollagePicture(
      path: entry.listed.asset.path,
      form: Tile.Form(columns: area.columns, rows: area.rows, display: terminal.display))
  }

  private var tile: Tile? { picture.map { pictures[$0] ?? .loading } }

  func windowResized() { displayChanged() }

  func displayChanged() {
    screen.invalidate()
    fit()
  }

  func resume() { screen.resume() }

  private func fit() {
    geometry = LibraryGeometry(screen.size, mode: terminal.display.mode)
    state.setPageSize(geometry.pageSize)
  }

  // MARK: Ending

  /// Gives the window back without a choice, and calls nothing more.
  func stop() {
    trash.stop()
    close()
  }

  /// Ends as soon as nothing is on its way to the trash or back.
  private func end(_ ending: Ending) {
    self.ending = ending
    endIfIdle()
  }

  private func endIfIdle() {
    guard let ending, !trash.isBusy else { return }
    close()
    ended(ending)
  }

  /// Gives the window back.
  private func close() {
    listing = nil
    reading = nil
    pictures.stop()
    screen.close()
    terminal.close(self)
  }
}
