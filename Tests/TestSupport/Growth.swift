import Glibc

/// How the cost of work grows with its size. Costs are compared with each other, so that neither a
/// slow machine nor other programs matter.
package enum Growth {
  /// Whether the whole costs no more than three times as much as its half: what grows with the size
  /// costs twice as much at most, and what grows with its square four times as much.
  ///
  /// - Parameter cost: of work of a size, such as its processor time in seconds; of several the
  ///   least counts.
  package static func isLinear(
    upTo size: Int, tries: Int = 5, _ cost: (_ size: Int) throws -> Double
  ) rethrows -> Bool {
    try holds(size / 2, size, tries, cost)
  }

  /// Whether work costs no more than three times as much as that of a far smaller size.
  package static func isConstant(
    from small: Int, to large: Int, tries: Int = 5, _ cost: (_ size: Int) throws -> Double
  ) rethrows -> Bool {
    try holds(small, large, tries, cost)
  }

  /// Whether the least cost of the larger size is at most three times that of the smaller one. What
  /// is clear after the first tries is tried no further.
  private static func holds(
    _ small: Int, _ large: Int, _ tries: Int, _ cost: (Int) throws -> Double
  ) rethrows -> Bool {
    var least = (small: Double.infinity, large: Double.infinity)
    for _ in 0..<tries {
      least.small = min(least.small, try cost(small))
      least.large = min(least.large, try cost(large))
      if least.large <= 2.2 * least.small { return true }
    }
    return least.large <= 3 * least.small
  }

  /// The processor time in seconds that this thread takes for some work.
  package static func threadSeconds(of work: () throws -> Void) rethrows -> Double {
    let start = threadSeconds()
    try work()
    return threadSeconds() - start
  }

  private static func threadSeconds() -> Double {
    var time = timespec()
    unsafe clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}
