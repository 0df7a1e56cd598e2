import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

@Suite struct SpareThreadsTests {
  @Test func `no more are taken than there are`() {
    let spare = SpareThreads(2)
    #expect(spare.acquire() && spare.acquire())
    #expect(!spare.acquire() && !spare.acquire())
    spare.release()
    #expect(spare.acquire())
    #expect(!spare.acquire())
  }

  @Test(arguments: [(300, 211), (61, 47), (5, 9), (700, 3)])
  func `a photo is drawn alike with help and without, and whoever helped is given back`(
    width: Int, height: Int
  ) throws {
    let photo = try encoded(Raster.noise(PixelSize(width: 300, height: 211)))
    let frame = PixelSize(width: width, height: height)
    let alone = try Drawn(photo, at: frame).raster
    for count in [0, 1, 5] {
      let spare = SpareThreads(count)
      let raster = Raster(size: frame, filledWith: Colour(1, 255, 2))
      let file = try opened(photo)
      let header = try PhotoHeader(of: file, limits: DecodeLimits())
      _ = try PhotoDecoder.draw(
        file, header, plan: DecodePlan(header, showing: Region(header.size), at: frame),
        into: Frame(frame),
        of: raster, background: .white, limits: DecodeLimits(), allowsDamage: false, spare: spare,
        isCancelled: { false })
      #expect(raster.difference(from: alone) == nil)
      // The threads may be on their way back yet.
      #expect((0..<count).allSatisfy { _ in eventually { spare.acquire() } } && !spare.acquire())
    }
  }

  @Test func `a photo that fails half-way leaves nobody at work in its frame`() throws {
    let photo = try encoded(Raster.noise(PixelSize(width: 300, height: 211)))
    let spare = SpareThreads(1)
    let size = PixelSize(width: 100, height: 70)
    #expect(throws: CodecError.self) {
      let raster = Raster(size: size, filledWith: .white)
      let file = try opened(Array(photo.dropLast(photo.count / 3)))
      let header = try PhotoHeader(of: file, limits: DecodeLimits())
      _ = try PhotoDecoder.draw(
        file, header, plan: DecodePlan(header, showing: Region(header.size), at: size),
        into: Frame(size),
        of: raster, background: .white, limits: DecodeLimits(), allowsDamage: false, spare: spare,
        isCancelled: { false })
    }
    #expect(eventually { spare.acquire() })
  }
}
