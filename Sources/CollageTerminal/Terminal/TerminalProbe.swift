internal import Imaging
internal import LineEditing
internal import TerminalPictures

/// Asks a terminal what it can show, and collects its replies.
///
/// Must be used on the timer's queue only.
final class TerminalProbe: @unchecked Sendable {
  /// How long to wait for replies before the caller continues without them. Later ones still count.
  static let timeout = Duration.milliseconds(200)

  /// What is known so far.
  private(set) var capabilities: TerminalCapabilities
  /// A cell's size in pixels; nil until the terminal has reported it.
  private(set) var cell: PixelSize?

  private let terminal: any TerminalDevice
  private let timer: QueueTimer
  private var changed: (() -> Void)?
  private var hasAsked = false
  /// The query that the terminal has yet to answer.
  private enum Query { case identity, pictures, outerIdentity, outerPictures, nothing }
  private var pending = Query.nothing

  /// - Parameter capabilities: those that the environment shows.
  init(_ terminal: any TerminalDevice, _ capabilities: TerminalCapabilities, timer: QueueTimer) {
    self.terminal = terminal
    self.capabilities = capabilities
    self.timer = timer
  }

  /// How pictures are shown, as far as is known.
  var mode: PictureMode { PictureMode.chosen(for: capabilities) }

  /// The mode that the user requested; nil to choose automatically.
  var requestedMode: PictureMode? {
    get { capabilities.requestedMode }
    set { capabilities.requestedMode = newValue }
  }

  /// Sends the first query, unless nothing needs to be asked.
  ///
  /// - Parameter changed: called when pictures can be shown: at once if nothing is asked, else
  ///   after the timeout or the last reply, or both.
  func start(changed: @escaping () -> Void) {
    self.changed = changed
    // GNU screen would send the query again, for whatever runs then, each time its windows change.
    if capabilities.understandsQueries, capabilities.multiplexer != .screen {
      terminal.write(PictureProbe.background)
    }
    guard capabilities.isWorthProbing else { return changed() }
    askIfNeeded()
  }

  /// Sends the first query if that wasn't needed before but is now.
  func askIfNeeded() {
    guard capabilities.isWorthProbing, !hasAsked else { return }
    hasAsked = true
    ask(.identity, PictureProbe.identity)
    timer.start(after: Self.timeout) { [weak self] in self?.changed?() }
  }

  /// Stops calling back.
  func stop() {
    timer.stop()
    changed = nil
  }

  func receive(_ reply: TerminalReply) {
    switch reply {
    case .kittyGraphics(let isSupported):
      if isSupported { capabilities.answersKitty = true }
      if pending == .outerPictures { finish() }
    case .cellSize(let height, let width): cell = PixelSize(width: width, height: height)
    case .version(let version):
      capabilities.identify(version)
      if pending == .outerIdentity { askOuterTerminal() }
    case .deviceAttributes(let attributes):
      // The first number is the terminal's class; 4 stands for sixels.
      capabilities.answersSixel = attributes.dropFirst().contains(4)
      advance()
    case .background(let brightness):
      let background: TerminalCapabilities.Background = brightness < 0.5 ? .dark : .light
      guard background != capabilities.background else { break }
      capabilities.background = background
      // Nothing is shown yet that could be wrong while other replies are waited for.
      if pending == .nothing { changed?() }
    case .cursorPosition, .other: break
    }
  }

  /// Continues after the last reply to a query.
  private func advance() {
    switch pending {
    case .identity where capabilities.multiplexer == nil: ask(.pictures, PictureProbe.pictures)
    // If tmux doesn't pass queries on, nothing replies, and the timeout ends the wait.
    case .identity where capabilities.multiplexer == .tmux && capabilities.requestedMode == nil:
      if capabilities.outerShowsPlaceholders {
        askOuterTerminal()
      } else {
        ask(.outerIdentity, PictureProbe.outerIdentity)
      }
    case .identity, .pictures: finish()
    case .outerIdentity, .outerPictures, .nothing: break
    }
  }

  /// Asks the terminal around tmux about pictures, if it could show them there.
  private func askOuterTerminal() {
    guard capabilities.outerShowsPlaceholders else { return finish() }
    ask(.outerPictures, PictureProbe.outerPictures)
  }

  private func finish() {
    pending = .nothing
    timer.stop()
    changed?()
  }

  private func ask(_ query: Query, _ text: String) {
    pending = query
    terminal.write(text)
  }
}
