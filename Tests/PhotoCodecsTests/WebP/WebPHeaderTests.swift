import Testing

@testable import Imaging
@testable import PhotoCodecs

/// What a WebP's header tells; no pixel is decoded.
struct WebPHeaderTests {
  private func read(_ chunks: [UInt8]...) throws -> PhotoHeader {
    try header(WebPBuilder(chunks: chunks).bytes)
  }

  private func damage(_ chunks: [UInt8]...) -> String? {
    do {
      _ = try header(WebPBuilder(chunks: chunks).bytes)
      return nil
    } catch CodecError.damaged(let reason, allowable: false) {
      return reason
    } catch {
      return "\(error)"
    }
  }

  @Test(arguments: [(1, 1), (16_383, 1), (640, 480)])
  func `a picture's size is known from its first bytes`(_ width: Int, _ height: Int) throws {
    let size = PixelSize(width: width, height: height)
    let lossy = try read(WebPBuilder.lossy(width, height))
    #expect(
      lossy.storedSize == size && lossy.isOpaque && lossy.isReducible && lossy.format == .webp)
    let lossless = try read(WebPBuilder.lossless(width, height))
    #expect(lossless.storedSize == size && lossless.isOpaque && !lossless.isReducible)
  }

  @Test func `transparency is a bit of lossless pictures and a chunk of lossy ones`() throws {
    #expect(try !read(WebPBuilder.lossless(8, 8, hasAlpha: true)).isOpaque)
    let transparent = try read(
      WebPBuilder.canvas(8, 8), WebPBuilder.chunk("ALPH", [0, 1]), WebPBuilder.lossy(8, 8))
    #expect(!transparent.isOpaque && !transparent.isReducible)
  }

  @Test func `only lossy photos are reduced while they are decoded`() throws {
    let frame = PixelSize(width: 100, height: 50)
    let lossy = try read(WebPBuilder.lossy(802, 400))
    #expect(DecodePlan(lossy, showing: Region(lossy.size), at: frame).eighths == 2)
    #expect(DecodePlan(lossy, showing: Region(lossy.size), at: frame, .exact).eighths == 8)
    let lossless = try read(WebPBuilder.lossless(802, 400))
    #expect(DecodePlan(lossless, showing: Region(lossless.size), at: frame, .draft).eighths == 8)
  }

  @Test func `a reduced picture is fitted into its size, not cut`() throws {
    let lossy = try read(WebPBuilder.lossy(802, 400))
    let plan = DecodePlan(lossy, showing: Region(lossy.size), at: PixelSize(width: 100, height: 50))
    #expect(plan.decodedSize(of: lossy.storedSize) == PixelSize(width: 201, height: 100))
    #expect(plan.region == Region(x: 0, y: 0, width: 201, height: 100))
  }

  @Test func `EXIF, XMP and a profile are found before and after the picture`() throws {
    let exif = WebPBuilder.chunk("EXIF", Array("Exif\0\0".utf8) + EXIFBuilder.orientation(6))
    let profile = WebPBuilder.chunk(
      "ICCP",
      ProfileBuilder.matrix(ProfileBuilder.sRGBColourants, curve: ProfileBuilder.power(1.8)).bytes)
    let photo = try read(WebPBuilder.canvas(8, 4), profile, WebPBuilder.lossy(8, 4), exif)
    #expect(
      photo.orientation == Orientation(rawValue: 6) && photo.size == PixelSize(width: 4, height: 8))
    #expect(photo.colours != .sRGB && photo.fault == nil)
    let xmp = WebPBuilder.chunk("XMP ", Array("<x tiff:Orientation=\"3\"/>".utf8))
    #expect(
      try read(WebPBuilder.canvas(8, 4), xmp, WebPBuilder.lossy(8, 4)).orientation
        == Orientation(rawValue: 3))
  }

  @Test func `a profile that can't be used is passed over with a warning`() throws {
    let photo = try read(
      WebPBuilder.canvas(8, 4), WebPBuilder.chunk("ICCP", [1, 2, 3]), WebPBuilder.lossy(8, 4))
    #expect(
      photo.colours == .sRGB
        && photo.fault
          == "its colour profile can't be used and is ignored; its colours are taken as sRGB"
    )
  }

  @Test func `an animation has the size of its canvas and a warning`() throws {
    let photo = try read(
      WebPBuilder.canvas(16, 12, isAnimated: true), WebPBuilder.chunk("ANIM", [0, 0, 0, 0, 0, 0]),
      WebPBuilder.frame(x: 2, y: 1, 8, 6, WebPBuilder.lossless(8, 6)),
      WebPBuilder.frame(16, 12, WebPBuilder.lossless(16, 12)))
    #expect(photo.size == PixelSize(width: 16, height: 12))
    #expect(!photo.isOpaque && photo.fault == "only the first frame of its animation is used")
    let whole = try read(
      WebPBuilder.canvas(16, 12, isAnimated: true),
      WebPBuilder.frame(16, 12, WebPBuilder.lossy(16, 12)))
    #expect(whole.isOpaque && !whole.isReducible)
  }

  @Test func `what the worker may use counts as the photo's memory`() throws {
    let pixels = 4000 * 3000
    #expect(
      try (4 * pixels..<5 * pixels + 32 << 20).contains(
        read(WebPBuilder.lossy(4000, 3000)).decoderBufferBytes))
    #expect(try read(WebPBuilder.lossless(4000, 3000)).decoderBufferBytes > 8 * pixels)
    let limits = DecodeLimits(pixels: .max)
    let largest = WebPBuilder(chunks: [
      WebPBuilder.canvas(1 << 24, 1 << 24, isAnimated: true),
      WebPBuilder.frame(1, 1, WebPBuilder.lossless(1, 1)),
    ])
    #expect(try header(largest.bytes, limits: limits).decoderBufferBytes > 1 << 50)
  }

  @Test func `too many pixels are refused`() {
    #expect(
      throws: CodecError.tooManyPixels(
        PixelSize(width: 16_384, height: 16_384), limit: 16_383 * 16_383)
    ) {
      try read(WebPBuilder.lossless(16_384, 16_384))
    }
  }

  @Test func `wrong headers are damage`() {
    let early = "the file ends before its picture begins"
    #expect(damage() == early)
    #expect(damage(WebPBuilder.canvas(8, 8)) == early)
    #expect(damage(WebPBuilder.chunk("VP8 ", [0x10, 0, 0])) == early)
    #expect(damage(WebPBuilder.chunk("VP8 ", [], length: 1 << 31)) == early)
    #expect(damage(WebPBuilder.lossy(0, 8)) == "its VP8 header is wrong")
    #expect(
      damage(WebPBuilder.chunk("VP8 ", [UInt8](repeating: 0x11, count: 10)))
        == "its VP8 header is wrong")
    #expect(damage(WebPBuilder.lossless(8, 8, version: 1)) == "its VP8L header is wrong")
    #expect(
      damage(WebPBuilder.canvas(8, 8), WebPBuilder.lossy(8, 9))
        == "its picture doesn't fit its canvas")
    let canvas = WebPBuilder.canvas(8, 8, isAnimated: true)
    #expect(damage(canvas, WebPBuilder.lossy(8, 8)) == early)
    #expect(damage(canvas, WebPBuilder.frame(8, 8)) == early)
    #expect(
      damage(canvas, WebPBuilder.frame(8, 8, WebPBuilder.lossy(4, 8)))
        == "a frame has conflicting sizes")
    #expect(
      damage(canvas, WebPBuilder.frame(x: 1, 8, 8, WebPBuilder.lossy(8, 8)))
        == "its picture doesn't fit its canvas")
  }

  @Test func `a header with any change is taken or refused for that`() throws {
    let whole = WebPBuilder(chunks: [
      WebPBuilder.canvas(16, 12, isAnimated: true), WebPBuilder.chunk("ICCP", [1, 2, 3]),
      WebPBuilder.frame(x: 2, y: 1, 8, 6, WebPBuilder.chunk("ALPH", [1]), WebPBuilder.lossy(8, 6)),
    ]).bytes
    for position in 12..<whole.count {
      for value in [0, 1, 0x7F, 0x80, 0xFF] as [UInt8] {
        var changed = whole
        changed[position] = value
        expectTakenOrRefused { _ = try header(changed, limits: DecodeLimits(pixels: .max)) }
      }
    }
  }

  @Test func `a file that ends anywhere is taken or refused for that`() throws {
    let whole = WebPBuilder(chunks: [
      WebPBuilder.canvas(16, 12, isAnimated: true), WebPBuilder.chunk("ICCP", [1, 2, 3]),
      WebPBuilder.frame(x: 2, y: 1, 8, 6, WebPBuilder.chunk("ALPH", [1]), WebPBuilder.lossy(8, 6)),
      WebPBuilder.chunk("EXIF", EXIFBuilder.orientation(6)),
    ]).bytes
    for count in 12..<whole.count {
      expectTakenOrRefused { _ = try header(Array(whole.prefix(count))) }
    }
    #expect(try header(whole).orientation == Orientation(rawValue: 6))
  }
}
