import Glibc

/// Measures work inside this process.
enum Stopwatch {
  struct Times {
    let wallSeconds: Double
    /// Of all threads of the process.
    let cpuSeconds: Double
  }

  static func time<Value>(_ work: () -> Value) -> (value: Value, times: Times) {
    let cpu = seconds(CLOCK_PROCESS_CPUTIME_ID)
    let start = ContinuousClock.now
    let value = work()
    let wall = start.duration(to: .now) / .seconds(1)
    return (value, Times(wallSeconds: wall, cpuSeconds: seconds(CLOCK_PROCESS_CPUTIME_ID) - cpu))
  }

  /// What a clock shows, in seconds.
  private static func seconds(_ clock: clockid_t) -> Double {
    var time = timespec()
    unsafe clock_gettime(clock, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
