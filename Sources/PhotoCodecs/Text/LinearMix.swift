package import Imaging

/// Blends colours into a raster's pixels in linear light.
struct LinearMix {
  private let matrix: Matrix3?
  private let linear = TransferCurve.sRGB.table(depth: .eight)

  /// - Parameter space: the raster's colour space.
  init(in space: ColourSpace) { matrix = RGBSpace.sRGB.linearMatrix(to: space.rgb) }

  /// The linear values of a colour in sRGB, in the raster's space.
  func light(_ colour: SIMD4<UInt8>) -> SIMD3<Double> {
    let values = coded(colour)
    return matrix.map { $0 * values } ?? values
  }

  private func coded(_ codes: SIMD4<UInt8>) -> SIMD3<Double> {
    unsafe SIMD3(
      Double(linear.entries[Int(codes.x)]), Double(linear.entries[Int(codes.y)]),
      Double(linear.entries[Int(codes.z)]))
  }

  /// Blends a colour into pixel `x` of a row.
  ///
  /// - Parameter share: the colour's opacity, above 0 and at most 1.
  func lay(_ light: SIMD3<Double>, _ share: Double, over row: inout MutableSpan<UInt8>, _ x: Int) {
    let old = SIMD4(row[4 * x], row[4 * x + 1], row[4 * x + 2], row[4 * x + 3])
    var sum = light * share
    var alpha = 1.0
    if old.w == 255 {
      sum += coded(old) * (1 - share)
    } else {
      let below = Double(old.w) / 255 * (1 - share)
      alpha = share + below
      sum = (sum + coded(old) * below) / alpha
    }
    for channel in 0..<3 {
      row[4 * x + channel] = unsafe SRGB.codes.entries[
        Int(min(max(sum[channel], 0), 1) * Double(SRGB.steps) + 0.5)]
    }
    row[4 * x + 3] = UInt8(alpha * 255 + 0.5)
  }
}

extension Raster {
  /// Blends a colour into an area in linear light; whatever is outside the raster is left out.
  ///
  /// - Parameters:
  ///   - colour: in sRGB.
  ///   - share: the colour's opacity at a pixel, 0 to 1.
  package func mix(_ colour: Colour, into area: PixelRect, share: (_ x: Int, _ y: Int) -> Double) {
    guard let area = area.intersection(PixelRect(size)) else { return }
    let mix = LinearMix(in: colourSpace)
    let light = mix.light(SIMD4(colour.red, colour.green, colour.blue, 255))
    for y in area.y..<area.y + area.height {
      withRow(y) { row in
        for x in area.x..<area.x + area.width {
          let share = share(x, y)
          if share > 0 { mix.lay(light, share, over: &row, x) }
        }
      }
    }
  }

  /// The relative luminances of about 4096 pixels of an area, sorted; transparent pixels count as
  /// white.
  package func luminances(in area: PixelRect) -> [Double] {
    guard let area = area.intersection(PixelRect(size)) else { return [] }
    let step = max(Int((Double(area.size.pixels) / 4096).squareRoot()), 1)
    var luminances: [Double] = []
    for y in Swift.stride(from: area.y, to: area.y + area.height, by: step) {
      for x in Swift.stride(from: area.x, to: area.x + area.width, by: step) {
        let pixel = self[x, y]
        let alpha = Double(pixel.alpha) / 255
        luminances.append(pixel.luminance * alpha + 1 - alpha)
      }
    }
    return luminances.sorted()
  }
}

extension Colour {
  /// Relative luminance as the Web Content Accessibility Guidelines define it, 0 to 1; alpha
  /// doesn't count.
  package var luminance: Double {
    func linear(_ code: UInt8) -> Double { unsafe SRGB.linears.entries[Int(code)] }
    return 0.2126 * linear(red) + 0.7152 * linear(green) + 0.0722 * linear(blue)
  }
}
