import SystemPackage
import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

/// Every picture of the corpus through the decoders, also under the sanitizers:
/// `swift test --sanitize=address --scratch-path .build-asan --filter CorpusTests`.
@Suite(.enabled(if: Corpus.isPresent, Corpus.comment), .serialized) struct CorpusTests {
  /// A frame that is much smaller than most photos.
  private static let small = PixelSize(width: 31, height: 23)

  #if DEBUG
    /// Resampling is fifty times slower here; larger photos are drawn as a whole in the release
    /// build only.
    private static let maxPixels = 100_000
    /// The largest part that is drawn without reduction.
    private static let maxSide = 64
  #else
    private static let maxPixels = Int.max
    private static let maxSide = 256
  #endif

  private enum Outcome: Equatable {
    case drawn(warns: Bool)
    case failed(CodecError)
  }

  private func outcome(_ path: FilePath, allowsDamage: Bool) throws -> Outcome {
    let file = try PhotoFile.open(Corpus.folder.pushing(path))
    do throws(CodecError) {
      let limits = DecodeLimits()
      let header = try PhotoHeader(of: file, limits: limits)
      guard header.decoderBufferBytes <= 1 << 30 else {
        throw .needsMemory(bytes: header.decoderBufferBytes, budget: 1 << 30)
      }
      let size = header.size
      let part = PixelSize(
        width: min(size.width, Self.maxSide), height: min(size.height, Self.maxSide))
      let middle = Region(
        PixelRect(
          x: (size.width - part.width) / 2, y: (size.height - part.height) / 2, width: part.width,
          height: part.height))
      let drawn = try Drawn(file, showing: middle, limits: limits, allowsDamage: allowsDamage)
      if size.pixels <= Self.maxPixels {
        _ = try Drawn(file, at: Self.small, limits: limits, allowsDamage: allowsDamage)
      }
      return .drawn(warns: drawn.warning != nil)
    } catch {
      return .failed(error)
    }
  }

  /// Their index says that they decode, but they are damaged: no scan contains the brightness of
  /// any pixel.
  private static let withoutBrightness = [
    "id_004019_src_001848+003790_op_splice_rep_4_+cov.jpg",
    "id_003301_sync_jpeg9_src_004646_+cov.jpg",
  ]

  /// Their index says that they are not pictures, but they are WebPs, which can be read if libwebp
  /// is installed.
  private static let webPs = ["webp_named.jpg"]

  /// Whether an outcome is what the index expects.
  private func fits(_ outcome: Outcome, _ entry: Corpus.Entry, readsWebP: Bool) -> Bool {
    if Self.withoutBrightness.contains(entry.path.lastComponent?.string ?? "") {
      return outcome != .drawn(warns: false)
    }
    if Self.webPs.contains(entry.path.lastComponent?.string ?? "") {
      return readsWebP == (outcome == .drawn(warns: false))
    }
    return switch (entry.expected, outcome) {
    case ("decodes", .drawn), ("decodes-with-warning", .drawn), ("limit-or-decodes", _): true
    case (_, .failed(.readFailed)), (_, .failed(.outOfMemory)), (_, .failed(.changedWhileReading)):
      false
    case ("damaged", .failed), ("damaged-tail", .failed), ("must-reject", .failed),
      ("limit", .failed):
      true
    default: false
    }
  }

  @Test(arguments: Corpus.sets)
  func `every picture of the corpus is drawn or refused as it should be`(set: String) throws {
    let readsWebP = SandboxedDecoding.hasWebP
    for entry in Corpus.entries where entry.set == set {
      let outcome = try outcome(entry.path, allowsDamage: false)
      #expect(
        fits(outcome, entry, readsWebP: readsWebP),
        "\(entry.path): \(entry.expected), but \(outcome)")
    }
  }

  @Test func `what is damaged is drawn when damage is allowed, the same each time`() throws {
    var drawn = 0
    for entry in Corpus.entries where entry.expected.hasPrefix("damaged") {
      let file = try PhotoFile.open(Corpus.folder.pushing(entry.path))
      let size = try PhotoHeader(of: file, limits: DecodeLimits()).size
      guard size.pixels <= Self.maxPixels else { continue }
      do throws(CodecError) {
        let first = try Drawn(file, at: Self.small, allowsDamage: true)
        let second = try Drawn(file, at: Self.small, allowsDamage: true)
        #expect(first.warning != nil, "\(entry.path)")
        #expect(first.raster.difference(from: second.raster) == nil, "\(entry.path)")
        drawn += 1
      } catch {
        // More scans than allowed, or other faults in front of the pixels.
        guard case .tooManyScans = error else { Issue.record("\(entry.path): \(error)"); continue }
      }
    }
    #expect(drawn > 20)
  }

  @Test func `what decoders read has the digest of the file`() throws {
    let entries = Corpus.entries.filter { $0.expected == "decodes" && $0.length < 100_000 }
    var drawn = 0
    for entry in entries {
      let file = try PhotoFile.open(Corpus.folder.pushing(entry.path))
      guard let digest = try? FileHasherTests.digest(whileDrawing: file, nil) else { continue }
      drawn += 1
      #expect(try digest == Digest(of: file), "\(entry.path)")
    }
    #expect(drawn > entries.count / 2)
  }
}
