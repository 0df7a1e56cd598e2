internal import CResampling
internal import Imaging

/// Writes finished rows of a stored picture into an upright frame of a raster, applying the
/// orientation.
///
/// Safe, because the frame lies inside the raster, which whoever draws keeps until all is drawn,
/// and rows and columns lie inside the frame.
@safe struct FrameWriter {
  private let origin: UnsafeMutablePointer<UInt8>
  private let columnStep: Int
  private let rowStep: Int
  /// The colour behind photos that are not opaque, coded in the raster's colour space, 0 to 255.
  private let background: SIMD4<Float>
  private let codes: UnsafePointer<UInt8>
  /// From the source's linear values to the raster's, toned; nil if both spaces have the same
  /// primaries, and colours are kept.
  private let matrix: LinearRGBMatrix?

  private struct LinearRGBMatrix {
    let red: SIMD4<Float>
    let green: SIMD4<Float>
    let blue: SIMD4<Float>

    init(_ matrix: Matrix3) {
      let columns = matrix.columns.map { SIMD4(Float($0.x), Float($0.y), Float($0.z), 0) }
      (red, green, blue) = (columns[0], columns[1], columns[2])
    }

    func applied(to linear: SIMD4<Float>) -> SIMD4<Float> {
      var mixed = red * linear.x + green * linear.y + blue * linear.z
      mixed.w = linear.w
      return mixed
    }
  }

  /// - Parameters:
  ///   - frame: in pixels; must be inside the raster.
  ///   - source: the colour space of the rows to be written.
  ///   - background: in sRGB; keeps its colour.
  init(
    frame: Frame, of raster: Raster, orientation: Orientation, source: RGBSpace = .sRGB,
    background: Colour = .white, tone: Tone = .none
  ) {
    let area = frame.bounds
    precondition(area.isInside(raster.size))
    let right = Raster.bytesPerPixel
    let down = raster.stride
    var first = area.y * down + area.x * right
    var across = right
    var along = down
    if orientation.flipsAcross {
      first += (area.width - 1) * right
      across = -right
    }
    if orientation.flipsDown {
      first += (area.height - 1) * down
      along = -down
    }
    unsafe origin = raster.pixels + first
    (columnStep, rowStep) = orientation.swapsSides ? (along, across) : (across, along)
    let own = source.linearMatrix(to: raster.colourSpace.rgb)
    let toned = tone.matrix(in: raster.colourSpace)
    matrix = (toned.map { tone in own.map { tone * $0 } ?? tone } ?? own).map(LinearRGBMatrix.init)
    let background = raster.colourSpace.colour(background)
    self.background = SIMD4(
      Float(background.red), Float(background.green), Float(background.blue),
      Float(background.alpha))
    unsafe codes = SRGB.codes.entries
  }

  /// Whether coded pixels need no colour conversion.
  var keepsColours: Bool { matrix == nil }

  /// Writes a row of `count` opaque pixels that are already coded, four samples each.
  func writeCoded(row: Int, _ samples: UnsafeRawPointer, count: Int) {
    var target = unsafe UnsafeMutableRawPointer(origin + row * rowStep)
    for x in 0..<count {
      let code = unsafe UInt32(
        littleEndian: samples.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self))
      unsafe target.storeBytes(of: (code | 0xFF00_0000).littleEndian, as: UInt32.self)
      unsafe target += columnStep
    }
  }

  /// Whether translucent pixels stay as they are.
  var keepsAlpha: Bool { background.w == 0 }

  /// Writes a row of `count` pixels that are already coded, four samples each, with their alpha.
  /// What is clear gets no colour.
  func writeTranslucent(row: Int, _ samples: UnsafeRawPointer, count: Int) {
    var target = unsafe UnsafeMutableRawPointer(origin + row * rowStep)
    for x in 0..<count {
      let code = unsafe UInt32(
        littleEndian: samples.loadUnaligned(fromByteOffset: 4 * x, as: UInt32.self))
      unsafe target.storeBytes(
        of: (code >> 24 == 0 ? 0 : code).littleEndian, as: UInt32.self)
      unsafe target += columnStep
    }
  }

  /// Writes a row of `count` opaque pixels in linear values, 0 to `CResamplingWhite`, three each.
  func writeOpaque(row: Int, _ linearValues: UnsafePointer<Int16>, count: Int) {
    var target = unsafe origin + row * rowStep
    guard let matrix else {
      return unsafe cresampling_write_codes(linearValues, count, codes, target, columnStep)
    }
    var pixel = unsafe linearValues
    for _ in 0..<count {
      let linear = unsafe SIMD4(Float(pixel[0]), Float(pixel[1]), Float(pixel[2]), 0)
      let step = Self.steps(matrix.applied(to: linear / Self.white))
      unsafe target[0] = codes[Int(step.x)]
      unsafe target[1] = codes[Int(step.y)]
      unsafe target[2] = codes[Int(step.z)]
      unsafe target[3] = 255
      unsafe target += columnStep
      unsafe pixel += 3
    }
  }

  /// Writes a row of `count` premultiplied pixels with alpha, four values each, which may be out of
  /// range. Blends coded values with the background, as image viewers do.
  func writeBlended(row: Int, _ linearValues: UnsafePointer<Int16>, count: Int) {
    var target = unsafe origin + row * rowStep
    var pixel = unsafe linearValues
    for _ in 0..<count {
      var linear =
        unsafe SIMD4(Float(pixel[0]), Float(pixel[1]), Float(pixel[2]), Float(pixel[3]))
        / Self.white
      let alpha = min(max(linear.w, 0), 1)
      if let matrix { linear = matrix.applied(to: linear) }
      // Divide by the alpha of the same pixel: the filter may have raised both above 1.
      let step = Self.steps(alpha > 0 ? linear / linear.w : SIMD4())
      let code = unsafe SIMD4(
        Float(codes[Int(step.x)]), Float(codes[Int(step.y)]), Float(codes[Int(step.z)]), 255)
      // How much of the background remains, and the opacity of both together.
      let left = (1 - alpha) * (background.w / 255)
      let opacity = alpha + left
      var mixture = (code * alpha + background * left) / (opacity > 0 ? opacity : 1)
      mixture.w = opacity * 255
      let mixed = Self.rounded(mixture)
      unsafe target[0] = UInt8(truncatingIfNeeded: mixed.x)
      unsafe target[1] = UInt8(truncatingIfNeeded: mixed.y)
      unsafe target[2] = UInt8(truncatingIfNeeded: mixed.z)
      unsafe target[3] = UInt8(truncatingIfNeeded: mixed.w)
      unsafe target += columnStep
      unsafe pixel += 4
    }
  }

  private static let white = Float(CResamplingWhite)

  /// Linear values, clamped to 0...1, as whole numbers of 1/`SRGB.steps`. Uses comparisons, because
  /// `clamped` is not inlined (Swift 6.3.1).
  @inline(__always) private static func steps(_ linear: SIMD4<Float>) -> SIMD4<UInt32> {
    let positive = linear.replacing(with: 0, where: linear .< 0)
    return rounded(positive.replacing(with: 1, where: positive .> 1) * white)
  }

  /// Rounds values from 0 to 65,535 to the nearest integers. From 2^23 on a float has no fraction,
  /// so adding that number rounds, and the low bits are the integer: several times faster than the
  /// checked conversion.
  @inline(__always) private static func rounded(_ values: SIMD4<Float>) -> SIMD4<UInt32> {
    unsafe unsafeBitCast(values + 8_388_608, to: SIMD4<UInt32>.self) & 0xFFFF
  }
}
