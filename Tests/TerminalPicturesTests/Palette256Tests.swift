import Testing

@testable import TerminalPictures

@Suite struct Palette256Tests {
  @Test(
    arguments: [
      (16, 0, 0, 0), (17, 0, 0, 95), (18, 0, 0, 135), (25, 0, 95, 175), (103, 135, 135, 175),
      (196, 255, 0, 0), (231, 255, 255, 255), (232, 8, 8, 8), (243, 118, 118, 118),
      (255, 238, 238, 238),
    ] as [(UInt8, Int32, Int32, Int32)])
  func `the colours are those of xterm, and each is the nearest to itself`(
    index: UInt8, red: Int32, green: Int32, blue: Int32
  ) {
    let colour = SIMD4(red, green, blue, 0)
    #expect(Palette256.colour(index) == colour)
    #expect(Palette256.nearest(toTwelfths: colour &* 12) == index)
  }
}
