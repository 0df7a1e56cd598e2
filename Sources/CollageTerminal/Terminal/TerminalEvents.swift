internal import CProcess
internal import Dispatch
internal import Glibc
internal import LineEditing
internal import ReactiveTraits
internal import SystemPackage

/// What a terminal and its user send to a program in raw mode.
enum TerminalEvent: Hashable {
  /// Keys, pastes and replies that arrived together; never empty.
  case keys([Key])
  /// The window has a new size and has kept it for a moment.
  case resized
  /// The program was stopped and is running again.
  case continued
  /// A signal asks the program to end; SIGHUP also if the terminal is gone.
  case signalled(Int32)
}

/// Turns a terminal's bytes, signals and timeouts into events.
///
/// Must be used on its own serial queue only, except for `blockSignals`; events arrive there, too.
final class TerminalEvents: @unchecked Sendable {
  /// How long a size must be stable. Sizes often change in bursts, and drawing in between costs
  /// time and leaves more rows to wrap again.
  static let settlingTime = Duration.milliseconds(50)
  private let input: FileDescriptor
  private let queue: DispatchQueue
  private let escapeTimer: QueueTimer
  private let resizeTimer: QueueTimer
  private var parser = KeyParser()
  private var sources: [any DispatchSourceProtocol] = []
  private var handler: ((TerminalEvent) -> Void)?
  /// Whether the window's size may still be changing; `resized` follows.
  private(set) var isResizing = false

  /// - Parameter queue: a serial queue.
  init(
    input: FileDescriptor = .standardInput, queue: DispatchQueue,
    timers: any TimerScheduler = SystemTimers()
  ) {
    self.input = input
    self.queue = queue
    escapeTimer = QueueTimer(queue: queue, timers: timers)
    resizeTimer = QueueTimer(queue: queue, timers: timers)
  }

  /// Leaves signals that stop the program, and those that report it or the window, to the queue.
  /// Must be called by the main thread before anything else, because a signal delivered to it would
  /// stop the program without an event.
  static func blockSignals() { ThreadSignals.block(RawTerminal.stops + [SIGWINCH, SIGCONT]) }

  /// Starts delivering events to `handler`, until `stop`.
  ///
  /// - Parameter watchesSignals: false to read only the input. Needs a `SignalWatch` that wakes.
  func start(watchesSignals: Bool = true, _ handler: @escaping (TerminalEvent) -> Void) {
    self.handler = handler
    let source = DispatchSource.makeReadSource(fileDescriptor: input.rawValue, queue: queue)
    source.setEventHandler { @Sendable [weak self] in self?.read() }
    sources = [source]
    if watchesSignals {
      watch(SIGWINCH) { $0.windowChanged() }
      watch(SIGCONT) { $0.handler?(.continued) }
      watchForEnd()
    }
    for source in sources { source.resume() }
  }

  private func watchForEnd() {
    let descriptor = cprocess_signal_descriptor()
    guard descriptor >= 0 else { return }
    let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
    source.setEventHandler { @Sendable [weak self] in
      // It stays readable for ever, so stop watching it.
      self?.sources.last?.cancel()
      self?.handler?(.signalled(cprocess_received_signal()))
    }
    sources.append(source)
  }

  /// Stops delivering events.
  func stop() {
    handler = nil
    for source in sources { source.cancel() }
    sources = []
    escapeTimer.stop()
    resizeTimer.stop()
    isResizing = false
  }

  /// Waits until the window's size is stable. Called for each signal, and by whoever notices a new
  /// size earlier.
  func windowChanged() {
    isResizing = true
    resizeTimer.start(after: Self.settlingTime) { [weak self] in
      self?.isResizing = false
      self?.handler?(.resized)
    }
  }

  private func watch(_ number: Int32, _ body: @escaping @Sendable (TerminalEvents) -> Void) {
    let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
    source.setEventHandler { @Sendable [weak self] in
      if let self { body(self) }
    }
    sources.append(source)
  }

  private func read() {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count: Int
    do {
      count = unsafe try bytes.withUnsafeMutableBytes { unsafe try input.read(into: $0) }
    } catch Errno.resourceTemporarilyUnavailable {
      // Another program on this terminal has read the input.
      return
    } catch {
      count = 0
    }
    guard count > 0 else {
      // Readable but no bytes: the terminal is gone, and would stay readable for ever.
      sources.first?.cancel()
      handler?(.signalled(SIGHUP))
      return
    }
    deliver(parser.feed(bytes[..<count]))
    // The handler may have stopped this.
    if handler != nil, let timeout = parser.timeout {
      escapeTimer.start(after: timeout) { [weak self] in
        if let self { deliver(parser.flush()) }
      }
    } else {
      escapeTimer.stop()
    }
  }

  private func deliver(_ keys: [Key]) {
    if !keys.isEmpty { handler?(.keys(keys)) }
  }
}
