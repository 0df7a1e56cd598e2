import PhotoCodecs
import Testing

@testable import Imaging

@Suite struct JPEGColourTests {
  private func colour(_ values: [Int], _ segments: JPEGBuilder.Segment...) throws -> Colour {
    let raster = try Drawn(JPEGBuilder.plain(values, segments: segments).bytes).raster
    #expect(raster.difference(from: Raster(size: raster.size, filledWith: raster[0, 0])) == nil)
    return raster[0, 0]
  }

  @Test(arguments: [0, 1, 128, 254, 255])
  func `grey stays grey`(value: Int) throws {
    #expect(try colour([value]) == Colour(grey: UInt8(value)))
  }

  @Test func `three components are luma and chroma, or red, green and blue where Adobe says so`() throws {
    #expect(try colour([128, 128, 128]) == Colour(grey: 128))
    #expect(try colour([76, 85, 255]).distance(to: Colour(254, 0, 0)) <= 1)
    #expect(try colour([10, 200, 90], .adobe(transform: 0)) == Colour(10, 200, 90))
    #expect(try colour([128, 128, 128], .adobe(transform: 1)) == Colour(grey: 128))
  }

  /// Without Adobe's marker 0 is no ink, with it 255 is.
  @Test(arguments: [
    ([0, 0, 0, 0], Colour.white), ([255, 0, 0, 0], Colour(0, 255, 255)),
    ([0, 255, 0, 0], Colour(255, 0, 255)),
    ([0, 0, 255, 0], Colour(255, 255, 0)), ([0, 0, 0, 255], .black), ([255, 255, 255, 255], .black),
    ([55, 155, 0, 0], Colour(200, 100, 255)), ([55, 155, 0, 127], Colour(100, 50, 128)),
  ])
  func `four inks are not inverted, with and without Adobe's marker`(inks: [Int], wanted: Colour) throws {
    #expect(try colour(inks) == wanted)
    #expect(try colour(inks.map { 255 - $0 }, .adobe(transform: 0)) == wanted)
  }

  @Test func `inks stored as luma and chroma come out as inks`() throws {
    // libjpeg's YCCK: the first three are the complement of CMY, all as Adobe inverts them.
    #expect(try colour([0, 128, 128, 255], .adobe(transform: 2)) == .white)
    #expect(try colour([255, 128, 128, 255], .adobe(transform: 2)) == .black)
    #expect(try colour([0, 128, 128, 0], .adobe(transform: 2)) == .black)
    #expect(try colour([155, 128, 128, 255], .adobe(transform: 2)) == Colour(grey: 100))
  }

  @Test func `a JPEG is opaque and counts as sRGB`() throws {
    let header = try header(JPEGBuilder.plain([90]).bytes)
    #expect(header.isOpaque && header.colours == .sRGB && header.fault == nil)
  }
}
