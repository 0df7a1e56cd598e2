import Glibc
import PhotoCodecs

/// A picture in linear light with full precision, for reference reductions with a Lanczos filter of three lobes.
///
/// Slow and simple on purpose, and it shares no code with the resampler that it is compared with.
struct LinearPicture {
  let size: PixelSize
  /// Red, green and blue of each pixel, 0 to 1, row by row.
  private let values: [Double]

  private init(size: PixelSize, values: [Double]) {
    self.size = size
    self.values = values
  }

  init(_ raster: Raster) {
    let table = (0...255).map { Self.linear(Double($0) / 255) }
    size = raster.size
    var values: [Double] = []
    values.reserveCapacity(size.pixels * 3)
    for y in 0..<raster.size.height {
      for x in 0..<raster.size.width {
        let colour = raster[x, y]
        values += [table[Int(colour.red)], table[Int(colour.green)], table[Int(colour.blue)]]
      }
    }
    self.values = values
  }

  func reduced(to target: PixelSize) -> LinearPicture {
    let narrow = Self.reduced(values, rows: size.height, from: size.width, to: target.width)
    let turned = Self.transposed(narrow, width: target.width, height: size.height)
    let short = Self.reduced(turned, rows: target.width, from: size.height, to: target.height)
    return LinearPicture(size: target, values: Self.transposed(short, width: target.height, height: target.width))
  }

  /// Coded values, 0 to 255, not rounded.
  var codes: [Double] { values.map { Self.code(min(max($0, 0), 1)) * 255 } }

  private static func reduced(_ values: [Double], rows: Int, from count: Int, to target: Int) -> [Double] {
    let scale = Double(count) / Double(target)
    let widening = max(scale, 1)
    let taps = (0..<target).map { index -> (first: Int, weights: [Double]) in
      let centre = (Double(index) + 0.5) * scale
      let first = max(Int((centre - 3 * widening).rounded(.down)), 0)
      let last = min(Int((centre + 3 * widening).rounded(.up)), count)
      let weights = (first..<last).map { window((Double($0) + 0.5 - centre) / widening) }
      let sum = weights.reduce(0, +)
      return (first, weights.map { $0 / sum })
    }
    var result = [Double](repeating: 0, count: rows * target * 3)
    for row in 0..<rows {
      for (index, tap) in taps.enumerated() {
        for (offset, weight) in tap.weights.enumerated() {
          let source = (row * count + tap.first + offset) * 3
          for channel in 0..<3 { result[(row * target + index) * 3 + channel] += values[source + channel] * weight }
        }
      }
    }
    return result
  }

  private static func transposed(_ values: [Double], width: Int, height: Int) -> [Double] {
    var result = [Double](repeating: 0, count: values.count)
    for y in 0..<height {
      for x in 0..<width {
        for channel in 0..<3 { result[(x * height + y) * 3 + channel] = values[(y * width + x) * 3 + channel] }
      }
    }
    return result
  }

  private static func window(_ x: Double) -> Double {
    if abs(x) < 1e-12 { return 1 }
    if abs(x) >= 3 { return 0 }
    return sin(.pi * x) / (.pi * x) * sin(.pi * x / 3) / (.pi * x / 3)
  }

  private static func linear(_ code: Double) -> Double {
    code <= 0.04045 ? code / 12.92 : pow((code + 0.055) / 1.055, 2.4)
  }

  private static func code(_ linear: Double) -> Double {
    linear <= 0.003_130_8 ? linear * 12.92 : 1.055 * pow(linear, 1 / 2.4) - 0.055
  }
}
