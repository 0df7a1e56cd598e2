import CTracing
import Glibc
import SystemPackage

/// Follows one program from its first instruction to its end, on the thread that started it.
struct Trace {
  private(set) var run = TracedRun(terminationStatus: .exited(0))

  private let id: pid_t
  private let faults: [InjectedFault]
  private let pause: SystemCall?
  private let work: @Sendable () throws -> Void
  /// Nil once the program has made a call of its own.
  private var loader: LoaderCode?
  private var knownThreads: Set<pid_t> = []
  /// How often each call was made so far.
  private var counts: [String: Int] = [:]
  /// The threads that are in a call at whose exit a fault has its effect.
  private var faultyThreads: [pid_t: InjectedFault.Kind] = [:]

  init(
    of id: pid_t, injecting faults: [InjectedFault], pausingAt pause: SystemCall?,
    for work: @escaping @Sendable () throws -> Void
  ) {
    self.id = id
    self.faults = faults
    self.pause = pause
    self.work = work
  }

  /// Returns when all threads have ended.
  mutating func follow() throws {
    var status: Int32 = 0
    while case let thread = unsafe ctracing_wait(&status), thread > 0 || errno == EINTR {
      guard thread > 0 else { continue }
      switch StopReason(status: status) {
      case .ended(let terminationStatus):
        knownThreads.remove(thread)
        if thread == id { run.terminationStatus = terminationStatus }
      case .systemCall:
        try lookAtCall(of: thread)
        _ = ctracing_resume(thread, 0)
      case .event: _ = ctracing_resume(thread, 0)
      case .signal(let signal):
        // The program's first stop, and that of each new thread, are of no interest to anybody
        // else.
        let isNew = knownThreads.insert(thread).inserted
        if isNew, thread == id {
          _ = ctracing_follow(thread)
          loader = try LoaderCode(in: id)
        }
        _ = ctracing_resume(thread, isNew ? 0 : signal)
      }
    }
  }

  private mutating func lookAtCall(of thread: pid_t) throws {
    var call = CTracingCall()
    // A thread whose process was killed meanwhile is gone; its end is reported separately.
    guard unsafe ctracing_look(thread, &call) == 0 else { return }
    switch call.moment {
    case .entry: try enter(call, thread)
    case .exit:
      if let fault = faultyThreads.removeValue(forKey: thread) { leaveCall(of: thread, fault) }
    case .other: break
    }
  }

  private mutating func enter(_ call: CTracingCall, _ thread: pid_t) throws {
    if let loader {
      if loader.contains(call.instruction) { return }
      // From here on the loader works for the program.
      self.loader = nil
    }
    let name = call.name(in: thread)
    counts[name, default: 0] += 1
    let made = SystemCall(name, counts[name]!)
    run.calls.append(RecordedCall(call: made, firstArgument: call.arguments.0))
    // This thread would also be told of the end of programs that it starts, as if they were traced.
    if made == pause { try NewThread.run(work) }
    guard let fault = faults.first(where: { $0.concerns(made) }) else { return }
    if run.faultIndex == nil { run.faultIndex = run.calls.count - 1 }
    switch fault.kind {
    case .error:
      faultyThreads[thread] = fault.kind
      if name != "close" { _ = ctracing_skip_call(thread) }
    case .killBefore: kill(id, SIGKILL)
    case .killCaller: kill(thread, SIGKILL)
    case .killAfter: faultyThreads[thread] = fault.kind
    case .signal(let signal): kill(id, signal)
    }
  }

  private func leaveCall(of thread: pid_t, _ fault: InjectedFault.Kind) {
    switch fault {
    case .error(let error): _ = ctracing_set_result(thread, -Int64(error.rawValue))
    case .killAfter: kill(id, SIGKILL)
    case .killBefore, .killCaller, .signal: break
    }
  }
}
