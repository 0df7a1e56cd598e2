internal import CWebTransfer
internal import Glibc
internal import SystemPackage
internal import ThreadPool

/// Runs transfers on one thread, as many at once as the policy of each allows. The thread ends when
/// there are none left.
///
/// Connections stay open for later transfers.
final class TransferLoop: Sendable {
  private struct State {
    var waiting: [Transfer] = []
    /// The transfers that are running or about to start.
    var active: [Transfer] = []
    var isRunning = false

    func hasRoom(for transfer: Transfer) -> Bool {
      let policy = transfer.policy
      let counted = policy.isUrgent ? active.filter(\.policy.isUrgent) : active
      return counted.count < policy.maxTransfers
        && counted.count { $0.hop.url.host == transfer.hop.url.host } < policy.maxTransfersToHost
    }
  }

  /// The longest time between two checks for changes, in milliseconds. Every change also wakes the
  /// thread.
  private static let maxWait: Int32 = 1000

  private let state = Locked(State())
  private let session = Locked<Session?>(nil)

  /// Starts a transfer as soon as the limits allow. If no thread is free, the calling one runs it.
  func start(_ transfer: Transfer) {
    let (isIdle, hasRoom) = state.withLock { state in
      state.waiting.append(transfer)
      defer { state.isRunning = true }
      return (!state.isRunning, state.hasRoom(for: transfer))
    }
    guard isIdle else {
      // If the limits don't allow it yet, it starts when another transfer ends, which needs no
      // waking.
      if hasRoom { wake() }
      return
    }
    if !ThreadPool.shared.tryRun({ self.run() }) { run() }
  }

  /// Ends a running transfer at once, or a waiting one without starting it; either way its `end` is
  /// called. Does nothing if it has already ended.
  func cancel(_ transfer: Transfer) {
    state.withLock { _ in transfer.isCancelled = true }
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
        transfer.end(nil)
      }
      for transfer in changes.started { transfer.startClock() }
      fail(changes.started.filter { !session.add($0) }, session) { _ in .libraryFailure }
      let active = state.withLock { $0.active }
      guard !active.isEmpty else { continue }
      let isWorking = session.run(milliseconds: wait(for: active))
      forget(session.finishEnded())
      let left = state.withLock { $0.active }
      if isWorking {
        let now = ContinuousClock.now
        let overdue = left.filter { transfer in transfer.deadline.map { $0 <= now } ?? false }
        fail(overdue, session) { .timeout($0.policy.transferTimeout) }
      } else {
        // libcurl itself has failed.
        fail(left, session) { _ in .libraryFailure }
      }
    }
  }

  /// How long the thread may wait, in milliseconds.
  private func wait(for active: [Transfer]) -> Int32 {
    guard let next = active.compactMap(\.deadline).min() else { return Self.maxWait }
    return Int32(
      clamping: min(max((next - ContinuousClock.now).milliseconds + 1, 0), Int(Self.maxWait)))
  }

  /// The changes to carry out now. If there is nothing left, the loop no longer counts as running.
  private func takeChanges() -> Changes {
    state.withLock { state in
      var changes = Changes()
      changes.dropped = (state.active + state.waiting).filter(\.isCancelled)
      state.active.removeAll(where: \.isCancelled)
      state.waiting.removeAll(where: \.isCancelled)
      var later: [Transfer] = []
      for transfer in state.waiting {
        if state.hasRoom(for: transfer) {
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
    state.withLock { state in
      state.active.removeAll { transfer in ended.contains { $0 === transfer } }
    }
  }

  private func fail(_ transfers: [Transfer], _ session: Session, error: (Transfer) -> FetchError) {
    for transfer in transfers {
      session.remove(transfer)
      transfer.end(.failure(error(transfer)))
    }
    forget(transfers)
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
    for transfer in waiting { transfer.end(.failure(.libraryFailure)) }
  }
}

/// libcurl's set of transfers and connections. Used by one thread at a time, except for `wake`.
@safe private final class Session: @unchecked Sendable {
  private let session: OpaquePointer
  /// The transfers that are under way, each retained by its pointer's user.
  private var handles: [ObjectIdentifier: OpaquePointer] = unsafe [:]
  /// The hosts with private addresses to which connections were opened.
  private var privateHosts: Set<String> = []

  init?() {
    guard cweb_load(), let session = unsafe cweb_session_create() else { return nil }
    unsafe self.session = session
  }

  deinit { unsafe cweb_session_destroy(session) }

  func wake() { unsafe cweb_session_wake(session) }

  func run(milliseconds: Int32) -> Bool { unsafe cweb_session_run(session, milliseconds) }

  /// Returns false if libcurl fails.
  func add(_ transfer: Transfer) -> Bool {
    let host = transfer.hop.url.host
    transfer.connectsPrivately = { [weak self] in self?.privateHosts.insert(host) }
    let handle = unsafe withRequest(transfer) { request in
      unsafe cweb_session_add(
        session, request, Self.receiver, Unmanaged.passUnretained(transfer).toOpaque())
    }
    guard let handle = unsafe handle else { return false }
    unsafe handles[ObjectIdentifier(transfer)] = handle
    return true
  }

  func remove(_ transfer: Transfer) {
    guard let handle = unsafe handles.removeValue(forKey: ObjectIdentifier(transfer)) else {
      return
    }
    unsafe cweb_session_remove(session, handle)
  }

  /// Finishes the transfers that libcurl has completed.
  func finishEnded() -> [Transfer] {
    var ended: [Transfer] = []
    var result = unsafe cweb_result()
    while let context = unsafe cweb_session_take_ended(session, &result) {
      let transfer = unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
      ended.append(transfer)
      let end = unsafe transfer.outcome(result)
      remove(transfer)
      transfer.end(end)
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
    _ transfer: Transfer, _ body: (UnsafePointer<cweb_request>) -> Value
  ) -> Value {
    let policy = transfer.policy
    return unsafe withCStrings(transfer.hop.headers) { headers in
      unsafe transfer.hop.url.text.withCString { url in
        unsafe policy.userAgent.withCString { userAgent in
          unsafe (policy.authorities?.string ?? "").withCString { authorities in
            var request = unsafe cweb_request(
              url: url, user_agent: userAgent,
              ca_file: policy.authorities == nil ? nil : authorities,
              headers: headers.baseAddress, header_count: headers.count,
              connect_timeout: policy.connectTimeout.milliseconds,
              low_speed_bytes: policy.lowSpeedBytes,
              low_speed_seconds: policy.lowSpeedTime.wholeSeconds,
              needs_own_connection: transfer.refusesPrivateAddresses
                && privateHosts.contains(transfer.hop.url.host))
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
