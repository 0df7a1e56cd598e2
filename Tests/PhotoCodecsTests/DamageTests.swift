import SystemPackage
import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

@Suite struct DamageTests {
  static let size = PixelSize(width: 80, height: 64)

  /// Expects a typed failure that damage may be allowed for; then draws what is left.
  private func expectAllowable(_ photo: [UInt8]) throws -> Drawn {
    let error = try #require(throws: CodecError.self) { try Drawn(photo) }
    guard case .damaged(_, allowable: true) = error else {
      Issue.record("\(error)")
      throw error
    }
    let drawn = try Drawn(photo, allowsDamage: true)
    #expect(drawn.warning != nil)
    #expect(try Drawn(photo, allowsDamage: true).raster.difference(from: drawn.raster) == nil)
    return drawn
  }

  @Test(arguments: [JPEGBuilder.Sampling.grey, .full, .halfBoth], [2, 3, 4, 5, 6, 7])
  func `a JPEG that is cut off is damaged, and shows what came when damage is allowed`(
    sampling: JPEGBuilder.Sampling, eighth: Int
  ) throws {
    let photo = JPEGBuilder.varied(Self.size, sampling).bytes
    let whole = try Drawn(photo).raster
    let cut = try expectAllowable(Array(photo[..<(photo.count * eighth / 8)])).raster
    #expect(cut[0, 0] == whole[0, 0])
    #expect(cut.difference(from: whole) != nil)
  }

