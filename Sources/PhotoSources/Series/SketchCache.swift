internal import Imaging
internal import ThreadPool

/// Keeps the sketches of photos, as far as memory goes: each takes 9 KB.
final class SketchCache: Sendable {
  private static let limit = 4096

  private let known = Locked([Int: ViewSketch]())

  /// - Parameter make: makes a sketch that isn't kept.
  func sketch(of index: Int, make: () -> ViewSketch) -> ViewSketch {
    if let sketch = known.withLock({ $0[index] }) { return sketch }
    let sketch = make()
    known.withLock {
      if $0.count >= Self.limit { $0.removeAll(keepingCapacity: true) }
      $0[index] = sketch
    }
    return sketch
  }
}
