import Testing

@testable import Imaging
@testable import PhotoCodecs

/// Embedded profiles and a PNG's records of its colours, against numbers that others have published
/// or that follow from the standards.
@Suite struct ColourProfileTests {
  private static let displayP3 = ColourSpace.displayP3.profile

  private func picture(_ colour: Colour, _ chunks: PNGBuilder.Chunk...) -> [UInt8] {
    var photo = PNGBuilder(PixelSize(width: 3, height: 3)) { _, _ in colour }
    photo.chunks = chunks
    return photo.bytes
  }

  private func shown(_ colour: Colour, _ chunks: PNGBuilder.Chunk...) throws -> Colour {
    var photo = PNGBuilder(PixelSize(width: 3, height: 3)) { _, _ in colour }
    photo.chunks = chunks
    return try Drawn(photo.bytes).raster[1, 1]
  }

  // MARK: Matrices

  @Test(arguments: [
    // CSS Color 4: sRGB's red, green and blue in Display P3.
    (Colour(234, 51, 35), Colour(255, 0, 0)), (Colour(117, 251, 76), Colour(2, 255, 0)),
    (Colour(0, 0, 245), Colour(0, 0, 255)), (Colour(128, 128, 128), Colour(128, 128, 128)),
    (.white, .white), (.black, .black),
    // Beyond sRGB: the nearest there is.
    (Colour(255, 0, 0), Colour(255, 0, 0)), (Colour(0, 255, 0), Colour(0, 255, 0)),
  ])
  func `Display P3 comes out as sRGB`(stored: Colour, wanted: Colour) throws {
    #expect(try shown(stored, .profile(Self.displayP3)).distance(to: wanted) <= 1)
    #expect(try shown(stored, .codePoints(12, 13, 0, 1)).distance(to: wanted) <= 1)
  }

  @Test func `swapped channels come back to their places`() throws {
    let colourants = ProfileBuilder.sRGBColourants
    let profile = ProfileBuilder.matrix(
      [colourants[1], colourants[2], colourants[0]], curve: ProfileBuilder.power(2.2))
    let shown = try shown(Colour(10, 200, 100), .profile(profile.bytes))
    // 2.2 is not quite sRGB's curve: dark codes come out darker.
    #expect(shown.distance(to: Colour(100, 10, 200)) <= 8)
  }

