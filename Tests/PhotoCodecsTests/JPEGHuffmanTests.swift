import SystemPackage
import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

/// Our decoder of Huffman codes against libjpeg's own: nothing that is read from a file may differ.
@Suite(.enabled(if: FastPaths.areBuilt, "COLLAGE_PLAIN leaves it out")) struct JPEGHuffmanTests {
  /// All that a reader gives of a photo.
  private struct Reading: Equatable {
    var rows: [UInt8] = []
    var error: CodecError?
    var losesPixels: Bool?
    var message: String?
  }

  /// Reads the middle half of the rows and columns, or all of them.
  private func reading(
    _ file: borrowing PhotoFile, _ header: PhotoHeader, eighths: Int, middle: Bool,
    usesLibjpegAlone: Bool
  ) -> Reading {
    var reading = Reading()
    do throws(CodecError) {
      var reader = try JPEGReader.open(file, usesLibjpegAlone: usesLibjpegAlone)
      let plan = DecodePlan(
        header, showing: Region(header.size),
        at: PixelSize(
          width: max(header.size.width * eighths / 8, 1),
          height: max(header.size.height * eighths / 8, 1)), .draft)
      let size = plan.decodedSize(of: header.storedSize)
      let rows = middle ? size.height / 4..<max(size.height * 3 / 4, 1) : 0..<size.height
      let columns = middle ? size.width / 4..<max(size.width * 3 / 4, 1) : 0..<size.width
      try reader.start(plan, limits: DecodeLimits())
      let first = try reader.narrow(to: columns)
      try reader.skip(rows.lowerBound)
      for _ in rows {
        let row = unsafe UnsafeRawBufferPointer(
          start: try reader.nextRow() + 4 * (columns.lowerBound - first), count: 4 * columns.count)
        unsafe reading.rows += row
      }
      try reader.finish(remaining: size.height - rows.upperBound)
      reading.losesPixels = reader.faults.losesPixels
      reading.message = reader.faults.message
    } catch {
      reading.error = error
    }
    return reading
  }

  /// Nothing is compared of a photo whose header is refused.
  ///
  /// - Returns: whether the header could be read.
  @discardableResult
  private func expectSame(_ photo: [UInt8], eighths: [Int] = [1, 2, 4, 8]) throws -> Bool {
    let file = try opened(photo)
    let header: PhotoHeader
    do throws(CodecError) {
      header = try PhotoHeader(of: file, limits: DecodeLimits(pixels: 20_000_000))
    } catch {
      return false
    }
    #expect(header.format == .jpeg)
    for eighths in eighths {
      for middle in [false, true] {
        let ours = reading(file, header, eighths: eighths, middle: middle, usesLibjpegAlone: false)
        let libjpegs = reading(
          file, header, eighths: eighths, middle: middle, usesLibjpegAlone: true)
        #expect(ours.rows == libjpegs.rows, "at \(eighths) eighths")
        #expect(ours.error == libjpegs.error, "at \(eighths) eighths")
        #expect(ours.losesPixels == libjpegs.losesPixels, "at \(eighths) eighths")
        #expect(ours.message == libjpegs.message, "at \(eighths) eighths")
      }
    }
    return true
  }

  /// The corpus's JPEGs that are neither large nor bombs.
  private static func jpegs() throws -> [Corpus.Entry] {
    try Corpus.entries.filter { entry in
      guard entry.set != "bombs", entry.length < 300_000 else { return false }
      return try Corpus.bytes(of: entry.path).starts(with: [0xFF, 0xD8])
    }
  }

  @Test(.enabled(if: Corpus.isPresent, Corpus.comment), arguments: try jpegs())
  func `a photo of the corpus gives the same rows, errors and warnings`(entry: Corpus.Entry) throws
  {
    let isRead = try expectSame(Corpus.bytes(of: entry.path))
    #expect(isRead || !entry.expected.hasPrefix("decodes"))
  }

  /// Photographs' codes, from noise with a value in every place to plain areas.
  @Test(arguments: [1, 30, 75, 90, 91, 100]) func `what an encoder writes gives the same rows`(
    quality: Int
  ) throws {
    let encoding = Encoding.jpeg(try #require(Quality(quality)))
    let size = PixelSize(width: 213, height: 131)
    for raster in [Raster.noise(size), Raster(size: size, filledWith: Colour(9, 99, 200))] {
      #expect(try expectSame(encoded(raster, encoding)))
    }
  }

  /// All layouts of samples, with and without restart markers, and values of every length.
  @Test(arguments: JPEGBuilder.Sampling.allCases, [0, 1, 3])
  func `chosen coefficients give the same rows`(sampling: JPEGBuilder.Sampling, interval: Int)
    throws
  {
    var builder = JPEGBuilder.varied(PixelSize(width: 99, height: 75), sampling)
    builder.restartInterval = interval
    #expect(try expectSame(builder.bytes))
    builder.coefficients = { component, x, y in
      var numbers = Numbers(seed: UInt64(component * 10_000 + x * 100 + y))
      return (0..<1 + numbers.next(below: 64)).map { _ in
        let value = 1 + numbers.next(below: 1 << numbers.next(below: 10))
        return numbers.next(below: 2) == 0 ? value : -value
      }
    }
    #expect(try expectSame(builder.bytes))
  }

  /// All layouts of samples, with and without restart markers; the scans of some coefficients only.
  @Test(arguments: JPEGBuilder.Sampling.allCases, [0, 1, 3])
  func `the first scans of a progressive photo give the same rows`(
    sampling: JPEGBuilder.Sampling, interval: Int
  ) throws {
    for scans in [JPEGBuilder.Scans.progressive, .manyProgressive(9)] {
      var builder = JPEGBuilder.varied(PixelSize(width: 99, height: 75), sampling, scans: scans)
      builder.restartInterval = interval
      #expect(try expectSame(builder.bytes))
    }
  }

  @Test(arguments: RefinedJPEG.all) func `scans that add bits give the same rows`(photo: [UInt8])
    throws
  {
    #expect(try expectSame(photo))
    #expect(try !usesLibjpegAlone(photo))
    // The last scan that adds a bit is missing, another one comes twice.
    let scans = photo.indices.filter { photo[$0...].starts(with: [0xFF, 0xDA]) }
    let last = try #require(scans.last)
    #expect(try expectSame(Array(photo[..<last]) + photo.suffix(2)))
    #expect(try expectSame(Array(photo.dropLast(2)) + photo[last...]))
    #expect(try usesLibjpegAlone(Array(photo.dropLast(2)) + photo[last...]))
  }

  /// Whether libjpeg had to decode the codes in the end.
  private func usesLibjpegAlone(_ photo: [UInt8]) throws -> Bool {
    let file = try opened(photo)
    let header = try PhotoHeader(of: file, limits: DecodeLimits())
    var reader = try JPEGReader.open(file)
    try reader.start(
      DecodePlan(header, showing: Region(header.size), at: header.size), limits: DecodeLimits())
    try reader.finish(remaining: header.size.height)
    return reader.usesLibjpegAlone
  }

  /// Any number of 0xFF may come before a marker.
  @Test(arguments: [0, 1, 3]) func `bytes that fill before markers need no second decoding`(
    interval: Int
  ) throws {
    var builder = JPEGBuilder.varied(PixelSize(width: 99, height: 75), .halfBoth)
    builder.restartInterval = interval
    let plain = builder.bytes
    #expect(try !usesLibjpegAlone(plain))
    var filled: [UInt8] = []
    let scan = try #require(plain.indices.first { plain[$0...].starts(with: [0xFF, 0xDA]) }) + 2
    for (index, byte) in plain.enumerated() {
      if index > scan, byte == 0xFF, plain[index + 1] != 0 {
        filled += Array(repeating: 0xFF, count: 1 + index % 5)
      }
      filled.append(byte)
    }
    #expect(try expectSame(filled))
    #expect(try !usesLibjpegAlone(filled))
    // What is left before the end may be part of the codes, and a filled zero is neither data nor a
    // marker.
    for junk in [[0], [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0], [0xFF, 0xFF, 0]] as [[UInt8]] {
      let photo = plain.dropLast(2) + junk + plain.suffix(2)
      #expect(try expectSame(Array(photo)))
      #expect(try usesLibjpegAlone(Array(photo)))
    }
  }

  private static let originals: [[UInt8]] =
    [JPEGBuilder.Sampling.grey, .halfBoth, .inks].flatMap {
      sampling in
      [0, 2].map { interval in
        var builder = JPEGBuilder.varied(PixelSize(width: 40, height: 34), sampling)
        builder.restartInterval = interval
        return builder.bytes
      }
    } + RefinedJPEG.all + [
      JPEGBuilder.varied(PixelSize(width: 40, height: 34), .halfBoth, scans: .progressive).bytes
    ]

  /// Bits flipped, markers put in, pieces left out, ends cut off: what is damaged, and how, libjpeg
  /// says.
  @Test(arguments: originals.indices) func `damage gives the same rows, errors and warnings`(
    index: Int
  ) throws {
    var numbers = Numbers(seed: UInt64(index + 7))
    let original = Self.originals[index]
    var compared = 0
    for round in 0..<200 {
      var photo = original
      let place = numbers.next(below: photo.count)
      switch round % 5 {
      case 0: photo[place] ^= 1 << UInt8(numbers.next(below: 8))
      case 1: photo[place] = 0xFF
      case 2: photo.insert(contentsOf: [0xFF, UInt8(0xD0 + numbers.next(below: 10))], at: place)
      case 3: photo.removeSubrange(place..<min(place + 1 + numbers.next(below: 9), photo.count))
      default: photo.removeSubrange(place...)
      }
      if try expectSame(photo, eighths: [[1, 2, 4, 8][round / 5 % 4]]) { compared += 1 }
    }
    #expect(compared > 50)
  }
}
