package import Imaging

extension FaceDetector {
  /// The faces in an upright picture, as `faces(in:)` finds them; where there are none and much of
  /// the picture is dark, those that are found once it is made lighter: of people against the
  /// light.
  ///
  /// - Parameter raster: with sides of at most 1024 pixels; its dark parts may be lighter afterwards.
  /// - Throws: `outOfMemory`.
  package func facesInAnyLight(in raster: Raster) throws(CodecError) -> [Region] {
    let found = try faces(in: raster)
    guard found.isEmpty, raster.isDark else { return found }
    raster.lighten()
    return try faces(in: raster)
  }
}

extension Raster {
  /// The share of the pixels from which on a picture is dark, and below which code of their green
  /// they are.
  private static let darkShare = 0.4
  private static let darkCode = 64
  /// Of so many pixels one is looked at, which is enough.
  private static let step = 4

  /// Whether much of the picture is dark.
  fileprivate var isDark: Bool {
    var (dark, all) = (0, 0)
    for y in 0..<size.height {
      let row = unsafe pixels + y * stride
      for x in Swift.stride(from: y % Self.step, to: size.width, by: Self.step) {
        all += 1
        if unsafe row[x * Self.bytesPerPixel + 1] < Self.darkCode { dark += 1 }
      }
    }
    return all > 0 && Double(dark) >= Self.darkShare * Double(all)
  }

  /// Makes the picture lighter, the more the darker it is; black and white stay.
  fileprivate func lighten() {
    // A square root and a rounding are the same on every machine.
    let codes = (0...255).map { UInt8((Double($0) * 255).squareRoot().rounded()) }
    for place in 0..<size.height * stride where place % Self.bytesPerPixel != 3 {
      let code = unsafe pixels[place]
      unsafe pixels[place] = codes[Int(code)]
    }
  }
}
