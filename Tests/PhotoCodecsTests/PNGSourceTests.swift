import Glibc
import SystemPackage
import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

/// The library that inflates PNGs faster.
private enum ISAL {
  /// Not asked of the reader: one that never uses it must fail.
  static let isInstalled: Bool =
    unsafe access("/usr/include/isa-l/igzip_lib.h", R_OK) == 0
    && dlopen("libisal.so.2", RTLD_NOW | RTLD_LOCAL) != nil

  static let reason: Comment =
    "there is no libisal.so.2, or its header was not there when this was built"
}

/// Compares the results of ISA-L with those of libpng for the same file: pixels, verdict and
/// message.
@Suite(
  .enabled(if: FastPaths.areBuilt, "COLLAGE_PLAIN leaves it out"),
  .enabled(if: ISAL.isInstalled, ISAL.reason)
) struct PNGSourceTests {
  /// Decodes a file with libpng alone, with ISA-L, and with a second thread, and expects the same
  /// of all. Returns what inflated the picture in the end.
  @discardableResult private func expectSame(
    _ file: borrowing PhotoFile, _ comment: @autoclosure () -> Comment,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> PNGReader.Inflater? {
    let expected = DecodedRows(file, .libpng)
    var used: PNGReader.Inflater?
    let alone = DecodedRows(file, .fastest, usedInflater: &used).difference(from: expected)
    #expect(alone == nil, comment(), sourceLocation: sourceLocation)
    let helped = DecodedRows(file, .fastest, spare: SpareThreads(1)).difference(from: expected)
    #expect(helped == nil, comment(), sourceLocation: sourceLocation)
    return used
  }

  @Test(arguments: PNGDecodingTests.Kind.all)
  func `pictures of all widths, filters, levels, windows and chunks are as libpng has them`(
    kind: PNGDecodingTests.Kind
  ) throws {
    let lengths = [[], [0, 0], [1], [7, 7, 7], Array(repeating: 1, count: 40), [0, 7, 1, 0, 30]]
    var inflated = 0
    for width in 1...70 {
      let picture = DeflatedPNG(
        kind: kind, size: PixelSize(width: width, height: 1 + 7 * width % 37),
        filter: [nil, 0, 1, 2, 3, 4][width % 6],
        level: Int32(width % 10), windowBits: width % 4 == 0 ? Int32(9 + width % 7) : 15,
        strategy: Int32(width % 5),
        chunkLengths: lengths[width % 7 % 6], values: [256, 1, 5][width % 3], seed: UInt64(width))
      let used = expectSame(try opened(picture.bytes), "width \(width)")
      inflated += used == .fastest ? 1 : 0
    }
    // Small windows and streams that were not compressed are left to libpng.
    #expect(inflated > 50)
  }

  /// Several buffers, rows longer than a stored block, and rows too long for the buffers.
  @Test(arguments: [(900, 300), (30_000, 9), (300_000, 2), (1, 9000)])
  func `large pictures are as libpng has them`(width: Int, height: Int) throws {
    for isInterlaced in [false, true] {
      let kind = PNGDecodingTests.Kind(colourType: .rgba, depth: 8, isInterlaced: isInterlaced)
      let picture = DeflatedPNG(
        kind: kind, size: PixelSize(width: width, height: height), level: 1,
        chunkLengths: [90_000, 5, 70_000],
        values: 7)
      let used = expectSame(try opened(picture.bytes), "interlaced: \(isInterlaced)")
      #expect(used == (width > 200_000 ? .libpng : .fastest))
    }
  }

  @Test(arguments: [false, true])
  func `chunks behind the pixels don't make a file doubtful`(isInterlaced: Bool) throws {
    let kind = PNGDecodingTests.Kind(colourType: .rgb, depth: 8, isInterlaced: isInterlaced)
    let picture = DeflatedPNG(kind: kind, size: PixelSize(width: 40, height: 30))
    let chunks = ["IDAT", "tEXt", "tIME", "eXIf", "abCd"].map { PNGBuilder.Chunk(type: $0) }
    let file = try opened(picture.file(of: picture.stream(of: picture.rows), trailers: chunks))
    #expect(expectSame(file, "") == .fastest)
  }

  /// What a source must notice, because libpng warns of it or refuses it.
  enum Fault: CaseIterable {
    case wrongChecksum, wrongSum, missingSum, extraData, extraRow, missingRow, unknownFilter,
      otherChunkBetween
    case dictionary, wrongHead, tooSmallWindow, brokenStream, cutOff, noEnd

    func bytes(of picture: DeflatedPNG) -> [UInt8] {
      var picture = picture
      var stream = picture.stream(of: picture.rows)
      switch self {
      case .wrongChecksum:
        var bytes = picture.file(of: stream)
        bytes[bytes.count - 12 - 1] ^= 1
        return bytes
      case .wrongSum: stream[stream.count - 1] ^= 1
      case .missingSum: stream.removeLast(3)
      case .extraData: stream += [1, 2, 3, 4, 5]
      case .extraRow: stream = picture.stream(of: picture.rows + [0, 0, 0])
      case .missingRow: stream = picture.stream(of: picture.rows.dropLast(10))
      case .unknownFilter:
        var rows = picture.rows
        // Rows of passes have different lengths; the first one begins the data in any case.
        rows[
          picture.kind.isInterlaced
            ? 0 : rows.count / picture.size.height * (picture.size.height - 2)] = 5
        stream = picture.stream(of: rows)
      case .otherChunkBetween:
        let rest = PNGBuilder.Chunk(type: "IDAT", data: Array(stream.suffix(100)))
        return picture.file(
          of: stream.dropLast(100), trailers: [PNGBuilder.Chunk(type: "tEXt"), rest])
      case .dictionary: (stream[0], stream[1]) = (0x78, 0x20 + UInt8(31 - (0x7820 % 31)))
      case .wrongHead: stream[1] ^= 1
      case .tooSmallWindow: (stream[0], stream[1]) = (0x08, 0x1D)
      case .brokenStream: stream[stream.count / 2] ^= 0x10
      case .cutOff: return picture.file(of: stream).dropLast(200)
      case .noEnd: return picture.file(of: stream).dropLast(12)
      }
      picture.chunkLengths = []
      return picture.file(of: stream)
    }
  }

  @Test(arguments: Fault.allCases) func `a fault is judged by libpng`(fault: Fault) throws {
    for isInterlaced in [false, true] {
      let kind = PNGDecodingTests.Kind(colourType: .rgb, depth: 8, isInterlaced: isInterlaced)
      for size in [PixelSize(width: 70, height: 40), PixelSize(width: 300, height: 250)] {
        let picture = DeflatedPNG(kind: kind, size: size, filter: 0, level: 6, values: 9)
        let used = expectSame(
          try opened(fault.bytes(of: picture)), "\(size), interlaced: \(isInterlaced)")
        // The end of the file is read by libpng in any case.
        #expect(used == (fault == .noEnd ? .fastest : .libpng))
      }
    }
  }

  /// libpng takes nothing of a piece of data that is cut off, although rows could be made of it.
  @Test func `a picture that is cut off ends at the same row as with libpng`() throws {
    let kind = PNGDecodingTests.Kind(colourType: .rgb, depth: 8, isInterlaced: false)
    for chunkLengths in [[], [8192, 8192, 8192]] {
      let picture = DeflatedPNG(
        kind: kind, size: PixelSize(width: 300, height: 400), filter: 0, chunkLengths: chunkLengths,
        values: 2)
      let bytes = picture.bytes
      for count in stride(from: bytes.count / 4, to: bytes.count * 3 / 4, by: 500) {
        expectSame(try opened(Array(bytes.prefix(count))), "\(count) of \(bytes.count) bytes")
      }
    }
  }

  @Test(arguments: [10, 1000]) func `a stream of many empty blocks is left to libpng`(blocks: Int)
    throws
  {
    let kind = PNGDecodingTests.Kind(colourType: .rgb, depth: 8, isInterlaced: false)
    let picture = DeflatedPNG(kind: kind, size: PixelSize(width: 40, height: 30))
    var stream = picture.stream(of: picture.rows)
    stream.insert(
      contentsOf: Array(repeating: [0, 0, 0, 0xFF, 0xFF], count: blocks).joined(), at: 2)
    let used = expectSame(try opened(picture.file(of: stream)), "\(blocks) blocks")
    #expect(used == (blocks > 100 ? .libpng : .fastest))
  }

  @Test(arguments: 0..<30) func `mutations are judged as libpng does`(seed: Int) throws {
    var numbers = Numbers(seed: UInt64(seed))
    for _ in 0..<100 {
      let kind = PNGDecodingTests.Kind.all[numbers.next(below: PNGDecodingTests.Kind.all.count)]
      let picture = DeflatedPNG(
        kind: kind,
        size: PixelSize(width: 1 + numbers.next(below: 70), height: 1 + numbers.next(below: 20)),
        level: Int32(numbers.next(below: 10)), strategy: Int32(numbers.next(below: 5)),
        chunkLengths: numbers.next(below: 2) == 0 ? [] : [numbers.next(below: 60)],
        values: 1 + numbers.next(below: 256), seed: UInt64(numbers.next(below: 1 << 30)))
      var stream = picture.stream(of: picture.rows)
      // With right checksums of chunks, so that the stream itself is judged.
      if numbers.next(below: 2) == 0 {
        stream[numbers.next(below: stream.count)] ^= 1 << numbers.next(below: 8)
      }
      var bytes = picture.file(of: stream)
      switch numbers.next(below: 4) {
      case 0: bytes[numbers.next(below: bytes.count)] = UInt8(numbers.next(below: 256))
      case 1: bytes.removeLast(numbers.next(below: bytes.count - 8))
      case 2:
        bytes.insert(
          contentsOf: bytes.suffix(1 + numbers.next(below: 60)),
          at: numbers.next(below: bytes.count))
      default: break
      }
      expectSame(try opened(bytes), "\(picture)")
    }
  }

  @Test(.enabled(if: Corpus.isPresent, Corpus.comment), arguments: Corpus.sets)
  func `the corpus's PNGs are as libpng has them`(set: String) throws {
    for entry in Corpus.entries where entry.set == set {
      let file = try PhotoFile.open(Corpus.folder.pushing(entry.path))
      guard try file.read(at: 0, count: min(8, file.size)) == PNGBuilder.signature else { continue }
      expectSame(file, "\(entry.path)")
    }
  }

  @Test func `reading ends at once when it is cancelled, also while another thread inflates`()
    throws
  {
    let kind = PNGDecodingTests.Kind(colourType: .rgb, depth: 8, isInterlaced: false)
    let picture = DeflatedPNG(
      kind: kind, size: PixelSize(width: 1000, height: 2000), level: 1, values: 64)
    let file = try opened(picture.bytes)
    let header = try PhotoHeader(of: file, limits: DecodeLimits())
    for questions in [2, 5, 9] {
      let spare = SpareThreads(1)
      var asked = 0
      #expect(throws: CodecError.cancelled) {
        var reader = try PNGReader.open(file, spare: spare) {
          asked += 1
          return asked >= questions
        }
        let plan = DecodePlan(header, showing: Region(header.size), at: header.size)
        try reader.start(plan, limits: DecodeLimits())
        try reader.skip(2000)
      }
      #expect(asked == questions)
    }
  }
}
