extension Raster {
  /// Makes each pixel one of a palette's colours, so that from afar the picture looks as before:
  /// what a pixel lacks of its colour, in linear light, its neighbours get (Floyd and Steinberg).
  ///
  /// Pixels that have one of the colours keep it, so that plain areas and codes stay clean.
  ///
  /// - Parameter colours: opaque, in the raster's own colour space; at least one.
  package func dither(to colours: [Colour]) {
    var dithering = Dithering(to: colours, width: size.width)
    for y in 0..<size.height {
      withRow(y) { dithering.dither(&$0, isBackwards: y % 2 == 1) }
    }
  }
}

/// Dithers row by row.
private struct Dithering {
  /// Linear values, 0 to `white`.
  private typealias Light = SIMD4<Int32>

  private static let white: Int32 = 0xFFFF
  /// How much each channel adds to what the eye sees, in sixteenths.
  private static let weights = SIMD4<Int32>(4, 10, 2, 0)

  private let codes: [Colour]
  private let lights: [Light]
  private let linear: [Int32]
  /// What the row and the next one get of pixels that are done, in sixteenths; with a pixel more at
  /// either end.
  private var errors: [Light]
  private var below: [Light]

  init(to colours: [Colour], width: Int) {
    linear = (0..<256).map {
      Int32((SRGB.linear(Double($0) / 255) * Double(Self.white)).rounded())
    }
    codes = colours
    lights = colours.map { [linear] in
      Light(linear[Int($0.red)], linear[Int($0.green)], linear[Int($0.blue)], 0)
    }
    errors = Array(repeating: Light(), count: width + 2)
    below = errors
  }

  mutating func dither(_ row: inout MutableSpan<UInt8>, isBackwards: Bool) {
    let width = errors.count - 2
    let ahead = isBackwards ? -1 : 1
    for step in 0..<width {
      let x = isBackwards ? width - 1 - step : step
      let pixel = Colour(red: row[4 * x], green: row[4 * x + 1], blue: row[4 * x + 2])
      if codes.contains(pixel) { continue }
      let wanted = wanted(pixel, at: x)
      let nearest = nearest(to: wanted)
      row[4 * x] = codes[nearest].red
      row[4 * x + 1] = codes[nearest].green
      row[4 * x + 2] = codes[nearest].blue
      let lack = wanted &- lights[nearest]
      errors[x + 1 + ahead] &+= lack &* 7
      below[x + 1 - ahead] &+= lack &* 3
      below[x + 1] &+= lack &* 5
      below[x + 1 + ahead] &+= lack
    }
    swap(&errors, &below)
    for place in below.indices { below[place] = Light() }
  }

  /// With what its neighbours lack; limited, because colours that no mixture has would add up.
  private func wanted(_ pixel: Colour, at x: Int) -> Light {
    let own = Light(linear[Int(pixel.red)], linear[Int(pixel.green)], linear[Int(pixel.blue)], 0)
    let sum = own &+ (errors[x + 1] &+ 8) &>> 4
    let (low, high) = (Light(repeating: -Self.white / 2), Light(repeating: Self.white / 2 * 3))
    let raised = sum.replacing(with: low, where: sum .< low)
    return raised.replacing(with: high, where: raised .> high)
  }

  private func nearest(to wanted: Light) -> Int {
    var (best, least) = (0, Int64.max)
    for (index, light) in lights.enumerated() {
      let lack = wanted &- light
      var distance: Int64 = 0
      for channel in 0..<3 {
        let part = Int64(lack[channel])
        distance += part * part * Int64(Self.weights[channel])
      }
      if distance < least { (best, least) = (index, distance) }
    }
    return best
  }
}
