internal import Dispatch

/// How long messages wait for the picture that follows them, so that the one before isn't drawn
/// again below them.
///
/// Must be used on its queue only.
final class PictureWait: @unchecked Sendable {
  private static let limit = Duration.milliseconds(150)
  private enum Phase { case none, waiting, over }

  private let timer: QueueTimer
  private var phase = Phase.none
  private let ended: () -> Void

  /// - Parameter ended: called when a picture has been waited for too long.
  init(on queue: DispatchQueue, ended: @escaping () -> Void) {
    timer = QueueTimer(queue: queue)
    self.ended = ended
  }

  /// Whether to wait. To be asked each time something is drawn.
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
