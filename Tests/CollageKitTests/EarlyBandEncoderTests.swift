import Imaging
import PhotoCodecs
import Testing

@testable import CollageKit

@Suite struct EarlyBandEncoderTests {
  /// Four bands of rows.
  private static let raster = Raster.varied(PixelSize(width: 1000, height: 1600))
  private static let halves = [
    PixelRect(x: 0, y: 0, width: 1000, height: 800),
    PixelRect(x: 0, y: 800, width: 1000, height: 800),
  ]

  private static func encoder(
    _ pixels: PixelBands, _ areas: [PixelRect] = halves
  ) -> EarlyBandEncoder {
    EarlyBandEncoder(
      pixels, areas: areas, on: CanvasGround(pixels.raster, .white, except: areas))
  }

  private func bandsEncoded(_ start: EarlyBandEncoder) -> Int {
    var bands = 0
    while start.encodeBand() { bands += 1 }
    return bands
  }

  @Test func `bands are encoded when all their rows are drawn`() {
    let pixels = PixelBands(Self.raster, as: .jpeg(.default))
    #expect(pixels.count == 4)
    let start = Self.encoder(pixels)
    #expect(bandsEncoded(start) == 0)
    start.finished(0, SpareThreads(0))
    // The second reaches into the other half.
    #expect(
      (0..<4).map { pixels.rowsNeeded(for: $0).upperBound <= 800 } == [true, false, false, false])
    #expect(bandsEncoded(start) == 1)
    #expect(bandsEncoded(start) == 0)
  }

  @Test func `the order of the frames doesn't matter`() {
    let start = Self.encoder(PixelBands(Self.raster, as: .jpeg(.default)))
    start.finished(1, SpareThreads(0))
    #expect(bandsEncoded(start) == 2)
  }

  @Test func `when all is drawn all is encoded, each band once`() {
    let start = Self.encoder(PixelBands(Self.raster, as: .jpeg(.default)))
    start.finished(0, SpareThreads(0))
    #expect(bandsEncoded(start) == 1)
    start.finished(1, SpareThreads(0))
    #expect(bandsEncoded(start) == 3)
  }

  @Test(arguments: [1, 2, 9]) func `spare threads begin at once, and come back`(threads: Int) {
    let start = Self.encoder(PixelBands(Self.raster, as: .jpeg(.default)))
    let spare = SpareThreads(threads)
    start.finished(0, spare)
    start.finished(1, spare)
    start.finish()
    #expect(bandsEncoded(start) == 0)
    for _ in 0..<threads { #expect(spare.acquire()) }
    #expect(!spare.acquire())
  }

  @Test func `what is filled later is waited for`() {
    let start = Self.encoder(PixelBands(Self.raster, as: .jpeg(.default)))
    #expect(bandsEncoded(start) == 0)
    start.finished(1, SpareThreads(0))
    #expect(bandsEncoded(start) == 2)
  }

  @Test func `only so much waits in memory`() {
    let areas = [PixelRect(x: 0, y: 0, width: 1, height: 1)]
    let pixels = PixelBands(
      Raster(size: PixelSize(width: 1000, height: 20_000), filledWith: .white), as: .png(.default))
    let start = Self.encoder(pixels, areas)
    // All but the first band are ready at once.
    let bands = bandsEncoded(start)
    #expect(bands > 0)
    #expect(
      Raster.bytes(of: PixelSize(width: 1000, height: bands * pixels.rowsNeeded(for: 0).count))
        <= 16 << 20)
  }
}
