internal import CResampling
internal import Glibc
internal import Imaging

/// The light of a photo with a gain map. The map is read between its values, at the place of each
/// pixel of the photo as it is decoded.
final class GainMappedLight: LightSource {
  private let map: GainMapPicture
  private let rowsPerPixel: Double
  private let lineariser: Lineariser
  private let pairs: LinearStrip
  private let factors: [LookupTable<Float>]
  /// The factor of each value; nil unless the map has one channel, and a value for each pixel.
  private let valueFactors: LookupTable<Float>?
  private let firstColumn: Int
  private let shares: SIMD3<Float>
  /// From the photo's linear values to those that gains apply to, row by row.
  private let matrix: [Float]
  private let ownShares: SIMD3<Float>
  /// To the collage's linear values, if colours may be clipped there.
  private let targetMatrix: [Float]?
  private let targetShares: SIMD3<Float>
  private let hasAlpha: Bool
  private let isWhole: Bool
  private let offsets: (before: SIMD3<Float>, after: SIMD3<Float>)
  private let isGrey: Bool
  private let first: UInt64
  private let step: UInt64
  /// A row between two of the map, for each channel: values times 256, the outermost repeated.
  private var blended: [UInt16]
  private var blendedPlace = -1
  /// From a channel's blended row to the next.
  private let rowStride: Int

  /// Gains are limited to so many stops in both directions.
  private static let maxStops: Float = 24
  private static let one = 256
  /// Room beyond a row: pixels are made by fours, and a reduced map has less than two values for
  /// each.
  private static let slack = 64

  /// - Parameters:
  ///   - size: of the picture as its rows are decoded.
  ///   - columns: of the rows that will come.
  ///   - depth: of their samples, or of the words that are made of them.
  ///   - space: theirs.
  ///   - toXYZ: of the linear values that gains apply to; nil for the photo's own.
  ///   - target: the collage's.
  init(
    _ picture: GainMapPicture, of size: PixelSize, columns: Range<Int>, depth: SampleDepth,
    in space: RGBSpace, toXYZ: Matrix3?, isOpaque: Bool, isWhole: Bool, for target: ColourSpace
  ) {
    self.isWhole = isWhole
    map = picture.reduced(for: size)
    rowsPerPixel = Double(map.size.height) / Double(size.height)
    lineariser = Lineariser(space.curves, depth: depth, isOpaque: isOpaque)
    hasAlpha = !isOpaque
    pairs = LinearStrip(columns: columns.count)
    let mapSpace = RGBSpace(curves: space.curves, toXYZ: toXYZ ?? space.toXYZ)
    let isOwn = space.linearMatrix(to: mapSpace) == nil || mapSpace.toXYZ.inverse == nil
    shares = SIMD3<Float>(Luminance.shares(of: isOwn ? space : mapSpace))
    matrix = Self.rows((isOwn ? nil : space.linearMatrix(to: mapSpace)) ?? Self.unit)
    ownShares = SIMD3<Float>(Luminance.shares(of: space))
    targetMatrix = space.linearMatrix(to: target.rgb).map(Self.rows)
    targetShares = SIMD3<Float>(Luminance.shares(of: target.rgb))
    let curves = Self.curves(map.metadata.curve)
    isGrey = map.channels == 1 && curves.allSatisfy { $0 == curves[0] }
    let first = LookupTable(Self.factors(curves[0]))
    factors = curves.map { $0 == curves[0] ? first : LookupTable(Self.factors($0)) }
    let hasEveryPixel = isGrey && map.size == size
    valueFactors = hasEveryPixel ? LookupTable(Self.factors(curves[0], count: 256)) : nil
    firstColumn = columns.lowerBound
    offsets = Self.offsets(map.metadata.curve)
    let across = Double(map.size.width) / Double(size.width)
    let unit = Double(1 << 32)
    step = UInt64(across * unit)
    // The row begins with its first value twice.
    self.first = UInt64(((Double(columns.lowerBound) + 0.5) * across + 0.5) * unit)
    // Pixels are made by fours.
    rowStride = map.size.width + 2 + Self.slack
    blended = [UInt16](repeating: 0, count: rowStride * map.channels)
  }

  func write(
    _ row: UnsafeRawPointer, _ words: UnsafeRawPointer?, index: Int, count: Int,
    to light: UnsafeMutablePointer<Float>
  ) {
    unsafe lineariser.write(words ?? row, count: count, to: pairs, row: 0)
    guard valueFactors != nil else {
      blendRows(at: index)
      return unsafe write(nil, count: count, to: light)
    }
    unsafe map.values.withUnsafeBufferPointer { values in
      guard let start = values.baseAddress else { return }
      unsafe write(start + index * map.size.width + firstColumn, count: count, to: light)
    }
  }

