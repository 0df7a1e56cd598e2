internal import Dispatch

/// Limits how long messages wait for the picture that belongs to them, so that the previous picture
/// isn't drawn again below them.
///
/// Must be used on its queue only.
final class PictureWait: @unchecked Sendable {
  private static let limit = Duration.milliseconds(150)
  private enum Phase { case none, waiting, over }

  private let timer: QueueTimer
  private var phase = Phase.none
  private let ended: () -> Void

  /// - Parameter ended: called when the wait for a picture takes too long.
  init(on queue: DispatchQueue, ended: @escaping () -> Void) {
    timer = QueueTimer(queue: queue)
    self.ended = ended
  }

  /// Whether to wait. Call it each time that something is drawn.
  ///
  /// - Parameter isPending: whether a picture is about to come.
  func waits(isPending: Bool) -> Bool {
    switch (isPending, phase) {
    case (false, _): stop()
    case (true, .none):
      phase = .waiting
      timer.start(after: Self.limit) { [weak self] in
        self?.phase = .over
        self?.ended()
      }
    case (true, .waiting), (true, .over): break
    }
    return phase == .waiting
  }

  func stop() {
    timer.stop()
    phase = .none
  }
}
