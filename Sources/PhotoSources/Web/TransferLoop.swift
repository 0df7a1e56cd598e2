internal import CWebTransfer
internal import Glibc
internal import ReactiveTraits
internal import SystemPackage
internal import ThreadPool

/// Runs transfers, a limited number at once, all on one thread, which ends when there are none.
///
/// Connections stay open for later transfers.
final class TransferLoop: Sendable {
  private struct State {
    var waiting: [Transfer] = []
    /// Those that are under way, or about to begin.
    var active: [Transfer] = []
    /// Retained, so that no new transfer gets the identity of one that has ended.
    var cancelled: [Transfer] = []
    var isRunning = false

    func hasRoom(for transfer: Transfer, _ policy: FetchPolicy) -> Bool {
      active.count < policy.maxTransfers
        && active.count { $0.url.host == transfer.url.host } < policy.maxTransfersToHost
    }
  }

  /// The most time between two looks at what is to be done; every change also wakes the thread. In milliseconds.
  private static let maxWait: Int32 = 1000

  private let policy: FetchPolicy
  private let state = Locked(State())
  private let session = Locked<Session?>(nil)

  init(_ policy: FetchPolicy) { self.policy = policy }

  /// Starts a transfer as soon as there is room for it. Without a free thread the calling one runs it.
  func start(_ transfer: Transfer) {
    let (isIdle, hasRoom) = state.withLock { [policy] state in
      state.waiting.append(transfer)
      defer { state.isRunning = true }
      return (!state.isRunning, state.hasRoom(for: transfer, policy))
    }
    guard isIdle else {
      // Without room it begins when another has ended, which nobody needs to be woken for.
      if hasRoom { wake() }
      return
    }
    if !ThreadPool.shared.tryRun({ self.run() }) { run() }
  }

  /// Ends a transfer at once, which then tells its end; nothing happens to one that has ended.
  func cancel(_ transfer: Transfer) {
    state.withLock { state in
      if state.isRunning { state.cancelled.append(transfer) }
    }
    wake()
  }

  private func wake() { session.withLock { $0 }?.wake() }

  private struct Changes {
    var dropped: [Transfer] = []
    var started: [Transfer] = []
    var isOver = false
  }

  private func run() {
    guard let session = openSession() else { return failAll() }
    while true {
      let changes = takeChanges()
      if changes.isOver { return }
      for transfer in changes.dropped {
        session.remove(transfer)
        transfer.cancel()
      }
      let refused = changes.started.filter { !session.add($0, policy) }
      for transfer in refused { transfer.fail(.outOfMemory) }
      forget(refused)
      guard state.withLock({ !$0.active.isEmpty }) else { continue }
      let isWorking = session.run(milliseconds: Self.maxWait)
      forget(session.finishEnded())
      if !isWorking { failActive(session) }
    }
  }

  /// What is to be done now. At the end nobody runs any more.
  private func takeChanges() -> Changes {
    state.withLock { [policy] state in
      var changes = Changes()
      if !state.cancelled.isEmpty {
        let cancelled = state.cancelled
        let isCancelled = { (transfer: Transfer) in cancelled.contains { $0 === transfer } }
        changes.dropped = (state.active + state.waiting).filter(isCancelled)
        state.active.removeAll(where: isCancelled)
        state.waiting.removeAll(where: isCancelled)
        state.cancelled = []
      }
      var later: [Transfer] = []
      for transfer in state.waiting {
        if state.hasRoom(for: transfer, policy) {
          state.active.append(transfer)
          changes.started.append(transfer)
        } else {
          later.append(transfer)
        }
      }
      state.waiting = later
      changes.isOver = state.active.isEmpty && changes.dropped.isEmpty
      if changes.isOver { state.isRunning = false }
      return changes
    }
  }

  private func forget(_ ended: [Transfer]) {
    guard !ended.isEmpty else { return }
    state.withLock { state in state.active.removeAll { transfer in ended.contains { $0 === transfer } } }
  }

  /// Ends everything that is under way when libcurl itself has failed.
  private func failActive(_ session: Session) {
    let active = state.withLock { $0.active }
    for transfer in active {
      session.remove(transfer)
      transfer.fail(.outOfMemory)
    }
    forget(active)
  }

