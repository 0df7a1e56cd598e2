/// Fractal noise: a sum of smoothly interpolated random grids, each finer and with less weight than the one before.
struct Noise {
  /// The weight of a grid, relative to the next coarser one.
  let gain: Float
  /// The maximum number of grids. Those finer than the pixels are always left out.
  let octaves: Int
  let seed: Seed

  init(_ seed: Seed, gain: Float = 0.5, octaves: Int = 14) {
    self.seed = seed
    self.gain = gain
    self.octaves = octaves
  }

  /// One row of `count` samples, mostly within -0.6...0.6 and always within -1...1.
  ///
  /// - Parameters:
  ///   - start: the position of the first sample, in cells of the coarsest grid, like the other lengths.
  ///   - step: the distance between samples, above 0.
  ///   - y: the position of the row.
  ///   - rise: the distance to the next row; grids finer than that are left out.
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

  /// The row of a picture at height `y`; `across` and `down` are cells of the coarsest grid per unit of length.
  func row(of view: Viewport, at y: Float, across: Float, down: Float) -> [Float] {
    row(
      view.width, start: 0.5 * view.pixel * across, step: view.pixel * across, y: y * down,
      rise: view.pixel * down)
  }

  /// One line across a picture, for an outline.
  func line(of view: Viewport, across: Float) -> Outline {
    row(view.width, start: 0.5 * view.pixel * across, step: view.pixel * across, y: 0, rise: 0)
  }

  /// Fine texture that is visible in large pictures only.
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
  /// The slope of a surface with these heights: how much it falls over `distance` samples to the right.
  @inline(__always)
  func relief(_ index: Int, over distance: Int) -> Float {
    self[index] - self[Swift.min(index + distance, count - 1)]
  }
}

/// The upper edge of a shape: a height for each column.
typealias Outline = [Float]

extension [Outline] {
  /// For each outline, the height below which the outlines after it, which are nearer, hide it in every column.
  var reaches: [Float] {
    indices.map { index in
      let nearer = self[(index + 1)...]
      return self[index].indices.map { column in nearer.map { $0[column] }.min() ?? .infinity }.max()
        ?? .infinity
    }
  }
}

extension Outline {
  /// Whether any part of it is as high as the row at height `y`.
  func reachesUp(to y: Float, pixel: Float) -> Bool { contains { $0 < y + pixel } }
}
