import Testing

@testable import Imaging
@testable import PhotoCodecs

/// Figures from SMPTE ST 2084, ITU-R BT.2100, BT.2390 and BT.2408.
@Suite struct HighDynamicRangeTests {
  private static let size = PixelSize(width: 3, height: 2)

  /// A flat PNG of 16 bits a sample, each channel a coded value from 0 to 1.
  private func picture(
    _ coded: [Double], _ points: [UInt8], alpha: Double = 1, _ chunks: PNGBuilder.Chunk...
  )
    -> [UInt8]
  {
    var png = PNGBuilder(size: Self.size) { _, _ in
      (coded + [alpha]).map { Int(($0 * 65_535).rounded()) }
    }
    png.colourType = .rgba
    png.depth = 16
    png.chunks = [PNGBuilder.Chunk(type: "cICP", data: points)] + chunks
    return png.bytes
  }

  private func shown(_ bytes: [UInt8]) throws -> Colour {
    try Drawn(bytes, background: .black).raster[1, 1]
  }

  private func pq(_ luminances: Double..., primaries: UInt8 = 9) throws -> Colour {
    try shown(picture(luminances.map(PQ.coded), [primaries, 16, 0, 1]))
  }

  private func near(_ value: Double, _ expected: Double, within part: Double = 0.0005) -> Bool {
    abs(value - expected) <= part * expected
  }

  @Test func `the curves go through the standards' points`() {
    for (luminance, coded) in [
      (0.1, 0.0623), (100, 0.5081), (203, 0.5807), (1000, 0.7518), (10_000, 1),
    ] {
      #expect(abs(PQ.coded(luminance) - coded) < 0.0001)
      #expect(near(PQ.luminance(PQ.coded(luminance)), luminance, within: 1e-9))
    }
    #expect(PQ.luminance(0) == 0)
    for (coded, light) in [(0, 0), (0.25, 1 / 48.0), (0.5, 1 / 12.0), (0.75, 0.26496), (1, 1)] {
      #expect(abs(HLG.sceneLinear(coded) - light) < 0.00001)
    }
  }

  @Test
  func `dark tones stay, bright ones roll off to white, and none changes places with another`() {
    for peak in [203.0, 400, 1000, 4000, 10_000] {
      #expect(ToneMap.rolledOff(0, peak: peak) == 0)
      #expect(near(ToneMap.rolledOff(20, peak: peak), 20))
      #expect(near(ToneMap.rolledOff(peak, peak: peak), 203))
      let linearValues = stride(from: 0.0, through: peak, by: peak / 500).map {
        ToneMap.rolledOff($0, peak: peak)
      }
      #expect(zip(linearValues, linearValues.dropFirst()).allSatisfy { $0 < $1 })
      let map = ToneMap(peak: peak)
      for light in [0.01, 1, 50, 100, 203, 390, 999] where light < peak {
        let gained = Double(map.gain(Float(light / 203))) * light
        #expect(near(gained, ToneMap.rolledOff(light, peak: peak), within: 0.002))
      }
      #expect(near(Double(map.gain(Float(peak / 203) * 4)) * peak / 203 * 4, 1))
    }
    #expect(near(ToneMap.rolledOff(203, peak: 1000), 159.04))
    #expect(near(ToneMap.rolledOff(400, peak: 10_000), 144.35))
    #expect(near(ToneMap.rolledOff(150, peak: 203), 150))
  }

  @Test
  func `greys in PQ come out by their light, where 203 candelas are white before the roll-off`()
    throws
  {
    for (luminance, code) in [
      (0.0, UInt8(0)), (20, 88), (50, 136), (203, 229), (400, 250), (1000, 255), (9000, 255),
    ] {
      let colour = try pq(luminance, luminance, luminance)
      #expect(colour.distance(to: Colour(grey: code)) <= 1, "\(luminance): \(colour)")
    }
  }

  @Test func `greys in HLG come out as a display of 1000 candelas would show them`() throws {
    for (coded, code) in [(0.0, UInt8(0)), (0.25, 61), (0.5, 137), (0.75, 229), (1, 255)] {
      let colour = try shown(picture([coded, coded, coded], [9, 18, 0, 1]))
      #expect(colour.distance(to: Colour(grey: code)) <= 1, "\(coded): \(colour)")
    }
  }

  @Test(arguments: [UInt8(16), 18]) func `the narrow range stands for the same`(transfer: UInt8)
    throws
  {
    for coded in [0, 0.25, 0.5, 0.75, 1] {
      let full = try shown(picture([coded, coded, coded], [9, transfer, 0, 1]))
      let narrow = (16 + 219 * coded) * 256 / 65_535
      let colour = try shown(picture([narrow, narrow, narrow], [9, transfer, 0, 0]))
      #expect(colour.distance(to: full) <= 1, "\(coded): \(colour)")
    }
  }

