import Glibc

/// The seed of what a test does at random.
package enum Seed {
  /// `COLLAGE_SEED` if it is set, else another one each time. It is printed, so that what failed can
  /// be tried again.
  package static func chosen(for test: String = #function) -> UInt64 {
    let given = unsafe getenv("COLLAGE_SEED").flatMap { unsafe UInt64(String(cString: $0)) }
    let seed = given ?? UInt64.random(in: 0...UInt64(UInt32.max))
    print("COLLAGE_SEED=\(seed) for \(test)")
    return seed
  }
}
