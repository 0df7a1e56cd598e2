internal import Imaging
internal import Glibc

extension OpeningShape {
  /// - Parameters:
  ///   - runs: the opening's pixels.
  ///   - rectangle: what its photo fills, before it is turned about its middle.
  ///   - turn: in degrees, clockwise.
  init(_ runs: PixelRuns, in rectangle: Region, turn: Double) {
    let (cosine, sine) = (cos(turn * .pi / 180), sin(turn * .pi / 180))
    let middle = SIMD2(rectangle.x + rectangle.width / 2, rectangle.y + rectangle.height / 2)
    let starts = RowStarts(runs)
    self.init { across, down in
      let (u, v) = ((across - 0.5) * rectangle.width, (down - 0.5) * rectangle.height)
      return starts.contains(
        x: Int((middle.x + u * cosine - v * sine).rounded(.down)),
        y: Int((middle.y + u * sine + v * cosine).rounded(.down)))
    }
  }
}

/// Where each row of an opening begins among its runs.
private struct RowStarts {
  private let runs: PixelRuns
  private let top: Int
  private var starts: [Int] = []

  init(_ runs: PixelRuns) {
    self.runs = runs
    top = runs.first?.y ?? 0
    for index in runs.indices {
      while starts.count <= runs[index].y - top { starts.append(index) }
    }
  }

  func contains(x: Int, y: Int) -> Bool {
    guard starts.indices.contains(y - top) else { return false }
    var index = starts[y - top]
    while index < runs.endIndex, runs[index].y == y {
      if runs[index].columns.contains(x) { return true }
      index += 1
    }
    return false
  }
}