  @Test func `dark colours are those of their primaries, and what lies outside is clipped`() throws
  {
    // 10, 20 and 40 cd/m2 in Rec. 709 are these parts of 203.
    let expected = [10.0, 20, 40].map { UInt8((SRGB.coded($0 / 203) * 255).rounded()) }
    #expect(
      try pq(10, 20, 40, primaries: 1).distance(to: Colour(expected[0], expected[1], expected[2]))
        <= 1)
    // Rec. 2020's green has less than no red and blue in sRGB, and 1.133 of its green.
    let green = try pq(0, 40, 0)
    #expect(
      green.distance(to: Colour(0, UInt8((SRGB.coded(40 * 1.1329 / 203) * 255).rounded()), 0)) <= 1)
  }

  @Test func `a bright colour keeps its hue`() throws {
    let colour = try pq(1000, 500, 250, primaries: 1)
    let expected = [1, 0.5, 0.25].map { UInt8((SRGB.coded($0) * 255).rounded()) }
    #expect(colour.distance(to: Colour(expected[0], expected[1], expected[2])) <= 1)
  }

  @Test func `the peak that a photo states decides how far it is rolled off`() throws {
    let content = PNGBuilder.Chunk(
      type: "cLLI", data: UInt32(4000 * 10_000).bigEndianBytes + UInt32(200 * 10_000).bigEndianBytes
    )
    let mastering = PNGBuilder.Chunk(
      type: "mDCV",
      data: [UInt8](repeating: 0, count: 16) + UInt32(10_000 * 10_000).bigEndianBytes
        + UInt32(1).bigEndianBytes)
    let grey = [Double](repeating: PQ.coded(1000), count: 3)
    #expect(try shown(picture(grey, [9, 16, 0, 1], content)).distance(to: Colour(grey: 250)) <= 1)
    #expect(
      try shown(picture(grey, [9, 16, 0, 1], mastering)).distance(to: Colour(grey: 242)) <= 1)
    #expect(
      try shown(picture(grey, [9, 16, 0, 1], mastering, content)).distance(to: Colour(grey: 250))
        <= 1)
    for length in [0, 3, 24] {
      let odd = PNGBuilder.Chunk(type: "cLLI", data: [UInt8](repeating: 0, count: length))
      #expect(try shown(picture(grey, [9, 16, 0, 1], odd)).distance(to: .white) <= 1)
    }
  }

  @Test func `alpha stays, and eight bits do as well as sixteen`() throws {
    let half = try shown(
      picture([Double](repeating: PQ.coded(203), count: 3), [9, 16, 0, 1], alpha: 0.5))
    #expect(half.distance(to: Colour(grey: 115)) <= 1)
    var png = PNGBuilder(Self.size) { _, _ in Colour(91, 112, 148) }
    png.chunks = [PNGBuilder.Chunk(type: "cICP", data: [1, 16, 0, 1])]
    // 91, 112 and 148 of 255 are 20.0, 49.4 and 202.4 cd/m2; the last is rolled off to 158.8, the
    // others with it.
    let gain = 158.8 / 202.42
    let expected = [19.97, 49.44, 202.42].map {
      UInt8((SRGB.coded($0 * gain / 203) * 255).rounded())
    }
    #expect(try shown(png.bytes).distance(to: Colour(expected[0], expected[1], expected[2])) <= 1)
    let photo = try header(png.bytes)
    #expect(photo.fault == nil)
    #expect(
      photo.toneMappingFault
        == "its high dynamic range (PQ) was tone-mapped to the canvas's colours")
  }

  // MARK: - Luminances

  /// The linear luminances of pixels before tone mapping, each channel a coded value from 0 to 1.
  private func luminances(
    _ coded: [[Double]], _ curve: HDRCurve, _ primaries: UInt8 = 9, depth: SampleDepth = .sixteen,
    to target: ColourSpace = .sRGB
  ) throws -> [Float] {
    let chromaticities = try #require(Chromaticities(codePoint: primaries))
    let space = try #require(HDRSpace(curve, chromaticities, peak: nil))
    let transform = HDRTransform(from: space, to: target, depth: depth)
    var values = [Float](repeating: -1, count: coded.count)
    let steps = coded.flatMap { $0 + [1] }.map { ($0 * Double(depth.maxValue)).rounded() }
    switch depth {
    case .eight:
      unsafe steps.map { UInt8($0) }.withUnsafeBytes {
        unsafe transform.luminances(of: $0.baseAddress!, into: &values)
      }
    case .sixteen:
      unsafe steps.map { UInt16($0) }.withUnsafeBytes {
        unsafe transform.luminances(of: $0.baseAddress!, into: &values)
      }
    }
    return values
  }

  @Test func `luminances before tone mapping are relative to SDR white`() throws {
    let wanted = [0, 20.3, 203, 1000, 10_000]
    let greys = wanted.map { [Double](repeating: PQ.coded($0), count: 3) }
    for target in ColourSpace.allCases {
      for (value, light) in zip(try luminances(greys, .pq, to: target), wanted) {
        #expect(near(Double(value), light / 203, within: 0.001) || light == 0 && value == 0)
      }
      let coarse = try luminances(greys, .pq, depth: .eight, to: target)
      for (value, light) in zip(coarse, wanted) {
        #expect(near(Double(value), light / 203, within: 0.04) || light == 0 && value == 0)
      }
    }
    // A code of 75 percent is HLG's reference white on a display of 1000 cd/m2.
    let hlg = try luminances([[0.75, 0.75, 0.75], [1, 1, 1], [0, 0, 0]], .hlg)
    #expect(near(Double(hlg[0]), 1, within: 0.005) && hlg[2] == 0)
    #expect(near(Double(hlg[1]), 1000.0 / 203, within: 0.001))
  }

  @Test func `colours count by their luminance, whatever the target's primaries`() throws {
    let white = PQ.coded(203)
    let colours = [[white, 0, 0], [0, white, 0], [0, 0, white]]
    for target in ColourSpace.allCases {
      let wide = try luminances(colours, .pq, 9, to: target)
      for (value, share) in zip(wide, [0.2627, 0.6780, 0.0593]) {
        #expect(abs(Double(value) - share) < 0.002)
      }
      let narrow = try luminances(colours, .pq, 1, to: target)
      for (value, share) in zip(narrow, [0.2126, 0.7152, 0.0722]) {
        #expect(abs(Double(value) - share) < 0.002)
      }
    }
  }
}
