internal import Dispatch
internal import Imaging
internal import LineEditing
internal import TerminalPictures

/// Something that receives the keys of a terminal and draws on it. Everything is called on the
/// session's queue.
protocol TerminalView: AnyObject {
  func handle(_ key: Key)
  /// Shows the current state. Called after each event, and when the terminal has received what had
  /// to wait.
  func draw()
  /// Called when the window has another size.
  func windowResized()
  /// Called when pictures can be shown, or are shown in another way.
  func displayChanged()
  /// Called after something else had stopped the program.
  func resume()
}

/// A terminal while it is in raw mode: its events, the pictures that it can show, and the views on
/// it, of which the one opened last has the keys and the window.
///
/// Must be used on its queue only, except for `run`. Everything arrives there, and nothing slow may
/// run there.
final class TerminalSession: @unchecked Sendable {
  let queue = DispatchQueue(label: "collage.terminal", qos: .userInteractive)
  let device: RawTerminal
  private let events: TerminalEvents
  private let probe: TerminalProbe
  private let ended = DispatchSemaphore(value: 0)
  private struct OpenView {
    let view: any TerminalView
    /// The window's when the view was last shown.
    var size: TerminalSize
  }

  private var views: [OpenView] = []
  /// How many events are being handled, one inside the other.
  private var depth = 0
  /// When the last keys came. Those that came together count as pressed together, however long it
  /// takes to handle them.
  private(set) var keysCame = ContinuousClock.now

  init(_ device: RawTerminal, requestedMode: PictureMode?) {
    self.device = device
    let capabilities = TerminalCapabilities(
      environment: Environment.all, requestedMode: requestedMode)
    events = TerminalEvents(input: device.input, queue: queue)
    probe = TerminalProbe(device, capabilities, timer: QueueTimer(queue: queue))
    device.startWriting(on: queue)
  }

  /// Runs until `end`. Must be called once, by the main thread.
  ///
  /// - Parameters:
  ///   - message: printed if a signal ends the program at once.
  ///   - begin: opens the first view.
  ///   - signalled: called when a signal asks the program to end; must call `end`, at once or
  ///     later.
  func run(message: StaticString, _ begin: () -> Void, signalled: @escaping (Int32) -> Void) {
    _ = SignalWatch(message: message, wakes: true)
    TerminalEvents.blockSignals()
    queue.sync {
      device.onProgress = { [weak self] in self?.react {} }
      device.enterRawMode()
      events.start { [weak self] event in self?.react { self?.handle(event, signalled) } }
      react(begin)
      probe.start { [weak self] in self?.react { self?.displayChanged() } }
    }
    ended.wait()
  }

  /// Restores the terminal and stops delivering events.
  func end() {
    views = []
    events.stop()
    probe.stop()
    device.restore()
    ended.signal()
  }

  /// Gives the keys and the window to a view, until it is closed.
  func open(_ view: any TerminalView) {
    views.append(OpenView(view: view, size: device.size))
  }

  /// Gives the keys and the window back to the view below.
  func close(_ view: any TerminalView) {
    views.removeAll { $0.view === view }
    if let uncovered = views.last, uncovered.size != device.size { windowResized() }
  }

  /// Whether the view has the keys and the window.
  func shows(_ view: any TerminalView) -> Bool { views.last?.view === view }

  /// Runs the reaction to an event, then draws what it changed.
  func react(_ body: () -> Void) {
    depth += 1
    body()
    depth -= 1
    if depth == 0, device.isRaw, !events.isResizing { views.last?.view.draw() }
  }

  /// For a view that notices a new size of the window before any event.
  func windowChanged() { events.windowChanged() }

  private func windowResized() {
    guard let last = views.indices.last else { return }
    views[last].size = device.size
    views[last].view.windowResized()
  }

  private func handle(_ event: TerminalEvent, _ signalled: (Int32) -> Void) {
    switch event {
    case .keys(let keys):
      keysCame = .now
      for key in keys {
        if case .reply(let reply) = key { probe.receive(reply) }
        views.last?.view.handle(key)
      }
    case .resized: windowResized()
    case .continued: views.last?.view.resume()
    case .signalled(let number): signalled(number)
    }
  }

  var capabilities: TerminalCapabilities { probe.capabilities }

  /// How texts look, as far as is known.
  var style: TerminalStyle { TerminalStyle(capabilities) }

  /// How pictures are shown at the moment.
  var display: PictureDisplay {
    // The size that the window reports for a cell takes precedence, because it follows changes of
    // the font.
    PictureDisplay(
      mode: probe.mode, background: capabilities.background ?? .dark,
      cell: device.size.cell ?? probe.cell, isExact: probe.mode == .kitty && !capabilities.isRemote)
  }

  /// Shows pictures in this mode from now on; nil for the best that the terminal can do, which is
  /// queried if it isn't known.
  func setPictureMode(_ mode: PictureMode?) {
    probe.requestedMode = mode
    if mode == nil { probe.askIfNeeded() }
    displayChanged()
  }

  private func displayChanged() {
    for open in views { open.view.displayChanged() }
  }
}

/// How pictures are shown.
struct PictureDisplay: Hashable, Sendable {
  var mode = PictureMode.off
  var background = TerminalCapabilities.Background.dark
  /// A cell's size in pixels; nil if unknown.
  var cell: PixelSize?
  /// Whether pictures may be long, because they are sent once and to the same machine.
  var isExact = false
}