  /// The end may lie below what is shown.
  @Test func `a cut is noticed whatever part is shown`() throws {
    let photo = JPEGBuilder.varied(Self.size, .halfBoth).bytes
    let cut = Array(photo[..<(photo.count - 20)])
    for part in [
      PixelRect(x: 0, y: 0, width: 8, height: 8), PixelRect(x: 64, y: 48, width: 16, height: 16),
    ] {
      #expect(throws: CodecError.self) { try Drawn(cut, showing: Region(part)) }
    }
    let png = PNGDecodingTests.Kind(colourType: .rgb, depth: 8, isInterlaced: false).builder(
      Self.size
    ).bytes
    #expect(throws: CodecError.self) {
      try Drawn(Array(png[..<(png.count - 40)]), showing: Region(x: 0, y: 0, width: 8, height: 8))
    }
  }

  /// Bits that flip, as on an old disk: what a whole decode notices is noticed when only the top is
  /// shown, too.
  @Test func `damage is noticed whatever part is shown`() throws {
    let photo = JPEGBuilder.varied(Self.size).bytes
    var found = 0
    for place in (photo.count - 400)..<(photo.count - 40)
    where photo[place] != 0xFF && photo[place - 1] != 0xFF {
      var damaged = photo
      damaged[place] ^= 0x40
      guard damaged[place] != 0xFF, (try? Drawn(damaged)) == nil else { continue }
      #expect(throws: CodecError.self) {
        try Drawn(damaged, showing: Region(x: 0, y: 0, width: 16, height: 8))
      }
      found += 1
    }
    #expect(found > 0)
  }

  /// 48 bits that are set contain a code that no table has. libjpeg alone takes it for a zero where
  /// many bytes follow.
  @Test func `a bad code is damage wherever it is`() throws {
    let photo = try encoded(
      Raster.noise(PixelSize(width: 160, height: 120)), .jpeg(#require(Quality(90))))
    let scan = try #require(photo.firstRange(of: [0xFF, 0xDA])).lowerBound
    for place in stride(from: scan + 200, to: photo.count - 200, by: 601) {
      var damaged = photo
      let start = damaged[place - 1] == 0xFF ? place + 1 : place
      damaged.replaceSubrange(
        start..<start + 12, with: (0..<12).map { $0 % 2 == 0 ? 0xFF : 0 } as [UInt8])
      let error = try #require(throws: CodecError.self) { try Drawn(damaged) }
      #expect(error == .damaged(reason: "bad Huffman code", allowable: true), "\(place)")
    }
  }

  @Test func `a missing end marker is worth a warning`() throws {
    let photo = JPEGBuilder.varied(Self.size).bytes
    let drawn = try Drawn(Array(photo.dropLast(2)))
    #expect(drawn.warning != nil)
    #expect(try drawn.raster.difference(from: Drawn(photo).raster) == nil)
  }

  @Test func `a progressive JPEG without its last scan is damaged`() throws {
    let photo = JPEGBuilder.varied(Self.size, .full, scans: .progressive).bytes
    let scans = photo.indices.dropLast().filter { photo[$0] == 0xFF && photo[$0 + 1] == 0xDA }
    _ = try expectAllowable(Array(photo[..<scans[3]]))
  }

  @Test
  func `a component without a scan is damage where the file is cut off, else worth a warning`()
    throws
  {
    let photo = JPEGBuilder.varied(Self.size, .full, scans: .separate).bytes
    let scans = photo.indices.dropLast().filter { photo[$0] == 0xFF && photo[$0 + 1] == 0xDA }
    let beginning = Array(photo[..<scans[2]])
    _ = try expectAllowable(beginning)
    #expect(try Drawn(beginning + [0xFF, 0xD9]).warning == "a colour channel is missing")
  }

  @Test func `a lost restart marker is damage`() throws {
    var builder = JPEGBuilder.varied(Self.size, .grey)
    builder.restartInterval = 4
    var photo = builder.bytes
    let marker = try #require(
      photo.indices.dropLast().first { photo[$0] == 0xFF && photo[$0 + 1] == 0xD3 })
    photo[marker + 1] = 0xD6
    _ = try expectAllowable(photo)
  }

  @Test(arguments: [false, true])
  func `a PNG that is cut off is damaged`(isInterlaced: Bool) throws {
    let photo = PNGDecodingTests.Kind(colourType: .rgb, depth: 8, isInterlaced: isInterlaced)
      .builder(
        Self.size
      ).bytes
    for length in [photo.count - 5, photo.count - 14, photo.count / 2, 60, 41, 33, 20, 8] {
      #expect(throws: CodecError.self, "\(length)") { try Drawn(Array(photo[..<length])) }
    }
  }

  @Test func `a wrong checksum of pixels is damage, of a side record a warning`() throws {
    let photo = PNGBuilder.plain()
    var bytes = photo.bytes
    // The first bytes of pixels, behind the signature, the header and the chunk's and the stream's
    // own heads.
    bytes[8 + 25 + 8 + 2 + 5 + 3] ^= 1
    #expect(throws: CodecError.self) { try Drawn(bytes) }
    let time = PNGBuilder.Chunk(
      type: "tIME", data: [7, 0xE8, 1, 1, 0, 0, 0], hasRightChecksum: false)
    let drawn = try Drawn(photo.with(time).bytes)
    #expect(drawn.warning != nil)
    #expect(drawn.raster[0, 0] == Colour(10, 20, 30))
  }

  @Test func `rows that all came show when damage behind them is allowed`() throws {
    let png = PNGBuilder.plain(Self.size).bytes
    let plain = Raster(size: Self.size, filledWith: Colour(10, 20, 30))
    for cut in [1, 4, 5, 12] {
      #expect(try expectAllowable(png.dropLast(cut)).raster.difference(from: plain) == nil)
    }
  }

  @Test func `junk behind the end is nobody's business`() throws {
    let junk = [UInt8](repeating: 0xFF, count: 3_000)
    #expect(try Drawn(JPEGBuilder.varied(Self.size).bytes + junk).warning == nil)
    #expect(try Drawn(PNGBuilder.plain(Self.size).bytes + junk).warning == nil)
  }

  @Test(arguments: [12, 16])
  func `a JPEG of more than eight bits is unsupported`(bits: UInt8) throws {
    var photo = JPEGBuilder.plain([90]).bytes
    let frame = try #require(photo.firstRange(of: [0xFF, 0xC0]))
    photo[frame.lowerBound + 4] = bits
    let error = try #require(throws: CodecError.self) { try header(photo) }
    guard case .unsupported = error else { Issue.record("\(error)"); return }
  }

  /// Lossless, hierarchical and their arithmetic forms.
  @Test(arguments: [0xC3, 0xC5, 0xC6, 0xC7, 0xCB, 0xCD, 0xCE, 0xCF] as [UInt8])
  func `other kinds of JPEG are unsupported`(marker: UInt8) throws {
    var photo = JPEGBuilder.plain([90]).bytes
    let frame = try #require(photo.firstRange(of: [0xFF, 0xC0]))
    photo[frame.lowerBound + 1] = marker
    let error = try #require(throws: CodecError.self) { try header(photo) }
    guard case .unsupported = error else { Issue.record("\(error)"); return }
  }

  /// All passes of an interlaced picture are read before its first row; most rows of the other are
  /// below those shown.
  @Test func `a photo can be cancelled while rows are read that nobody waits for`() throws {
    let size = PixelSize(width: 700, height: 700)
    var interlaced = PNGBuilder.plain(size)
    interlaced.isInterlaced = true
    let jpeg = try encoded(Raster.noise(size), .jpeg(#require(Quality(100))))
    for (photo, questions) in [(interlaced.bytes, 4), (jpeg, 16)] {
      #expect(photo.count > 10 * 65_536)
      let file = try opened(photo)
      let header = try PhotoHeader(of: file, limits: DecodeLimits())
      let part = PixelSize(width: 700, height: 8)
      var asked = 0
      #expect(throws: CodecError.cancelled) {
        _ = try PhotoDecoder.draw(
          file, header, plan: DecodePlan(header, showing: Region(PixelRect(part)), at: part),
          into: Frame(part),
          of: Raster(size: part, filledWith: .white), background: .white, limits: DecodeLimits(),
          allowsDamage: true,
          isCancelled: {
            asked += 1
            return asked == questions
          })
      }
      #expect(asked == questions)
    }
  }

  @Test(.timeLimit(.minutes(15))) func `a JPEG that begins with gigabytes of junk is refused soon`()
    throws
  {
    let folder = try TemporaryFolder()
    for start in [[0xFF, 0xD8], [0xFF, 0xD8, 0xFF, 0xE1, 0, 4, 0, 0]] as [[UInt8]] {
      let path = try folder.write(start, to: "junk.jpg")
      let descriptor = try FileDescriptor.open(path, .readWrite)
      try descriptor.resize(to: 1 << 40)
      try descriptor.close()
      let error = try #require(throws: CodecError.self) {
        try PhotoHeader(of: PhotoFile.open(path), limits: DecodeLimits())
      }
      #expect(error == .damaged(reason: "no picture follows its first bytes", allowable: false))
    }
  }

  @Test func `reading a header hears that it is cancelled`() throws {
    let chunks = [PNGBuilder.Chunk](repeating: PNGBuilder.Chunk(type: "teXt"), count: 20_000)
    let junk = [0xFF, 0xD8] + [UInt8](repeating: 0, count: 1 << 20)
    for photo in [PNGBuilder.plain(Self.size, chunks: chunks).bytes, junk] {
      let file = try opened(photo)
      var asked = 0
      #expect(throws: CodecError.cancelled) {
        _ = try PhotoHeader(of: file, limits: DecodeLimits()) {
          asked += 1
          return asked > 5
        }
      }
      #expect(asked == 6)
    }
  }

  @Test func `a cancelled photo says so`() throws {
    for photo in [JPEGBuilder.varied(Self.size).bytes, PNGBuilder.plain(Self.size).bytes] {
      let file = try opened(photo)
      let header = try PhotoHeader(of: file, limits: DecodeLimits())
      let raster = Raster(size: Self.size, filledWith: .white)
      var asked = 0
      #expect(throws: CodecError.cancelled) {
        _ = try PhotoDecoder.draw(
          file, header, plan: DecodePlan(header, showing: Region(Self.size), at: Self.size),
          into: Frame(Self.size), of: raster, background: .white, limits: DecodeLimits(),
          allowsDamage: true,
          isCancelled: {
            asked += 1
            return asked > 10
          })
      }
      #expect(asked == 11)
    }
  }
}
