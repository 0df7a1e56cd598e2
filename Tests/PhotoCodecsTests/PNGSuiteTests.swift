import SystemPackage
import Testing

@testable import Imaging

/// Willem van Schaik's suite holds every basic kind plain and interlaced, with equal pixels.
@Suite(.enabled(if: Corpus.isPresent, Corpus.comment)) struct PNGSuiteTests {
  private func drawn(_ name: String) throws -> Raster {
    try Drawn(Corpus.bytes(of: FilePath("pngsuite/suite/\(name).png"))).raster
  }

  /// Those that the corpus has of both.
  @Test(arguments: ["0g01", "0g16", "2c08", "2c16", "3p01", "3p04", "3p08", "4a16", "6a16"])
  func `every kind is the same plain and interlaced`(kind: String) throws {
    let interlaced = try drawn("basi\(kind)")
    #expect(try drawn("basn\(kind)").difference(from: interlaced) == nil)
  }

  /// Those that the corpus has of both: 2, 9, 34 and 40 pixels wide and high.
  @Test(arguments: [("s02", "3p01"), ("s09", "3p02"), ("s34", "3p04"), ("s40", "3p04")])
  func `every odd size is the same plain and interlaced`(size: String, kind: String) throws {
    let interlaced = try drawn("\(size)i\(kind)")
    #expect(try drawn("\(size)n\(kind)").difference(from: interlaced) == nil)
  }

  @Test(arguments: [
    ["basn0g16", "oi2n0g16", "oi4n0g16"], ["basn2c16", "oi2n2c16", "oi4n2c16"],
    ["z00n2c08", "z09n2c08"],
  ])
  func `the sizes of chunks and the compression make no difference`(names: [String]) throws {
    let rasters = try names.map(drawn)
    for (name, raster) in zip(names, rasters).dropFirst() {
      #expect(raster.difference(from: rasters[0]) == nil, "\(name)")
    }
  }
}
