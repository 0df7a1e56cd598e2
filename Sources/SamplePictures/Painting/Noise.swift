/// Fractal noise: random values on a grid, smoothly joined, on finer and finer grids with less and less weight.
struct Noise {
  /// The next finer grid's weight, compared to a grid's.
  let gain: Float
  /// Grids at most. Those finer than the pixels are left out by themselves.
  let octaves: Int
  let seed: Seed

  init(_ seed: Seed, gain: Float = 0.5, octaves: Int = 14) {
    self.seed = seed
    self.gain = gain
    self.octaves = octaves
  }

  /// One row of `count` samples, about -0.6 to 0.6, never beyond -1 to 1.
  ///
  /// - Parameters:
  ///   - start: where the first sample lies, in cells of the coarsest grid.
  ///   - step: from one sample to the next, above 0.
  ///   - y: where the row lies.
  ///   - rise: how far the next row lies, for leaving out what is finer than the rows.
  func row(_ count: Int, start: Float, step: Float, y: Float, rise: Float) -> [Float] {
    var row = [Float](repeating: 0, count: count)
    var scale: Float = 1
    var weight = 1 - gain
    let finest = max(step, rise.magnitude)
    for octave in 0..<octaves {
      let share = ((0.7 - finest * scale) * 4).clamped
      if share == 0 { break }
      let seed = seed[UInt32(octave)]
      Self.add(
        to: &row, start: start * scale + seed.unit(1) * 64, step: step * scale,
        y: y * scale + seed.unit(2) * 64, weight: weight * share, seed: seed)
      scale *= 2
      weight *= gain
    }
    return row
  }

  /// The row of a picture at height `y`, with so many cells of the coarsest grid to a unit of length.
  func row(of view: Viewport, at y: Float, across: Float, down: Float) -> [Float] {
    row(
      view.width, start: 0.5 * view.pixel * across, step: view.pixel * across, y: y * down,
      rise: view.pixel * down)
  }

  /// One line across a picture, for outlines.
  func line(of view: Viewport, across: Float) -> Outline {
    row(view.width, start: 0.5 * view.pixel * across, step: view.pixel * across, y: 0, rise: 0)
  }

  /// Fine texture that is seen in large pictures only.
  static func texture(_ seed: Seed, of view: Viewport, at y: Float) -> [Float] {
    Noise(seed, gain: 0.85).row(of: view, at: y, across: 330, down: 330)
  }

  private static func add(
    to row: inout [Float], start: Float, step: Float, y: Float, weight: Float, seed: Seed
  ) {
    let line = y.rounded(.down)
    let lineNumber = Int32(line)
    let below = (y - line).eased(0, 1)
    func node(_ cell: Int32) -> Float {
      let upper = seed.signed(cell, lineNumber)
      return weight * (upper + (seed.signed(cell, lineNumber &+ 1) - upper) * below)
    }
    var cell = start.rounded(.down)
    var left = node(Int32(cell))
    var index = 0
    unsafe row.withUnsafeMutableBufferPointer { samples in
      while index < samples.count {
        let right = node(Int32(cell + 1))
        let end = min(max(Int(((cell + 1 - start) / step).rounded(.up)), index), samples.count)
        let (offset, difference) = (start - cell, right - left)
        for column in index..<end {
          let t = offset + Float(Int32(truncatingIfNeeded: column)) * step
          unsafe samples[column] += left + difference * (t * t * (3 - 2 * t))
        }
        index = end
        left = right
        cell += 1
      }
    }
  }
}

extension [Float] {
  /// How much a surface of these heights looks to the right: its fall over `distance` samples.
  @inline(__always)
  func relief(_ index: Int, over distance: Int) -> Float {
    self[index] - self[Swift.min(index + distance, count - 1)]
  }
}
