internal import Imaging

/// Keeps the sketches that one thread needs again and again; each takes 9 KB.
struct SketchCache {
  private static let limit = 512

  private var known: [Int: ViewSketch] = [:]

  /// - Parameter make: makes a sketch that isn't kept.
  mutating func sketch(of index: Int, make: () -> ViewSketch) -> ViewSketch {
    if let sketch = known[index] { return sketch }
    let sketch = make()
    if known.count >= Self.limit { known.removeAll(keepingCapacity: true) }
    known[index] = sketch
    return sketch
  }
}
