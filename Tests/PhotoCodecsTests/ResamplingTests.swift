import TestSupport
import Testing

@testable import Imaging

@Suite struct ResamplingTests {
  @Test func `a photo at its own size is drawn exactly`() throws {
    let picture = Raster.noise(PixelSize(width: 61, height: 47))
    #expect(try Drawn(encoded(picture)).raster.difference(from: picture) == nil)
  }

  @Test(arguments: [
    PixelRect(x: 0, y: 0, width: 5, height: 4), PixelRect(x: 56, y: 43, width: 5, height: 4),
    PixelRect(x: 17, y: 9, width: 30, height: 1), PixelRect(x: 60, y: 0, width: 1, height: 47),
  ])
  func `a part of whole pixels at its own size is drawn exactly`(part: PixelRect) throws {
    let picture = Raster.noise(PixelSize(width: 61, height: 47))
    let drawn = try Drawn(encoded(picture), showing: Region(part)).raster
    #expect(drawn.difference(from: picture.cut(part)) == nil)
  }

  @Test(arguments: [
    PixelSize(width: 8, height: 8), PixelSize(width: 7, height: 13),
    PixelSize(width: 31, height: 4),
  ])
  func `a black and white checkerboard becomes the grey of half the light`(frame: PixelSize) throws
  {
    let board = Raster(size: PixelSize(width: 64, height: 64)) { x, y in
      (x + y) % 2 == 0 ? .black : .white
    }
    let drawn = try Drawn(encoded(board), at: frame).raster
    for y in 0..<frame.height {
      for x in 0..<frame.width { #expect(drawn[x, y].distance(to: Colour(grey: 188)) <= 1) }
    }
  }

  /// Sizes from tiny to larger than the photo, in whole and odd ratios.
  static let frames = [(1, 1), (2, 30), (13, 7), (39, 26), (40, 27), (41, 28), (97, 3), (5, 120)]
    .map { PixelSize(width: $0.0, height: $0.1) }

  @Test(arguments: frames)
  func `a photo of one colour stays of this colour at any size`(frame: PixelSize) throws {
    let colours = [
      Colour.black, .white, Colour(1, 2, 3), Colour(254, 128, 11), Colour(37, 200, 90),
    ]
    for colour in colours {
      let photo = try encoded(Raster(size: PixelSize(width: 40, height: 27), filledWith: colour))
      let drawn = try Drawn(photo, at: frame).raster
      #expect(drawn.difference(from: Raster(size: frame, filledWith: colour)) == nil)
      let part = try Drawn(
        photo, showing: Region(x: 3.3, y: 0.7, width: 21.9, height: 18.2), at: frame
      )
      .raster
      #expect(part.difference(from: Raster(size: frame, filledWith: colour)) == nil)
    }
  }

  @Test(arguments: frames)
  func `a picture and its mirror image become mirror images`(frame: PixelSize) throws {
    let size = PixelSize(width: 40, height: 27)
    let picture = Raster.noise(size)
    let mirrored = Raster(size: size) { x, y in picture[size.width - 1 - x, size.height - 1 - y] }
    let drawn = try Drawn(encoded(picture), at: frame).raster
    let other = try Drawn(encoded(mirrored), at: frame).raster
    let back = Raster(size: frame) { x, y in other[frame.width - 1 - x, frame.height - 1 - y] }
    #expect(drawn.difference(from: back, tolerance: 1) == nil)
  }

  /// Rows and columns go through different code.
  @Test(arguments: frames)
  func `a picture and its transpose become transposes`(frame: PixelSize) throws {
    let size = PixelSize(width: 40, height: 27)
    let picture = Raster.noise(size)
    let transposed = Raster(size: size.transposed) { x, y in picture[y, x] }
    let drawn = try Drawn(encoded(picture), at: frame).raster
    let other = try Drawn(encoded(transposed), at: frame.transposed).raster
    let back = Raster(size: frame) { x, y in other[y, x] }
    #expect(drawn.difference(from: back, tolerance: 1) == nil)
  }

  @Test func `an edge stays where it is when a photo is reduced`() throws {
    // Dark up to column 48 of 96: at a quarter, up to column 12 of 24.
    let picture = Raster(size: PixelSize(width: 96, height: 8)) { x, _ in
      Colour(grey: x < 48 ? 60 : 180)
    }
    let drawn = try Drawn(encoded(picture), at: PixelSize(width: 24, height: 2)).raster
    for x in 0..<9 { #expect(drawn[x, 0].distance(to: Colour(grey: 60)) <= 8) }
    for x in 15..<24 { #expect(drawn[x, 0].distance(to: Colour(grey: 180)) <= 8) }
    #expect(drawn[11, 0].red < 100 && drawn[12, 0].red > 140)
  }

  @Test func `a photo of one pixel fills any frame`() throws {
    let photo = try encoded(
      Raster(size: PixelSize(width: 1, height: 1), filledWith: Colour(9, 8, 7)))
    let frame = PixelSize(width: 30, height: 20)
    #expect(
      try Drawn(photo, at: frame).raster.difference(
        from: Raster(size: frame, filledWith: Colour(9, 8, 7)))
        == nil)
  }

  @Test func `what lies outside of the shown part leaves no trace far from the border`() throws {
    let size = PixelSize(width: 60, height: 60)
    let inner = PixelRect(x: 20, y: 20, width: 20, height: 20)
    let plain = Raster(size: size, filledWith: Colour(grey: 90))
    let framed = Raster(size: size) { x, y in
      Colour(grey: (17..<43).contains(x) && (17..<43).contains(y) ? 90 : 255)
    }
    let frame = PixelSize(width: 30, height: 30)
    let one = try Drawn(encoded(plain), showing: Region(inner), at: frame).raster
    let other = try Drawn(encoded(framed), showing: Region(inner), at: frame).raster
    #expect(one.difference(from: other) == nil)
  }
}
