import Testing

@testable import Imaging
@testable import PhotoCodecs

/// A JPEG that the decoder itself reduces must lie where the reduced original lies.
@Suite struct JPEGScalingTests {
  /// Soft shapes, so that any shift shows and an eighth of the size still has them all.
  static let picture = Raster(size: PixelSize(width: 192, height: 128)) { x, y in
    func wave(_ across: Int, _ down: Int, _ phase: Int) -> Int {
      // A triangle wave from -64 to 64.
      let place = (x * across + y * down + phase) % 256
      return abs(place - 128) - 64
    }
    let light = 128 + wave(3, 1, 0) * 3 / 4 + wave(1, 4, 90) / 2
    return Colour(
      UInt8(clamping: light + 20), UInt8(clamping: light),
      UInt8(clamping: light - wave(2, 1, 40) / 4))
  }

  static let png = Result { try encoded(picture) }

  /// How far one picture is shifted against another, in pixels, by the least squares of brightness
  /// over its slopes.
  private func shift(of one: Raster, against other: Raster) -> (x: Double, y: Double) {
    func light(_ raster: Raster, _ x: Int, _ y: Int) -> Double { Double(raster[x, y].green) }
    var xx = 0.0, xy = 0.0, yy = 0.0, xd = 0.0, yd = 0.0
    for y in 1..<one.size.height - 1 {
      for x in 1..<one.size.width - 1 {
        let across = (light(other, x + 1, y) - light(other, x - 1, y)) / 2
        let down = (light(other, x, y + 1) - light(other, x, y - 1)) / 2
        let difference = light(other, x, y) - light(one, x, y)
        xx += across * across
        xy += across * down
        yy += down * down
        xd += across * difference
        yd += down * difference
      }
    }
    let determinant = xx * yy - xy * xy
    return ((xd * yy - yd * xy) / determinant, (yd * xx - xd * xy) / determinant)
  }

  private func meanDifference(_ one: Raster, _ other: Raster) -> Double {
    var sum = 0
    for y in 0..<one.size.height {
      for x in 0..<one.size.width { sum += abs(Int(one[x, y].green) - Int(other[x, y].green)) }
    }
    return Double(sum) / Double(one.size.pixels)
  }

  @Test func `the shift of a picture that is one pixel off is found`() throws {
    let one = Self.picture.cut(PixelRect(x: 10, y: 10, width: 100, height: 100))
    let found = shift(
      of: Self.picture.cut(PixelRect(x: 9, y: 11, width: 100, height: 100)), against: one)
    #expect(abs(found.x - 1) < 0.3 && abs(found.y + 1) < 0.3)
  }

  @Test(arguments: [1, 2, 4, 8], [90, 100])
  func `a JPEG lies where the original lies at every eighth`(eighths: Int, quality: Int) throws {
    let jpeg = try encoded(Self.picture, .jpeg(try #require(Quality(quality))))
    // Exactly the decoder's own sizes, and sizes between them that the resampler goes on to.
    let exact = PixelSize(width: 192 * eighths / 8, height: 128 * eighths / 8)
    let between = PixelSize(
      width: exact.width - 9, height: exact.height * (exact.width - 9) / exact.width)
    for frame in [exact, between] {
      let plan = DecodePlan(
        try header(jpeg), showing: Region(PixelRect(Self.picture.size)), at: frame, .draft)
      #expect(plan.eighths == eighths)
      let drawn = try Drawn(jpeg, at: frame, .draft).raster
      let reference = try Drawn(Self.png.get(), at: frame).raster
      let shift = shift(of: drawn, against: reference)
      #expect(abs(shift.x) < 0.02 && abs(shift.y) < 0.02, "\(frame): \(shift)")
      #expect(meanDifference(drawn, reference) < 1.5, "\(frame)")
    }
  }

  /// The parts are chosen off the block grid.
  @Test(arguments: [1, 2, 4, 8])
  func `a part of a JPEG lies where that part of the original lies`(eighths: Int) throws {
    let jpeg = try encoded(Self.picture, .jpeg(try #require(Quality(95))))
    let region = Region(x: 37, y: 21, width: 120, height: 80)
    let frame = PixelSize(width: 120 * eighths / 8, height: 80 * eighths / 8)
    let drawn = try Drawn(jpeg, showing: region, at: frame, .draft).raster
    let reference = try Drawn(Self.png.get(), showing: region, at: frame).raster
    let shift = shift(of: drawn, against: reference)
    #expect(abs(shift.x) < 0.06 && abs(shift.y) < 0.06, "\(shift)")
    #expect(meanDifference(drawn, reference) < 1.5)
  }

  @Test(arguments: JPEGBuilder.Sampling.allCases, 1...8)
  func `a plain JPEG stays plain at every eighth`(sampling: JPEGBuilder.Sampling, eighths: Int)
    throws
  {
    let size = PixelSize(width: 99, height: 75)
    let photo = JPEGBuilder(size: size, components: sampling.components) { component, _, _ in
      [component == 0 ? 300 : component == 3 ? 1000 : -160]
    }.bytes
    let whole = try Drawn(photo).raster
    let frame = PixelSize(width: size.width * eighths / 8, height: size.height * eighths / 8)
    let wanted = Raster(size: frame, filledWith: whole[0, 0])
    #expect(whole.difference(from: Raster(size: size, filledWith: whole[0, 0])) == nil)
    #expect(try Drawn(photo, at: frame).raster.difference(from: wanted) == nil)
  }
}