  private func openSession() -> Session? {
    session.withLock { session in
      if session == nil { session = Session() }
      return session
    }
  }

  private func failAll() {
    let waiting = state.withLock { state in
      defer { state = State() }
      return state.waiting
    }
    for transfer in waiting { transfer.fail(.outOfMemory) }
  }
}

/// libcurl's set of transfers and connections. Used by one thread at a time, except for `wake`.
@safe private final class Session: @unchecked Sendable {
  private let session: OpaquePointer
  /// The transfers that are under way, each retained by its pointer's user.
  private var handles: [ObjectIdentifier: OpaquePointer] = unsafe [:]

  init?() {
    guard cweb_load(), let session = unsafe cweb_session_create() else { return nil }
    unsafe self.session = session
  }

  deinit { unsafe cweb_session_destroy(session) }

  func wake() { unsafe cweb_session_wake(session) }

  func run(milliseconds: Int32) -> Bool { unsafe cweb_session_run(session, milliseconds) }

  /// False for lack of memory.
  func add(_ transfer: Transfer, _ policy: FetchPolicy) -> Bool {
    let handle = unsafe withRequest(transfer, policy) { request in
      unsafe cweb_session_add(session, request, Self.receiver, Unmanaged.passUnretained(transfer).toOpaque())
    }
    guard let handle = unsafe handle else { return false }
    unsafe handles[ObjectIdentifier(transfer)] = handle
    return true
  }

  func remove(_ transfer: Transfer) {
    guard let handle = unsafe handles.removeValue(forKey: ObjectIdentifier(transfer)) else { return }
    unsafe cweb_session_remove(session, handle)
  }

  /// Ends the transfers that have come to their end.
  func finishEnded() -> [Transfer] {
    var ended: [Transfer] = []
    var result = unsafe cweb_result()
    while let context = unsafe cweb_session_take_ended(session, &result) {
      let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      ended.append(transfer)
      let end = unsafe transfer.outcome(result)
      remove(transfer)
      transfer.finish(end)
    }
    return ended
  }

  private static let receiver = unsafe cweb_receiver(
    may_connect: { context, bytes, count in
      let bytes = unsafe Array(UnsafeBufferPointer(start: bytes, count: count))
      return unsafe IPAddress(bytes).map(Session.transfer(context).mayConnect) ?? false
    },
    header: { context, line, count in
      let bytes = unsafe UnsafeBufferPointer(
        start: UnsafeRawPointer(line)?.assumingMemoryBound(to: UInt8.self), count: count)
      return unsafe Session.transfer(context).receiveHeader(bytes)
    },
    body: { context, bytes, count in
      unsafe Session.transfer(context).receiveBody(UnsafeBufferPointer(start: bytes, count: count))
    })

  private static func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer {
    unsafe Unmanaged<Transfer>.fromOpaque(context!).takeUnretainedValue()
  }

  private func withRequest<Value>(
    _ transfer: Transfer, _ policy: FetchPolicy, _ body: (UnsafePointer<cweb_request>) -> Value
  ) -> Value {
    unsafe withCStrings(transfer.request.headers) { headers in
      unsafe transfer.url.text.withCString { url in
        unsafe policy.userAgent.withCString { userAgent in
          unsafe (policy.authorities?.string ?? "").withCString { authorities in
            var request = unsafe cweb_request(
              url: url, user_agent: userAgent, ca_file: policy.authorities == nil ? nil : authorities,
              headers: headers.baseAddress, header_count: headers.count,
              connect_timeout: policy.connectTimeout.milliseconds, low_speed_bytes: policy.lowSpeedBytes,
              low_speed_seconds: policy.lowSpeedTime.wholeSeconds, needs_own_connection: transfer.needsOwnConnection)
            return unsafe body(&request)
          }
        }
      }
    }
  }

  private func withCStrings<Value>(
    _ texts: [String], _ body: (UnsafeBufferPointer<UnsafePointer<CChar>?>) -> Value
  ) -> Value {
    let copies = unsafe texts.map { unsafe UnsafePointer(strdup($0)) }
    defer { unsafe copies.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
    return unsafe copies.withUnsafeBufferPointer { unsafe body($0) }
  }
}
