import Imaging
import PhotoCodecs
import SamplePictures
import SystemPackage
import TestSupport
import Testing

@testable import TerminalPictures

@Suite struct CompactPNGTests {
  /// What a decoder makes of the file.
  private func decoded(_ file: [UInt8]) throws -> Raster {
    let folder = try TemporaryFolder()
    try folder.write(file, to: "preview.png")
    let limits = DecodeLimits()
    let photo = try PhotoFile.open(folder.path.appending("preview.png"))
    let header = try PhotoHeader(of: photo, limits: limits)
    let raster = Raster(size: header.size, filledWith: .white)
    _ = try PhotoDecoder.draw(
      photo, header, plan: DecodePlan(header, showing: Region(header.size), at: header.size),
      into: Frame(x: 0, y: 0, width: header.size.width, height: header.size.height), of: raster,
      background: .white, limits: limits, allowsDamage: false, isCancelled: { false })
    return raster
  }

  private func largestError(_ one: Raster, _ other: Raster) -> Int {
    var largest = 0
    for y in 0..<one.size.height {
      for x in 0..<one.size.width {
        let (a, b) = (one[x, y], other[x, y])
        for (first, second) in [(a.red, b.red), (a.green, b.green), (a.blue, b.blue)] {
          largest = max(largest, abs(Int(first) - Int(second)))
        }
      }
    }
    return largest
  }

  @Test(arguments: [(1, 1), (7, 3), (300, 129)])
  func `a small picture is stored exactly`(width: Int, height: Int) throws {
    let size = PixelSize(width: width, height: height)
    let raster = SamplePicture.raster(2, size: size)
    let shown = try decoded(try CompactPNG.file(of: raster))
    #expect(shown.size == size && largestError(raster, shown) == 0)
  }

  @Test(arguments: [0, 1, 3])
  func `a picture that fills a window of 80x24 cells takes less than 150 kB in base64`(sample: Int)
    throws
  {
    let raster = SamplePicture.raster(sample, size: PixelSize(width: 720, height: 252))
    let file = try CompactPNG.file(of: raster)
    #expect(file.count <= 105_000)
    #expect(largestError(raster, try decoded(file)) <= 12)
  }

  @Test(arguments: [0, 1, 3])
  func `the rows that are tried tell the size of a large picture well`(sample: Int) throws {
    let raster = SamplePicture.raster(sample, size: PixelSize(width: 1070, height: 802))
    let file = try CompactPNG.file(of: raster)
    #expect(file.count <= CompactPNG.maxBytes(of: raster.size))
    #expect(largestError(raster, try decoded(file)) <= 12)
  }

  @Test func `if it may be long, every sample is as it was`() throws {
    var random = RandomColours(seed: 23)
    let raster = random.raster(PixelSize(width: 378, height: 252))
    let file = try CompactPNG.file(of: raster, isExact: true)
    #expect(file.count > 200_000)
    #expect(largestError(raster, try decoded(file)) == 0)
  }

  @Test func `black and white stay as they are beside noise`() throws {
    var random = RandomColours(seed: 23)
    let noise = random.raster(PixelSize(width: 600, height: 400))
    let raster = Raster(size: noise.size) { x, y in
      x < 100 ? .white : x >= 500 ? .black : noise[x, y]
    }
    let shown = try decoded(try CompactPNG.file(of: raster))
    #expect(largestError(raster, shown) > 0)
    for y in stride(from: 0, to: 400, by: 7) {
      #expect(shown[0, y] == .white && shown[99, y] == .white && shown[599, y] == .black)
    }
  }

  @Test func `even noise stays within the limit`() throws {
    var random = RandomColours(seed: 23)
    let file = try CompactPNG.file(of: random.raster(PixelSize(width: 378, height: 252)))
    #expect(file.count <= 105_000)
  }
}
