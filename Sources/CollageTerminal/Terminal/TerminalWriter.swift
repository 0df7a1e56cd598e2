internal import Dispatch
internal import Glibc
internal import SystemPackage

/// Writes to a terminal without ever waiting for it, so that a slow connection doesn't hold up the
/// keys.
///
/// Text is written in order, and waits for one piece of a picture at most. Must be used on its
/// queue only.
final class TerminalWriter: @unchecked Sendable {
  /// An open file of its own: whether writing waits is a property of the open file, and other
  /// programs share the standard streams.
  private let output: FileDescriptor
  private let source: any DispatchSourceWrite
  /// Whether the source waits for the terminal to take more.
  private var isWaiting = false
  /// What is being written; it must be completed before anything else is started.
  private var current: ArraySlice<UInt8> = []
  private var text: [UInt8] = []
  private var pieces: ArraySlice<[UInt8]> = []
  /// Whether something that had to wait was written without `onProgress` having been called for it.
  private var hasProgressed = false
  /// Whether the terminal is gone.
  private var isBroken = false

  /// Called on the queue when text or pieces that had to wait have been written.
  var onProgress: (() -> Void)?

  /// Nil if the terminal can't be opened again.
  init?(to terminal: FileDescriptor, on queue: DispatchQueue) {
    var name = [CChar](repeating: 0, count: Int(PATH_MAX))
    guard
      unsafe ttyname_r(terminal.rawValue, &name, name.count) == 0,
      let output = try? FileDescriptor.open(
        FilePath(platformString: name), .writeOnly,
        options: [.nonBlocking, .closeOnExec, .init(rawValue: O_NOCTTY)])
    else { return nil }
    self.output = output
    source = DispatchSource.makeWriteSource(fileDescriptor: output.rawValue, queue: queue)
    source.setCancelHandler { @Sendable in try? output.close() }
    source.setEventHandler { @Sendable [weak self] in self?.proceed() }
  }

  deinit {
    // A suspended source must not be released.
    if !isWaiting { source.resume() }
    source.cancel()
  }

  /// Whether text is still to be written.
  var isWriting: Bool { !text.isEmpty || (!current.isEmpty && !isPiece) }
  /// Whether pieces are still to be written.
  var isTransmitting: Bool { !pieces.isEmpty || (!current.isEmpty && isPiece) }
  /// Whether `current` is a piece of a picture.
  private var isPiece = false

  func write(_ text: String) {
    self.text += text.utf8
    writeAvailable()
  }

  /// Starts writing the pieces of a picture. Those of the previous one must all have been written.
  func transmit(_ pieces: [[UInt8]]) {
    precondition(!isTransmitting)
    self.pieces = pieces[...]
    writeAvailable()
  }

  /// Drops the pieces that haven't been started.
  func cancelTransmission() { pieces = [] }

  /// Writes all text, waiting for the terminal; returns false if it hasn't received everything in
  /// time. Drops pieces of pictures.
  func flush(within limit: Duration) -> Bool {
    cancelTransmission()
    let deadline = ContinuousClock.now + limit
    while true {
      writeAvailable()
      guard isWriting || isTransmitting else { return true }
      let left = ContinuousClock.now.duration(to: deadline)
      guard left > .zero else { break }
      var poll = pollfd(fd: output.rawValue, events: Int16(POLLOUT), revents: 0)
      _ = unsafe Glibc.poll(&poll, 1, Int32(left / .milliseconds(1)) + 1)
    }
    current = []
    text = []
    return false
  }

  /// Called when the terminal can receive more.
  private func proceed() {
    writeAvailable()
    guard hasProgressed else { return }
    hasProgressed = false
    waitIfNeeded()
    onProgress?()
  }

  /// Writes as much as the terminal can receive. If anything had to wait before, `proceed` reports
  /// it.
  private func writeAvailable() {
    let before = (isWriting, isTransmitting)
    while let bytes = next() {
      do {
        let count = try unsafe bytes.withUnsafeBytes { unsafe try output.write($0) }
        current = bytes.dropFirst(count)
      } catch Errno.interrupted {
        continue
      } catch Errno.resourceTemporarilyUnavailable {
        break
      } catch {
        isBroken = true
      }
    }
    if isWaiting, before != (isWriting, isTransmitting) { hasProgressed = true }
    waitIfNeeded()
  }

  /// What to write next; nil if nothing is left.
  private func next() -> ArraySlice<UInt8>? {
    if isBroken {
      current = []
      text = []
      pieces = []
    }
    if current.isEmpty {
      isPiece = text.isEmpty
      if isPiece {
        current = pieces.popFirst()?[...] ?? []
      } else {
        current = text[...]
        text = []
      }
    }
    return current.isEmpty ? nil : current
  }

  /// Lets the source call `proceed` while there is something to write or to report.
  private func waitIfNeeded() {
    let isNeeded = isWriting || isTransmitting || hasProgressed
    guard isNeeded != isWaiting else { return }
    isWaiting = isNeeded
    if isNeeded { source.resume() } else { source.suspend() }
  }
}
