import Glibc

/// Measures work in this process or in another.
enum Stopwatch {
  struct Times {
    let wallSeconds: Double
    /// Of all threads of the working process.
    let cpuSeconds: Double
  }

  static func time<Value>(_ work: () -> Value) -> (value: Value, times: Times) {
    time(cpu: { seconds(CLOCK_PROCESS_CPUTIME_ID) }, work)
  }

  /// - Parameter cpu: returns the processor time that the working process has used so far, in seconds.
  static func time<Value>(
    cpu: () -> Double, _ work: () throws -> Value
  ) rethrows -> (value: Value, times: Times) {
    let cpuBefore = cpu()
    let start = ContinuousClock.now
    let value = try work()
    let wall = start.duration(to: .now) / .seconds(1)
    return (value, Times(wallSeconds: wall, cpuSeconds: cpu() - cpuBefore))
  }

  /// The user and system time of a running process, in seconds; 0 if there is no such process.
  static func cpuSeconds(of process: Int32) -> Double {
    var clock = clockid_t()
    return unsafe clock_getcpuclockid(process, &clock) == 0 ? seconds(clock) : 0
  }

  /// A clock's time in seconds.
  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