  /// Writes the light of the pixels in `pairs`.
  ///
  /// - Parameter values: the map's of these pixels; nil for those in `blended`.
  private func write(
    _ values: UnsafePointer<UInt8>?, count: Int, to light: UnsafeMutablePointer<Float>
  ) {
    unsafe blended.withUnsafeBufferPointer { rows in
      guard let start = rows.baseAddress else { return }
      let last = map.channels - 1
      var gains = unsafe CResamplingGains(
        rows: (start, start + rowStride * min(1, last), start + rowStride * min(2, last)),
        factors: (factors[0].entries, factors[1].entries, factors[2].entries),
        values: values, value_factors: valueFactors?.entries,
        matrix: matrix.nine, shares: (shares.x, shares.y, shares.z),
        offsets_before: (offsets.before.x, offsets.before.y, offsets.before.z),
        offsets_after: (offsets.after.x, offsets.after.y, offsets.after.z),
        own_shares: (ownShares.x, ownShares.y, ownShares.z),
        target_matrix: (targetMatrix ?? matrix).nine,
        target_shares: (targetShares.x, targetShares.y, targetShares.z),
        first: first, step: step, is_grey: isGrey, is_clipped: targetMatrix != nil,
        has_alpha: hasAlpha, is_whole: isWhole)
      unsafe cresampling_light(pairs.values, count, &gains, light)
    }
  }

  /// Blends the two rows of the map between which a row of the photo lies.
  private func blendRows(at index: Int) {
    let middle = (Double(index) + 0.5) * rowsPerPixel - 0.5
    let place = Int((max(middle, 0) * Double(Self.one)).rounded())
    guard place != blendedPlace else { return }
    blendedPlace = place
    let (width, channels) = (map.size.width, map.channels)
    let above = min(place / Self.one, map.size.height - 1)
    let below = min(above + 1, map.size.height - 1)
    unsafe map.values.withUnsafeBufferPointer { values in
      unsafe blended.withUnsafeMutableBufferPointer { blended in
        guard let values = values.baseAddress, let blended = blended.baseAddress else { return }
        for channel in 0..<channels {
          let target = unsafe blended + channel * rowStride
          unsafe cresampling_blend_map(
            values + above * width * channels + channel,
            values + below * width * channels + channel,
            width, channels, UInt32(place % Self.one), target + 1)
          unsafe target[0] = target[1]
          unsafe target[width + 1] = target[width]
        }
      }
    }
  }

  private static let unit = Matrix3.diagonal(SIMD3(1, 1, 1))

  private static func rows(_ matrix: Matrix3) -> [Float] {
    (0..<3).flatMap { row in matrix.columns.map { Float($0[row]) } }
  }

  /// How a channel's values become factors.
  private enum Curve: Equatable {
    case stops(least: Float, most: Float, gamma: Float)
    case apple(headroom: Float)
  }

  private static func curves(_ curve: GainMapMetadata.Curve) -> [Curve] {
    switch curve {
    case .apple(let headroom):
      return [Curve](repeating: .apple(headroom: headroom), count: 3)
    case .logarithmic(let min, let max, let gamma, _, _):
      return (0..<3).map { .stops(least: min[$0], most: max[$0], gamma: gamma[$0]) }
    }
  }

  /// The factors of so many evenly spaced values from 0 to 1: by default of each step between the
  /// map's values.
  private static func factors(
    _ curve: Curve, count: Int = Int(CResamplingGainCount)
  ) -> [Float] {
    (0..<count).map { index in
      let value = Double(index) / Double(count - 1)
      switch curve {
      case .apple(let headroom):
        return Float(1 + (Double(headroom) - 1) * SRGB.linear(value))
      case .stops(let least, let most, let gamma):
        let place = pow(value, 1 / Double(gamma))
        let stops = Double(least) + (Double(most) - Double(least)) * place
        return Float(exp2(min(max(stops, -Double(maxStops)), Double(maxStops))))
      }
    }
  }

  private static func offsets(_ curve: GainMapMetadata.Curve) -> (
    before: SIMD3<Float>, after: SIMD3<Float>
  ) {
    switch curve {
    case .apple: (SIMD3(), SIMD3())
    case .logarithmic(_, _, _, let before, let after): (before, after)
    }
  }
}

extension [Float] {
  /// Its first nine, as C has an array.
  fileprivate var nine: (Float, Float, Float, Float, Float, Float, Float, Float, Float) {
    (self[0], self[1], self[2], self[3], self[4], self[5], self[6], self[7], self[8])
  }
}

extension GainMapPicture {
  /// The map with boxes of its values averaged, where there are several for each pixel of a
  /// picture, as the decoder averages that picture's.
  fileprivate func reduced(for picture: PixelSize) -> GainMapPicture {
    let side = min(size.width / picture.width, size.height / picture.height)
    guard side > 1 else { return self }
    let small = PixelSize(
      width: (size.width + side - 1) / side, height: (size.height + side - 1) / side)
    var means: [UInt8] = []
    means.reserveCapacity(small.pixels * channels)
    for y in 0..<small.height {
      let rows = y * side..<min((y + 1) * side, size.height)
      for x in 0..<small.width {
        let columns = x * side..<min((x + 1) * side, size.width)
        for channel in 0..<channels {
          var sum = 0
          for row in rows {
            for column in columns {
              sum += Int(values[(row * size.width + column) * channels + channel])
            }
          }
          let count = rows.count * columns.count
          means.append(UInt8((sum + count / 2) / count))
        }
      }
    }
    return GainMapPicture(metadata: metadata, size: small, channels: channels, values: means)
  }
}
