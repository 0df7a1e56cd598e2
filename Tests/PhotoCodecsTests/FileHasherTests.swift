import Dispatch
import SystemPackage
import TestSupport
import Testing
import ThreadPool

@testable import Imaging
@testable import PhotoCodecs

/// The digest of what a decoder reads is that of the whole file.
@Suite struct FileHasherTests {
  private static func noise(_ count: Int) -> [UInt8] {
    var numbers = Numbers(seed: 3)
    return (0..<count).map { _ in UInt8(numbers.next(below: 256)) }
  }

  private func add(_ range: Range<Int>, of bytes: [UInt8], to hasher: FileHasher) {
    unsafe bytes.withUnsafeBufferPointer {
      unsafe hasher.add(UnsafeBufferPointer(rebasing: $0[range]), at: range.lowerBound)
    }
  }

  @Test(
    arguments: [
      [], [0..<10], [0..<400_000], [0..<1000, 1000..<3000], [0..<1000, 900..<3000],
      [0..<2000, 500..<700, 0..<3000],
      [5..<10], [0..<10, 300_000..<300_001], [399_999..<400_000], [0..<0, 7..<7],
    ] as [[Range<Int>]])
  func `what is added again, late or not at all doesn't matter`(ranges: [Range<Int>]) throws {
    let bytes = Self.noise(400_000)
    let file = try opened(bytes)
    let hasher = FileHasher(file)
    for range in ranges { add(range, of: bytes, to: hasher) }
    var whole = SHA256()
    whole.update(bytes)
    #expect(try hasher.finish() == Digest(whole))
  }

  @Test func `what was added counts, not what the file has there now`() throws {
    let bytes = Self.noise(1000)
    let file = try opened(bytes)
    let hasher = FileHasher(file)
    var other = bytes
    other[3] ^= 1
    add(0..<500, of: other, to: hasher)
    var whole = SHA256()
    whole.update(other)
    #expect(try hasher.finish() == Digest(whole))
  }

  @Test func `two threads hash each byte once`() throws {
    let bytes = Self.noise(3_000_000)
    let file = try opened(bytes)
    let whole = try Digest(of: file)
    let hasher = FileHasher(file)
    let isDone = DispatchSemaphore(value: 0)
    let isStarted = ThreadPool.shared.tryRun {
      while hasher.advance() {}
      isDone.signal()
    }
    for offset in stride(from: 0, to: bytes.count, by: 50_000) {
      add(offset..<offset + 50_000, of: bytes, to: hasher)
    }
    #expect(try hasher.finish() == whole)
    if isStarted { #expect(isDone.waitForSignal()) }
  }

  @Test func `a stopped hasher reads nothing any more`() throws {
    let file = try opened(Self.noise(1_000_000))
    let hasher = FileHasher(file)
    #expect(hasher.advance())
    hasher.stop()
    #expect(!hasher.advance())
    #expect(throws: CodecError.changedWhileReading) { try hasher.finish() }
  }

  @Test(arguments: [99_999, 100_001]) func `a file that has become shorter or longer has no digest`(
    count: Int
  ) throws {
    let folder = try TemporaryFolder()
    let file = try PhotoFile.open(folder.write(Self.noise(100_000), to: "file"))
    let hasher = FileHasher(file)
    add(0..<1000, of: Self.noise(1000), to: hasher)
    try folder.write(Self.noise(count), to: "file")
    // Reading what is missing in front fails, and is reported at the end.
    add(count - 1..<count, of: Self.noise(count), to: hasher)
    #expect(throws: CodecError.changedWhileReading) { try hasher.finish() }
  }

  /// Draws a part of a photo, and takes the digest of what its decoder reads.
  static func digest(whileDrawing file: borrowing PhotoFile, _ spare: SpareThreads?) throws
    -> Digest
  {
    let header = try PhotoHeader(of: file, limits: DecodeLimits())
    let size = PixelSize(width: min(header.size.width, 9), height: min(header.size.height, 9))
    let region = Region(PixelRect(size))
    let hasher = FileHasher(file)
    _ = try PhotoDecoder.draw(
      file, header, plan: DecodePlan(header, showing: region, at: size), into: Frame(size),
      of: Raster(size: size, filledWith: .white),
      background: .white, limits: DecodeLimits(), allowsDamage: true, spare: spare, hasher: hasher,
      isCancelled: { false })
    return try hasher.finish()
  }

  /// Photos whose decoders skip bytes, begin again, or stop before the end of the file.
  static let photos: [(name: String, bytes: [UInt8])] = {
    let trailer = noise(200_000)
    let metadata = (0..<5).map { _ in JPEGBuilder.Segment(marker: 0xED, payload: noise(60_000)) }
    let jpeg = JPEGBuilder.varied(PixelSize(width: 320, height: 200), segments: metadata).bytes
    let kind = PNGDecodingTests.Kind(colourType: .rgb, depth: 8, isInterlaced: false)
    let png = DeflatedPNG(kind: kind, size: PixelSize(width: 300, height: 250), filter: 0)
    var broken = png.stream(of: png.rows)
    broken[broken.count - 1] ^= 1
    return [
      ("JPEG", jpeg + trailer), ("JPEG with junk in it", jpeg.dropLast(2) + [1, 2, 3, 0xFF, 0xD9]),
      ("NEF", RawFileTests.builder.nef + trailer), ("PNG", png.bytes + trailer),
      ("PNG with a wrong checksum", png.file(of: broken)),
    ]
  }()

  @Test(arguments: photos.indices, [0, 1])
  func `what a decoder skips, reads again or leaves is in the digest once`(photo: Int, threads: Int)
    throws
  {
    let file = try opened(Self.photos[photo].bytes)
    let digest = try Self.digest(whileDrawing: file, SpareThreads(threads))
    #expect(try digest == Digest(of: file), "\(Self.photos[photo].name)")
  }
}
