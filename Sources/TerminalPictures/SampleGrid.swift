internal import Imaging

/// A raster reduced to the few samples that characters and blocks can show.
struct SampleGrid {
  let width: Int
  let height: Int
  /// Red, green, blue, 0 to 255 each, and a zero; row by row.
  private let samples: [SIMD4<Int32>]

  /// The maximum rows and columns of pixels that are read for each sample, evenly spaced: more
  /// would make no visible difference, and this bounds the cost.
  private static let maxSamples = 8

  /// Averages the pixels of each sample; a raster of exactly this size is used unchanged.
  init(of raster: Raster, width: Int, height: Int) {
    self.width = width
    self.height = height
    let isExact = raster.size == PixelSize(width: width, height: height)
    let across = (0..<width).map { Self.span($0, of: width, over: raster.size.width) }
    var samples: [SIMD4<Int32>] = []
    samples.reserveCapacity(width * height)
    for y in 0..<height {
      let down = Self.span(y, of: height, over: raster.size.height)
      for x in 0..<width {
        samples.append(
          isExact
            ? Self.sample(raster[x, y]) : Self.average(of: raster, across: across[x], down: down))
      }
    }
    self.samples = samples
  }

  subscript(x: Int, y: Int) -> SIMD4<Int32> { samples[y * width + x] }

  /// The pixels that a sample overlaps.
  private static func span(_ index: Int, of count: Int, over length: Int) -> Range<Int> {
    index * length / count..<((index + 1) * length + count - 1) / count
  }

  private static func sample(_ colour: Colour) -> SIMD4<Int32> {
    SIMD4(Int32(colour.red), Int32(colour.green), Int32(colour.blue), 0)
  }

  /// Averages squares as an approximation of linear values, which are close to the square of the
  /// coded value.
  private static func average(of raster: Raster, across: Range<Int>, down: Range<Int>) -> SIMD4<
    Int32
  > {
    // Scalar integers: several times faster here than vectors of floats, and exact.
    var red = 0
    var green = 0
    var blue = 0
    var count = 0
    for y in spread(down) {
      for x in spread(across) {
        count &+= 1
        let colour = raster[x, y]
        red &+= Int(colour.red) &* Int(colour.red)
        green &+= Int(colour.green) &* Int(colour.green)
        blue &+= Int(colour.blue) &* Int(colour.blue)
      }
    }
    return SIMD4(root(red, count), root(green, count), root(blue, count), 0)
  }

  private static func spread(_ pixels: Range<Int>) -> StrideTo<Int> {
    let step = (pixels.count + maxSamples - 1) / maxSamples
    return stride(from: pixels.lowerBound + step / 2, to: pixels.upperBound, by: step)
  }

  /// The square root of the mean, rounded to nearest.
  private static func root(_ sum: Int, _ count: Int) -> Int32 {
    Int32((Float(sum) / Float(count)).squareRoot() + 0.5)
  }
}
