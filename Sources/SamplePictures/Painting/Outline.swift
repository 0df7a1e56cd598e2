/// Heights along the columns: a crest, below which something stands.
typealias Outline = [Float]

extension [Outline] {
  /// How far down each of these can be seen at all before the ones after it, which are nearer, hide it everywhere.
  var reaches: [Float] {
    indices.map { index in
      let nearer = self[(index + 1)...]
      return self[index].indices.map { column in nearer.map { $0[column] }.min() ?? .infinity }.max()
        ?? .infinity
    }
  }
}

extension Outline {
  /// Whether any of it reaches up to a row at height `y`.
  func reachesUp(to y: Float, pixel: Float) -> Bool { contains { $0 < y + pixel } }
}
