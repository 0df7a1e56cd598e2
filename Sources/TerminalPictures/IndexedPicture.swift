internal import Imaging

/// A picture in at most 256 colours chosen for it, dithered.
struct IndexedPicture {
  /// Red, green, blue, 0 to 255 each, and a zero.
  let palette: [SIMD4<Int32>]
  private let width: Int
  private var indices: [UInt8]

  /// - Parameter size: only this part at the top left is used; not empty.
  init(_ raster: Raster, size: PixelSize) {
    width = size.width
    let histogram = ColourHistogram(raster, size: size)
    palette = histogram.palette(of: 256)
    indices = []
    indices.reserveCapacity(size.pixels)
    var nearest = NearestColours(palette)
    var diffusion = ErrorDiffusion(width: size.width)
    for y in 0..<size.height {
      raster.withRow(y) { row in
        for x in 0..<size.width {
          let wanted = diffusion.value(
            x, SIMD4(Int32(row[4 * x]), Int32(row[4 * x + 1]), Int32(row[4 * x + 2]), 0))
          let index = nearest.index(of: wanted)
          diffusion.record(wanted &- palette[Int(index)], at: x)
          indices.append(index)
        }
      }
      diffusion.endRow()
    }
  }

  /// The index of a pixel's colour in the palette.
  subscript(x: Int, y: Int) -> Int { Int(indices[y * width + x]) }
}

/// Floyd and Steinberg's error diffusion: the error of a pixel is distributed to neighbours that
/// follow, so that areas have the right colour on average.
struct ErrorDiffusion {
  /// The errors carried to the rest of this row and to the next one, in sixteenths, with an extra
  /// column on each side.
  private var current: [SIMD4<Int32>]
  private var next: [SIMD4<Int32>]

  init(width: Int) {
    current = Array(repeating: SIMD4(), count: width + 2)
    next = current
  }

  /// The value to approximate: a sample plus the errors carried to it, clamped to 0...255.
  func value(_ x: Int, _ sample: SIMD4<Int32>) -> SIMD4<Int32> {
    // Rounded to nearest.
    let carried = (current[x + 1] &+ 8) &>> 4
    return (sample &+ carried).clamped(
      lowerBound: SIMD4(repeating: 0), upperBound: SIMD4(repeating: 255))
  }

  /// - Parameter error: the value that was wanted minus the one that is shown.
  mutating func record(_ error: SIMD4<Int32>, at x: Int) {
    current[x + 2] &+= error &* 7
    next[x] &+= error &* 3
    next[x + 1] &+= error &* 5
    next[x + 2] &+= error
  }

  mutating func endRow() {
    swap(&current, &next)
    for index in next.indices { next[index] = SIMD4() }
  }
}

/// Finds the palette's nearest colour; remembers it for each small cube of colours.
private struct NearestColours {
  private let palette: [SIMD4<Int32>]
  /// The index for each cube, by the five highest bits of each channel; -1 until it is looked up.
  private var known = [Int16](repeating: -1, count: 1 << 15)

  init(_ palette: [SIMD4<Int32>]) { self.palette = palette }

  mutating func index(of colour: SIMD4<Int32>) -> UInt8 {
    let cube = ColourHistogram.cube(of: colour)
    if known[cube] < 0 {
      // The middle of the cube stands for all of it.
      let middle = (colour & ~7) &+ SIMD4(4, 4, 4, 0)
      var best = 0
      var least = Int32.max
      for index in palette.indices {
        let difference = middle &- palette[index]
        let distance = (difference &* difference).wrappedSum()
        if distance < least { (best, least) = (index, distance) }
      }
      known[cube] = Int16(best)
    }
    return UInt8(known[cube])
  }
}

/// How often each colour occurs in a picture, counted in cubes of 8x8x8 colours.
private struct ColourHistogram {
  private struct Cube {
    let count: Int32
    /// The mean of the cube's pixels.
    let mean: SIMD4<Int32>
  }

  private var cubes: [Cube] = []

  static func cube(of colour: SIMD4<Int32>) -> Int {
    Int((colour.x >> 3) << 10 | (colour.y >> 3) << 5 | colour.z >> 3)
  }

  init(_ raster: Raster, size: PixelSize) {
    // The last lane counts the pixels.
    var sums = [SIMD4<Int32>](repeating: SIMD4(), count: 1 << 15)
    for y in 0..<size.height {
      raster.withRow(y) { row in
        for x in 0..<size.width {
          let colour = SIMD4(Int32(row[4 * x]), Int32(row[4 * x + 1]), Int32(row[4 * x + 2]), 1)
          sums[Self.cube(of: colour)] &+= colour
        }
      }
    }
    for sum in sums where sum.w > 0 {
      cubes.append(Cube(count: sum.w, mean: SIMD4(sum.x / sum.w, sum.y / sum.w, sum.z / sum.w, 0)))
    }
  }

  /// Heckbert's median cut: the box of colours with the largest variation is divided at its median
  /// until there are enough; each box becomes its mean.
  func palette(of count: Int) -> [SIMD4<Int32>] {
    var boxes = [Box(cubes)]
    while boxes.count < count,
      let widest = boxes.indices.max(by: { boxes[$0].weight < boxes[$1].weight }),
      boxes[widest].weight > 0
    {
      let (lower, upper) = boxes[widest].halves
      boxes[widest] = lower
      boxes.append(upper)
    }
    return boxes.map(\.mean)
  }

  private struct Box {
    private let cubes: [Cube]
    private let count: Int64
    /// The channel with the largest range.
    private let channel: Int
    /// How much a division is worth: the range times the root of the number of pixels.
    let weight: Double

    init(_ cubes: [Cube]) {
      self.cubes = cubes
      count = cubes.reduce(0) { $0 + Int64($1.count) }
      let means = cubes.map(\.mean)
      let range = means.reduce(means[0], pointwiseMax) &- means.reduce(means[0], pointwiseMin)
      // Of equal ranges green counts first, then red.
      var widest = 1
      for other in [0, 2] where range[other] > range[widest] { widest = other }
      channel = widest
      weight = Double(range[channel]) * Double(count).squareRoot()
    }

    /// Needs at least two colours that differ.
    var halves: (Box, Box) {
      let sorted = cubes.sorted { $0.mean[channel] < $1.mean[channel] }
      var below: Int64 = 0
      var end = 0
      while end < sorted.count - 1, below < count / 2 || end == 0 {
        below += Int64(sorted[end].count)
        end += 1
      }
      return (Box(Array(sorted[..<end])), Box(Array(sorted[end...])))
    }

    var mean: SIMD4<Int32> {
      var sums = SIMD4<Int64>()
      for cube in cubes {
        sums &+=
          SIMD4(Int64(cube.mean.x), Int64(cube.mean.y), Int64(cube.mean.z), 0) &* Int64(cube.count)
      }
      return SIMD4(Int32(sums.x / count), Int32(sums.y / count), Int32(sums.z / count), 0)
    }
  }
}
