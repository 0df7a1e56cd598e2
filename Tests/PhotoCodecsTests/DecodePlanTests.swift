import Testing

@testable import Imaging
@testable import PhotoCodecs

@Suite struct DecodePlanTests {
  private func plan(
    _ photo: [UInt8], showing region: Region? = nil, at frame: PixelSize,
    _ fidelity: Fidelity = .standard
  ) throws -> DecodePlan {
    let header = try header(photo)
    return DecodePlan(header, showing: region ?? Region(header.size), at: frame, fidelity)
  }

  @Test(arguments: [
    // The frame's width and height for a JPEG of 800x400, and the eighths for a draft and for a
    // good picture.
    (800, 400, 8, 8), (1600, 800, 8, 8), (401, 200, 8, 8), (400, 201, 8, 8), (400, 200, 4, 8),
    (327, 163, 4, 4),
    (328, 163, 4, 8), (201, 100, 4, 4), (200, 101, 4, 4), (200, 100, 2, 4), (163, 81, 2, 2),
    (164, 81, 2, 4),
    (101, 50, 2, 2), (100, 50, 1, 2), (81, 40, 1, 1), (82, 40, 1, 2), (1, 1, 1, 1), (1, 399, 8, 8),
  ])
  func `a JPEG is decoded at the smallest size that covers its frame with a margin`(
    width: Int, height: Int, draft: Int, standard: Int
  ) throws {
    let photo = JPEGBuilder.plain([90], size: PixelSize(width: 800, height: 400)).bytes
    let frame = PixelSize(width: width, height: height)
    #expect(try plan(photo, at: frame, .draft).eighths == draft)
    #expect(try plan(photo, at: frame).eighths == standard)
    #expect(try plan(photo, at: frame, .exact).eighths == 8)
  }

  @Test func `what counts is the part that is shown`() throws {
    let photo = JPEGBuilder.plain([90], size: PixelSize(width: 800, height: 400)).bytes
    let region = Region(x: 100, y: 0, width: 200, height: 100)
    let plan = try plan(photo, showing: region, at: PixelSize(width: 80, height: 40))
    #expect(plan.eighths == 4)
    #expect(plan.region == Region(x: 50, y: 0, width: 100, height: 50))
    #expect(plan.target == PixelSize(width: 80, height: 40))
  }

  @Test func `a turned photo is planned as it is stored`() throws {
    let exif = EXIFBuilder.orientation(6)
    let photo = JPEGBuilder.plain(
      [90], size: PixelSize(width: 800, height: 400), segments: [.exif(exif)]
    )
    .bytes
    let plan = try plan(
      photo, showing: Region(x: 0, y: 0, width: 400, height: 200),
      at: PixelSize(width: 80, height: 40))
    #expect(plan.eighths == 2)
    #expect(plan.target == PixelSize(width: 40, height: 80))
    // The top of the upright photo is the left of the stored one, and its left is the stored one's
    // bottom.
    #expect(plan.region == Region(x: 0, y: 0, width: 50, height: 100))
  }

  @Test func `a PNG is decoded whole`() throws {
    let photo = PNGBuilder.plain(PixelSize(width: 64, height: 64)).bytes
    #expect(try plan(photo, at: PixelSize(width: 4, height: 4)).eighths == 8)
  }

  @Test(arguments: [(1, 1), (7, 3), (8, 8), (9, 17), (100, 50), (65_500, 1)])
  func `the decoder delivers what the plan says`(width: Int, height: Int) throws {
    let size = PixelSize(width: width, height: height)
    let file = try opened(JPEGBuilder.plain([90], size: PixelSize(width: 100, height: 50)).bytes)
    let header = try PhotoHeader(of: file, limits: DecodeLimits())
    for eighths in [1, 2, 4, 8] {
      let frame = PixelSize(width: (100 * eighths + 4) / 8, height: (50 * eighths) / 8)
      let plan = DecodePlan(header, showing: Region(header.size), at: frame, .draft)
      let decoded = plan.decodedSize(of: size)
      #expect(
        decoded.width == (width * plan.eighths + 7) / 8
          && decoded.height == (height * plan.eighths + 7) / 8)
      #expect(decoded.width >= 1 && decoded.height >= 1)
    }
  }
}