  @Test func `a linear profile's sixteen bits keep their dark shades`() throws {
    let profile = ProfileBuilder.matrix(
      ProfileBuilder.sRGBColourants, curve: ProfileBuilder.power(1))
    for (sample, code) in [(0, 0), (20, 1), (199, 10), (2_000, 49), (14_027, 128), (65_535, 255)] {
      var photo = PNGBuilder(
        size: PixelSize(width: 4, height: 4), colourType: .rgb, depth: 16,
        samples: { _, _ in [sample, sample, sample] })
      photo.chunks = [.profile(profile.bytes)]
      #expect(
        try Drawn(photo.bytes).raster[1, 1].distance(to: Colour(grey: UInt8(code))) <= 1,
        "\(sample)")
    }
  }

  @Test func `other ways to write sRGB are sRGB itself`() throws {
    let table = ProfileBuilder.points(
      (0..<1024).map { UInt16((SRGB.linear(Double($0) / 1023) * 65_535).rounded()) })
    let profile = ProfileBuilder.matrix(ProfileBuilder.sRGBColourants, curve: table).bytes
    #expect(try header(picture(.white, .profile(profile))).colours == .sRGB)
    #expect(try header(picture(.white, .profile(ColourSpace.sRGB.profile))).colours == .sRGB)
    #expect(try header(picture(.white, .codePoints(1, 13, 0, 1))).colours == .sRGB)
    let nearly = ProfileBuilder.matrix(
      ProfileBuilder.sRGBColourants, curve: ProfileBuilder.power(2.2)
    ).bytes
    #expect(try header(picture(.white, .profile(nearly))).colours != .sRGB)
  }

  @Test func `a profile that lifts black is compensated`() throws {
    let lifted = ProfileBuilder.points((0..<256).map { UInt16(6_554 + Double($0) / 255 * 58_981) })
    let profile = ProfileBuilder.matrix(ProfileBuilder.sRGBColourants, curve: lifted).bytes
    #expect(try shown(.black, .profile(profile)).distance(to: .black) <= 1)
    #expect(try shown(.white, .profile(profile)).distance(to: .white) <= 1)
    #expect(try shown(Colour(grey: 128), .profile(profile)).distance(to: Colour(grey: 188)) <= 1)
  }

  @Test func `grey photos have grey profiles`() throws {
    var photo = PNGBuilder(
      size: PixelSize(width: 3, height: 3), colourType: .grey, samples: { _, _ in [128] })
    photo.chunks = [.profile(ProfileBuilder.grey(curve: ProfileBuilder.power(1)).bytes)]
    #expect(try Drawn(photo.bytes).raster[1, 1] == Colour(grey: 188))
    photo.chunks = [.profile(Self.displayP3)]
    #expect(try Drawn(photo.bytes).raster[1, 1] == Colour(grey: 128))
    #expect(
      try header(photo.bytes).fault
        == "its colour profile doesn't fit this kind of picture and is ignored; its colours are taken as sRGB"
    )
  }

  @Test(
    arguments: [
      // Four times as much is more than white; what lies 3 below black is black; roots of what is
      // below 0 are no numbers.
      (ProfileBuilder.parametric(4, 1, 4, 0, 0, 0, 0, 0), Colour.white),
      (ProfileBuilder.parametric(4, 1, 1, 0, 0, 0, -3, 0), Colour(grey: 0)),
      (ProfileBuilder.parametric(1, 0.5, -1, 0.25), Colour(grey: 0)),
    ])
  func `a curve that leaves black or white ends there`(_ curve: [UInt8], _ expected: Colour) throws
  {
    let profile = ProfileBuilder.matrix(ProfileBuilder.sRGBColourants, curve: curve)
    #expect(try shown(Colour(grey: 128), .profile(profile.bytes)).distance(to: expected) <= 1)
  }

  // MARK: Tables

  /// A picture's channels as linear light of sRGB's primaries.
  private static let rgbTable = ProfileBuilder.table(channels: 3) { corner in
    (0..<3).map { axis in
      (0..<3).reduce(0) { $0 + Double(corner[$1]) * ProfileBuilder.sRGBColourants[$1][axis] }
    }
  }

  @Test(arguments: [SampleDepth.eight, .sixteen])
  func `a table's colours are found, with their alpha`(depth: SampleDepth) throws {
    let scale = depth == .eight ? 1 : 257
    var photo = PNGBuilder(
      size: PixelSize(width: 3, height: 3), colourType: .rgba, depth: depth == .eight ? 8 : 16,
      samples: { x, _ in [255 * scale, 55 * scale, 128 * scale, x == 2 ? 0 : 255 * scale] })
    photo.chunks = [.profile(Self.rgbTable.bytes)]
    guard case .table = try header(photo.bytes).colours else {
      Issue.record("the table was not taken")
      return
    }
    let drawn = try Drawn(photo.bytes, background: Colour(7, 8, 9)).raster
    #expect(drawn[0, 1].distance(to: Colour(255, 128, 188)) <= 2)
    #expect(drawn[2, 1] == Colour(7, 8, 9))
  }

  @Test func `a grey photo's table is followed`() throws {
    // Only half of the light, but for white, which Little CMS keeps.
    let half = ProfileBuilder.table(channels: 1) { corner in
      [0.4821, 0.5, 0.4124].map { $0 * Double(corner[0]) }
    }
    var photo = PNGBuilder(
      size: PixelSize(width: 3, height: 3), colourType: .grey, samples: { _, _ in [128] })
    photo.chunks = [.profile(half.bytes)]
    #expect(try Drawn(photo.bytes).raster[1, 1].distance(to: Colour(grey: 137)) <= 2)
  }

  @Test(arguments: [false, true])
  func `inks are mixed by their profile`(inverted: Bool) throws {
    // The black ink alone takes light away, so that only a profile can tell.
    let profile = ProfileBuilder.table(channels: 4) { corner in
      ProfileBuilder.sRGBColourants.reduce([0, 0, 0]) { sum, colourant in
        zip(sum, colourant).map { $0 + $1 * Double(1 - corner[3]) }
      }
    }
    let inks = [255, 200, 100, 0].map { inverted ? 255 - $0 : $0 }
    var photo = JPEGBuilder.plain(inks)
    photo.segments =
      [.profilePiece(1, of: 1, profile.bytes)] + (inverted ? [.adobe(transform: 0)] : [])
    #expect(try Drawn(photo.bytes).raster[1, 1].distance(to: .white) <= 2)
  }

  @Test func `a profile that many photos carry is built once`() throws {
    let bytes = picture(.white, .profile(Self.rgbTable.bytes))
    guard case .table(let first) = try header(bytes).colours,
      case .table(let second) = try header(bytes).colours
    else {
      Issue.record("the table was not taken")
      return
    }
    #expect(first === second)
    #expect(
      first.transform(to: .sRGB, depth: .eight) === second.transform(to: .sRGB, depth: .eight))
  }

  // MARK: Faults

  @Test func `profiles that can't be used are passed over and told of`() throws {
    let broken = Array(Self.displayP3.prefix(200))
    var link = ProfileBuilder.matrix(ProfileBuilder.sRGBColourants, curve: ProfileBuilder.power(1))
    link.deviceClass = "link"
    var lab = ProfileBuilder.matrix(ProfileBuilder.sRGBColourants, curve: ProfileBuilder.power(1))
    lab.space = "Lab "
    let flat = ProfileBuilder.matrix(
      [[0.3, 0.3, 0.3], [0.3, 0.3, 0.3], [0.3, 0.3, 0.3]], curve: ProfileBuilder.power(1))
    let empty = ProfileBuilder(deviceClass: "scnr", tags: [])
    for profile in [
      [], broken, link.bytes, lab.bytes, flat.bytes, empty.bytes, [UInt8](repeating: 7, count: 500),
    ] {
      let bytes = picture(Colour(1, 2, 3), .profile(profile))
      #expect(try Drawn(bytes).raster[1, 1] == Colour(1, 2, 3))
      #expect(
        try header(bytes).fault
          == "its colour profile can't be used and is ignored; its colours are taken as sRGB")
    }
    let cmyk = ProfileBuilder.table(channels: 4) { _ in [0.5, 0.5, 0.5] }
    let bytes = picture(Colour(1, 2, 3), .profile(cmyk.bytes))
    #expect(try Drawn(bytes).raster[1, 1] == Colour(1, 2, 3))
    #expect(
      try header(bytes).fault
        == "its colour profile doesn't fit this kind of picture and is ignored; its colours are taken as sRGB"
    )
  }

  @Test func `high dynamic range that no PNG can have is refused, not shown wrong`() throws {
    for (transfer, name) in [(UInt8(16), "PQ"), (18, "HLG")] {
      for points in [(UInt8(9), UInt8(9), UInt8(1)), (9, 9, 0), (3, 0, 1)] {
        #expect(
          throws: CodecError.unsupported(reason: "high dynamic range (\(name)) in unknown colours")
        ) {
          try header(picture(.white, .codePoints(points.0, transfer, points.1, points.2)))
        }
      }
    }
  }

  @Test func `code points that say nothing are passed over and told of`() throws {
    for points in [[UInt8](), [2, 2, 0, 1], [1, 13, 1, 1], [1, 13, 1, 0], [250, 13, 0, 1]] {
      let bytes = picture(
        Colour(234, 51, 35), PNGBuilder.Chunk(type: "cICP", data: points), .profile(Self.displayP3))
      #expect(try Drawn(bytes).raster[1, 1].distance(to: Colour(255, 0, 0)) <= 1)
      #expect(
        try header(bytes).fault
          == (points.isEmpty ? nil : "its colour code points are unknown and are ignored"))
    }
  }

  @Test func `code points count before a profile, a profile before sRGB, and that before gamma`()
    throws
  {
    let gamma = PNGBuilder.Chunk(type: "gAMA", data: UInt32(100_000).bigEndianBytes)
    let tagged = PNGBuilder.Chunk(type: "sRGB", data: [0])
    let code = Colour(234, 51, 35)
    #expect(
      try shown(code, gamma, tagged, .profile(Self.displayP3), .codePoints(1, 13, 0, 1)) == code)
    #expect(
      try shown(code, gamma, tagged, .profile(Self.displayP3)).distance(to: Colour(255, 0, 0)) <= 1)
    #expect(try shown(code, gamma, tagged) == code)
    #expect(try shown(code, gamma).distance(to: Colour(245, 124, 105)) <= 1)
  }

  @Test func `a PNG's primaries are heeded`() throws {
    // Display P3's, with sRGB's gamma.
    let numbers = [31_270, 32_900, 68_000, 32_000, 26_500, 69_000, 15_000, 6_000]
    let primaries = PNGBuilder.Chunk(
      type: "cHRM", data: numbers.flatMap { UInt32($0).bigEndianBytes })
    let gamma = PNGBuilder.Chunk(type: "gAMA", data: UInt32(45_455).bigEndianBytes)
    #expect(try shown(Colour(234, 51, 35), primaries, gamma).distance(to: Colour(255, 0, 0)) <= 1)
    let none = PNGBuilder.Chunk(type: "cHRM", data: [UInt8](repeating: 0, count: 32))
    #expect(try shown(Colour(234, 51, 35), none, gamma) == Colour(234, 51, 35))
  }

  // MARK: Pieces

  @Test func `a JPEG's profile may come in pieces, in any order`() throws {
    let profile = Self.displayP3
    let cuts = [profile[..<100], profile[100..<300], profile[300...]]
    let pieces = (0..<3).map { JPEGBuilder.Segment.profilePiece(UInt8($0 + 1), of: 3, cuts[$0]) }
    let expected = PhotoColours.rgb(.displayP3)
    func colours(_ segments: [JPEGBuilder.Segment]) throws -> PhotoHeader {
      var photo = JPEGBuilder.plain([90, 128, 128])
      photo.segments = segments
      return try header(photo.bytes)
    }
    let whole = try colours([.profilePiece(1, of: 1, profile)])
    guard case .rgb(let space) = whole.colours, case .rgb(let wanted) = expected else {
      Issue.record("the profile was not taken")
      return
    }
    #expect(zip(space.toXYZ.columns, wanted.toXYZ.columns).allSatisfy { ($0 - $1).max() < 1e-4 })
    for order in [[0, 1, 2], [2, 0, 1], [1, 2, 0]] {
      #expect(try colours(order.map { pieces[$0] }).colours == whole.colours)
    }
    let other = JPEGBuilder.Segment.profilePiece(3, of: 4, cuts[2])
    let changed = JPEGBuilder.Segment.profilePiece(1, of: 3, cuts[1])
    for wrong in [[pieces[0], pieces[1]], pieces + [changed], [pieces[0], pieces[1], other]] {
      let header = try colours(wrong)
      #expect(header.colours == .sRGB)
      #expect(
        header.fault
          == "its colour profile can't be used and is ignored; its colours are taken as sRGB")
    }
  }

  /// As some programs count and write them.
  @Test func `pieces that come twice, count from 0 or don't say how many there are make a profile`()
    throws
  {
    let profile = Self.displayP3
    let cuts = [profile[..<100], profile[100..<300], profile[300...]]
    func colours(_ pieces: [(number: UInt8, count: UInt8, bytes: ArraySlice<UInt8>)]) throws
      -> PhotoHeader
    {
      var photo = JPEGBuilder.plain([90, 128, 128])
      photo.segments = pieces.map { .profilePiece($0.number, of: $0.count, $0.bytes) }
      return try header(photo.bytes)
    }
    let right = (0..<3).map { (number: UInt8($0 + 1), count: UInt8(3), bytes: cuts[$0]) }
    let expected = try colours(right)
    #expect(expected.fault == nil && expected.colours != .sRGB)
    let fromZero = (0..<3).map { (number: UInt8($0), count: UInt8(3), bytes: cuts[$0]) }
    let withoutCount = right.map { (number: $0.number, count: UInt8(0), bytes: $0.bytes) }
    let withoutNumbers = cuts.map { (number: UInt8(0), count: UInt8(0), bytes: $0) }
    let whole = (number: UInt8(1), count: UInt8(1), bytes: profile[...])
    for pieces in [
      right + right, [right[1], right[0], right[0], right[2]], fromZero, Array(fromZero.reversed()),
      withoutCount,
      Array(withoutCount.reversed()), withoutNumbers, [whole, whole],
      [(number: 0, count: 1, bytes: profile[...])],
      [(number: 0, count: 0, bytes: profile[...])], [(number: 1, count: 0, bytes: profile[...])],
    ] {
      let header = try colours(pieces)
      #expect(header.fault == nil && header.colours == expected.colours)
    }
  }

  // MARK: Narrow range

  @Test func `code points of the narrow range stretch what is between black and white`() throws {
    for (code, shown) in [(0, 0), (16, 0), (126, 128), (235, 255), (255, 255)] as [(UInt8, UInt8)] {
      let bytes = picture(Colour(grey: code), .codePoints(1, 13, 0, 0))
      #expect(try Drawn(bytes).raster[1, 1].distance(to: Colour(grey: shown)) <= 1, "\(code)")
      #expect(try header(bytes).fault == nil && header(bytes) == header(bytes))
    }
    let wide = try Drawn(picture(Colour(216, 60, 46), .codePoints(12, 13, 0, 0))).raster[1, 1]
    #expect(wide.distance(to: Colour(255, 0, 0)) <= 2)
  }

  // MARK: Writing

  @Test(arguments: [Encoding.png(.default), .jpeg(.default)])
  func `what is written in Display P3 is read back so`(encoding: Encoding) throws {
    let raster = Raster(
      size: PixelSize(width: 16, height: 16), filledWith: Colour(255, 0, 0), in: .displayP3)
    #expect(raster[3, 3] == Colour(234, 51, 35))
    let bytes = try encoded(raster, encoding)
    #expect(try header(bytes).fault == nil)
    #expect(try Drawn(bytes).raster[8, 8].distance(to: Colour(255, 0, 0)) <= 3)
  }

  @Test func `sRGB photos are drawn into Display P3, and its own are left alone`() throws {
    let size = PixelSize(width: 3, height: 3)
    func drawn(_ bytes: [UInt8]) throws -> Colour {
      let file = try opened(bytes)
      let header = try PhotoHeader(of: file, limits: DecodeLimits())
      let raster = Raster(size: size, filledWith: .white, in: .displayP3)
      _ = try PhotoDecoder.draw(
        file, header, plan: DecodePlan(header, showing: Region(size), at: size),
        into: Frame(size), of: raster,
        background: .white, limits: DecodeLimits(), allowsDamage: false, isCancelled: { false })
      return raster[1, 1]
    }
    #expect(try drawn(picture(Colour(255, 0, 0))).distance(to: Colour(234, 51, 35)) <= 1)
    #expect(
      try drawn(picture(Colour(200, 10, 90), .profile(Self.displayP3))).distance(
        to: Colour(200, 10, 90)) <= 1)
    #expect(
      try drawn(picture(Colour(255, 55, 128), .profile(Self.rgbTable.bytes))).distance(
        to: Colour(238, 137, 187)) <= 4)
  }
}
