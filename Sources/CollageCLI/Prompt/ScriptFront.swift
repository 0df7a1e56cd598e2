internal import CollageKit
internal import Dispatch
internal import Glibc
internal import LineEditing
internal import ReactiveTraits
internal import SystemPackage

/// The prompt without a terminal: reads commands, one a line, and stops at the first that fails. Empty lines and lines that
/// begin with # are passed over.
final class ScriptFront: @unchecked Sendable {
  /// The session is used on this queue alone.
  private let queue = DispatchQueue(label: "collage.front")
  private let session: PromptSession
  private let signals: SignalWatch
  private let isQuiet: Bool

  init(_ maker: CollageMaker, output: OutputOptions, isQuiet: Bool) {
    session = PromptSession(maker: maker, output: output, queue: queue)
    signals = SignalWatch()
    self.isQuiet = isQuiet
  }

  /// Carries out every line of standard input; prints the ids of saved collages.
  ///
  /// - Parameter chosen: photos to begin with.
  func run(chosen: [FilePath]) throws(CommandFailure) {
    signals.onArrival { [queue, session] status in
      queue.async {
        // A save that is under way ends first, and then the script; waiting for a line there is nothing to tidy up.
        if session.isSaving { session.cancelSaving() } else { status.exit() }
      }
    }
    defer { queue.sync { session.close() } }
    if !chosen.isEmpty { try carryOut(.add(chosen.map(PathWord.init)), place: "") }
    var input = InputLines(.standardInput, path: "standard input")
    var number = 0
    while let line = try next(of: &input) {
      number += 1
      let place = "line \(number): "
      guard case .bytes(let bytes) = line else {
        throw CommandFailure(.usage, place + "longer than \(InputLines.limit >> 20) MiB; write one command a line")
      }
      let order: Order?
      do throws(OrderError) {
        order = try OrderParser.order(in: LosslessText.text(of: bytes))
      } catch {
        throw CommandFailure(.usage, place + error.description)
      }
      // Nobody is there to be asked about unsaved photos.
      if order == .quit { return }
      if let order { try carryOut(order, place: place) }
    }
  }

  private func next(of input: inout InputLines) throws(CommandFailure) -> InputLines.Line? {
    do throws(BatchSourceError) {
      return try input.next()
    } catch {
      throw CommandFailure(.inputOutput, "reading standard input failed: \(error.errno)")
    }
  }

  private func carryOut(_ order: Order, place: String) throws(CommandFailure) {
    let done = DispatchSemaphore(value: 0)
    let result = Locked<OrderOutcome?>(nil)
    queue.async { [session] in
      session.perform(order) { outcome in
        result.withLock { $0 = outcome }
        done.signal()
      }
    }
    done.wait()
    guard let outcome = result.withLock({ $0 }) else { return }
    if let failure = outcome.failure {
      let reasons = outcome.messages.filter { $0.kind == .failure || $0.kind == .refusal }
      throw CommandFailure(signals.status ?? failure, reasons.map { place + $0.text })
    }
    if let id = outcome.saved {
      try StandardOutput.answer([id.text])
    } else if order.isQuestion {
      try StandardOutput.answer(outcome.messages.map(\.text))
    }
    if !isQuiet { Messages.error(outcome.warnings) }
  }
}

extension Order {
  /// Whether its messages are answers.
  fileprivate var isQuestion: Bool {
    switch self {
    case .list, .help, .layout(nil), .canvas(nil), .background(nil), .allowDamaged(nil): true
    default: false
    }
  }
}
