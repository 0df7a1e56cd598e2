import Dispatch
import Glibc
import Synchronization
import SystemPackage

/// A child of this process, from its start until it has been waited for.
///
/// Signals are sent only while the process id certainly belongs to the child. A child that nobody
/// waited for is killed, with its process group, when this object goes away.
final class SpawnedProcess: Sendable {
  private struct State {
    var outcome: Outcome?
    var ranOutOfTime = false
    var seenPeakBytes = 0
  }

  let id: pid_t
  private let status: ProcessStatus
  private let started: ContinuousClock.Instant
  private let state = Mutex(State())

  /// Throws `Errno` when the program could not be started, for example `noSuchFileOrDirectory`.
  init(_ program: ChildProcess, streams: StandardStreams) throws(Errno) {
    started = ContinuousClock.now
    id = try Self.spawn(program, streams: streams)
    status = ProcessStatus(of: "\(id)")
    let limit = DispatchTime.now() + program.timeLimit.seconds
    DispatchQueue(label: "time limit of a process").asyncAfter(deadline: limit) { [weak self] in
      self?.kill(becauseOfTime: true)
    }
  }

  deinit {
    kill()
    _ = wait()
  }

  /// Whether the time limit has passed.
  var ranOutOfTime: Bool { state.withLock { $0.ranOutOfTime } }

  /// Whether the process has ended; it may still have to be waited for.
  var hasEnded: Bool {
    if state.withLock({ $0.outcome != nil }) { return true }
    var info = unsafe siginfo_t()
    guard unsafe waitid(P_PID, id_t(id), &info, WEXITED | WNOHANG | WNOWAIT) == 0 else {
      return true
    }
    return unsafe info.si_signo == SIGCHLD
  }

  /// Sends a signal to the process alone; does nothing once it has been waited for.
  func send(_ signal: Int32) {
    state.withLock { if $0.outcome == nil { _ = Glibc.kill(id, signal) } }
  }

  /// Ends the process and its process group, whatever they are doing.
  func kill(becauseOfTime outOfTime: Bool = false) {
    state.withLock {
      guard $0.outcome == nil else { return }
      if outOfTime { $0.ranOutOfTime = true }
      _ = Glibc.kill(-id, SIGKILL)
    }
  }

  /// Waits for the end, and returns the outcome without any output.
  func wait() -> Outcome {
    if let outcome = state.withLock({ $0.outcome }) { return outcome }
    var info = unsafe siginfo_t()
    while unsafe waitid(P_PID, id_t(id), &info, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    let wall = started.duration(to: .now)
    return state.withLock { state in
      if let outcome = state.outcome { return outcome }
      var status: Int32 = 0
      var usage = rusage()
      while unsafe wait4(id, &status, 0, &usage) < 0, errno == EINTR {}
      let signal = status & 0x7f
      let terminationStatus: TerminationStatus =
        signal == 0 ? .exited(status >> 8 & 0xff) : .killed(signal: signal)
      let outcome = Outcome(
        terminationStatus: state.ranOutOfTime ? .ranOutOfTime : terminationStatus,
        wallSeconds: wall.seconds,
        cpuSeconds: usage.ru_utime.seconds + usage.ru_stime.seconds,
        peakBytes: Self.peakBytes(reported: usage.ru_maxrss * 1024, seen: state.seenPeakBytes))
      state.outcome = outcome
      return outcome
    }
  }

  /// Samples the process's memory; the more often, the better the outcome's `peakBytes`.
  func notePeakMemory() {
    let peak = status.peakBytes
    state.withLock { $0.seenPeakBytes = max($0.seenPeakBytes, peak) }
  }

  /// The figure to trust, because the kernel's figure for the child starts at our own peak (see
  /// `Outcome.peakBytes`).
  ///
  /// The kernel counts in batches per processor, hence the margin.
  private static func peakBytes(reported: Int, seen: Int) -> Int {
    let margin = 4 << 20
    return reported > ProcessStatus(of: "self").peakBytes + margin ? reported : seen
  }

  private static func spawn(_ program: ChildProcess, streams: StandardStreams) throws(Errno)
    -> pid_t
  {
    var actions = unsafe posix_spawn_file_actions_t()
    unsafe posix_spawn_file_actions_init(&actions)
    defer { unsafe posix_spawn_file_actions_destroy(&actions) }
    var attributes = posix_spawnattr_t()
    unsafe posix_spawnattr_init(&attributes)
    defer { unsafe posix_spawnattr_destroy(&attributes) }

    var flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK
    switch streams {
    case .descriptors(let input, let output, let error):
      flags |= POSIX_SPAWN_SETPGROUP
      unsafe posix_spawn_file_actions_adddup2(&actions, input, 0)
      unsafe posix_spawn_file_actions_adddup2(&actions, output, 1)
      unsafe posix_spawn_file_actions_adddup2(&actions, error, 2)
    case .terminal(let name):
      flags |= SpawnExtension.newSession
      _ = unsafe name.withPlatformString {
        unsafe posix_spawn_file_actions_addopen(&actions, 0, $0, O_RDWR, 0)
      }
      unsafe posix_spawn_file_actions_adddup2(&actions, 0, 1)
      unsafe posix_spawn_file_actions_adddup2(&actions, 0, 2)
    }
    _ = unsafe SpawnExtension.addCloseFrom(&actions, 3)
    _ = unsafe program.folder.withPlatformString { unsafe SpawnExtension.addFolder(&actions, $0) }

    var signals = sigset_t()
    unsafe sigemptyset(&signals)
    unsafe posix_spawnattr_setsigmask(&attributes, &signals)
    unsafe sigfillset(&signals)
    unsafe posix_spawnattr_setsigdefault(&attributes, &signals)
    unsafe posix_spawnattr_setflags(&attributes, Int16(flags))

    var id: pid_t = 0
    let arguments = [program.program.platformBytes] + program.arguments
    let environment = program.environment.map { Array("\($0)=\($1)".utf8) }
    let failure = withCStrings(arguments) { arguments in
      withCStrings(environment) { environment in
        unsafe program.program.withPlatformString {
          unsafe posix_spawn(&id, $0, &actions, &attributes, arguments, environment)
        }
      }
    }
    if failure != 0 { throw Errno(rawValue: failure) }
    return id
  }
}

extension timeval {
  /// The whole time in seconds.
  fileprivate var seconds: Double { Double(tv_sec) + Double(tv_usec) / 1e6 }
}
