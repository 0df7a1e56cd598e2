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
    let (half, whole) = try leastCosts(size / 2, size, tries, cost)
    return whole <= 3 * half
  }

  /// Whether work costs no more than three times as much as that of a far smaller size.
  package static func isConstant(
    from small: Int, to large: Int, tries: Int = 5, _ cost: (_ size: Int) throws -> Double
  ) rethrows -> Bool {
    let (few, many) = try leastCosts(small, large, tries, cost)
    return many <= 3 * few
  }

  private static func leastCosts(
    _ small: Int, _ large: Int, _ tries: Int, _ cost: (Int) throws -> Double
  ) rethrows -> (small: Double, large: Double) {
    var least = (small: Double.infinity, large: Double.infinity)
    for _ in 0..<tries {
      least.small = min(least.small, try cost(small))
      least.large = min(least.large, try cost(large))
    }
    return least
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
