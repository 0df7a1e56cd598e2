import SystemPackage
import Testing

@testable import Imaging

/// Willem van Schaik's suite holds every basic kind plain and interlaced, with equal pixels.
@Suite(.enabled(if: Corpus.isPresent, Corpus.comment)) struct PNGSuiteTests {
  static let kinds = [
    "0g01", "0g02", "0g04", "0g08", "0g16", "2c08", "2c16", "3p01", "3p02", "3p04", "3p08", "4a08",
    "4a16",
    "6a08",
    "6a16",
  ]

  /// Nil where the corpus lacks the file.
  private func drawn(_ name: String) throws -> Raster? {
    let path = FilePath("pngsuite/suite/\(name).png")
    guard Corpus.entries.contains(where: { $0.path == path }) else { return nil }
    return try Drawn(Corpus.bytes(of: path)).raster
  }

  @Test func `every kind is the same plain and interlaced`() throws {
    var compared = 0
    for kind in Self.kinds {
      guard let plain = try drawn("basn\(kind)"), let interlaced = try drawn("basi\(kind)") else {
        continue
      }
      #expect(plain.difference(from: interlaced) == nil, "\(kind)")
      compared += 1
    }
    #expect(compared >= 8)
  }

  @Test(arguments: ["s01", "s02", "s03", "s05", "s07", "s09", "s32", "s33", "s35", "s37", "s39"])
  func `every odd size is the same plain and interlaced`(size: String) throws {
    guard let plain = try drawn("\(size)n3p\(Int(size.dropFirst())! < 10 ? "01" : "04")"),
      let interlaced = try drawn("\(size)i3p\(Int(size.dropFirst())! < 10 ? "01" : "04")")
    else { return }
    #expect(plain.difference(from: interlaced) == nil)
  }

  @Test func `filters and the sizes of chunks make no difference`() throws {
    let same = [
      ["oi1n0g16", "oi2n0g16", "oi4n0g16", "oi9n0g16", "basn0g16"],
      ["oi1n2c16", "oi2n2c16", "oi4n2c16", "oi9n2c16"],
      ["z00n2c08", "z03n2c08", "z06n2c08", "z09n2c08"],
    ]
    for group in same {
      let rasters = try group.compactMap(drawn)
      for raster in rasters.dropFirst() { #expect(raster.difference(from: rasters[0]) == nil) }
    }
  }
}
