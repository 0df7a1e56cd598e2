import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

/// Gain maps that cameras and other programs have written, in `../shared/corpus-hdr`, compared with
/// what an independent reader makes of them. They are not ours to distribute, so the tests are
/// skipped where they are missing.
@Suite(
  .enabled(
    if: Corpus.hasGainMaps,
    "there is no folder ../shared/corpus-hdr beside the repository"))
struct GainMapCorpusTests {
  private static let limits = {
    var limits = DecodeLimits()
    limits.readsGainMaps = true
    return limits
  }()

  /// What is expected of a file.
  struct Entry: Sendable, CustomTestStringConvertible {
    let name: String
    let kind: GainMapKind
    /// The upright map's.
    let width, height: Int
    let full: Float
    var min: SIMD3<Float> = [0, 0, 0]
    var max: SIMD3<Float>?
    var gamma: SIMD3<Float> = [1, 1, 1]
    var offset: Float = 0
    /// The mean of each channel.
    let mean: [Double]
    /// The same of the upright map's upper left quarter.
    let quarter: [Double]

    var testDescription: String { name }
    var isHEIF: Bool { !name.hasSuffix(".jpg") }
  }

  @Test(arguments: entries) func `a map is the one that another reader finds`(entry: Entry) throws {
    let file = try PhotoFile.open(Corpus.gainMaps.pushing(FilePath(entry.name)))
    let header = try PhotoHeader(of: file, limits: Self.limits)
    let place = try #require(header.gainMap, "\(header.gainMapFault ?? "no gain map")")
    #expect(place.kind == entry.kind && header.gainMapFault == nil)
    let (full, metadata) = (entry.full, place.metadata)
    #expect(abs(metadata.fullHeadroom - full) < 1e-4 && metadata.leastHeadroom == 0)
    #expect(!metadata.isBaseHDR && place.toXYZ == nil)
    switch metadata.curve {
    case .apple(let headroom): #expect(abs(headroom / exp2f(full) - 1) < 1e-4)
    case .logarithmic(let min, let max, let gamma, let offsetSDR, let offsetHDR):
      for (value, expected) in [
        (min, entry.min), (max, entry.max ?? SIMD3(repeating: full)), (gamma, entry.gamma),
        (offsetSDR, SIMD3(repeating: entry.offset)), (offsetHDR, SIMD3(repeating: entry.offset)),
      ] {
        for channel in 0..<3 { #expect(abs(value[channel] - expected[channel]) < 1e-4) }
      }
    }
    guard !entry.isHEIF || SandboxedDecoding.hasHEIF else { return }
    let picture = try place.picture(
      of: file, primary: header, limits: Self.limits, isCancelled: { false })
    let upright = PixelSize(width: entry.width, height: entry.height)
    #expect(header.orientation.applied(to: picture.size) == upright)
    let whole = picture.means(of: PixelRect(upright), upright: header.orientation)
    let half = PixelSize(width: upright.width / 2, height: upright.height / 2)
    let quarter = picture.means(of: PixelRect(half), upright: header.orientation)
    for (found, expected) in [(whole, entry.mean), (quarter, entry.quarter)] {
      #expect(found.count == expected.count)
      for (value, other) in zip(found, expected) {
        #expect(abs(value - other) < 0.1, "\(found) instead of \(expected)")
      }
    }
  }

  @Test(
    arguments: [
      ("files/UltraHDR-Splitter_GalaxyS24_2_Original_split_2.jpg", "it is missing"),
      ("files/exiftool_Google.jpg", "it is missing"),
      ("files/ultrahdr_test_ultrahdr.jpg", "it is missing"),
      ("files/ultrajpeg_sample-ultrahdr.jpg", "it is missing"),
      ("files/test-fixtures_pixel_8.jpg", nil),
      ("files/libavif_seine_sdr_gainmap_gammazero.avif", "its gamma is out of range"),
      ("odd/map-missing.jpg", "it is missing"),
      ("odd/gamma-zero.jpg", "its gamma is out of range"),
      ("odd/capacity-equal.jpg", "its headrooms are in the wrong order"),
      ("odd/gain-huge.jpg", "its headrooms are out of range"),
      ("odd/map-bomb.jpg", "65500x65500 pixels exceed the limit of 268402689"),
      ("files/SDWebImage_TestHDR.avif", nil),
      ("files/libavif_unsupported_gainmap_version.avif", nil),
      ("files/libavif_seine_hdr_gainmap_small_srgb.avif", nil),
    ] as [(String, String?)])
  func `other photos have none, or one that can't be used`(name: String, fault: String?) throws {
    let file = try PhotoFile.open(Corpus.gainMaps.pushing(FilePath(name)))
    let header = try PhotoHeader(of: file, limits: Self.limits)
    #expect(header.gainMap == nil)
    #expect(header.gainMapFault == fault.map { "no HDR, as its gain map can't be used: \($0)" })
  }
}

extension GainMapPicture {
  /// The mean of each channel in a part of the map, as it is upright.
  fileprivate func means(of part: PixelRect, upright orientation: Orientation) -> [Double] {
    let stored = orientation.stored(part, upright: orientation.applied(to: size))
    var sums = [Int](repeating: 0, count: channels)
    for y in stored.y..<stored.y + stored.height {
      for x in stored.x..<stored.x + stored.width {
        for channel in 0..<channels {
          sums[channel] += Int(values[channels * (y * size.width + x) + channel])
        }
      }
    }
    return sums.map { Double($0) / Double(part.width * part.height) }
  }
}
