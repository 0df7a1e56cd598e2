import SystemPackage
import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

/// Where a JPEG's gain map is found, and what is made of it.
@Suite struct JPEGGainMapTests {
  static let size = PixelSize(width: 32, height: 24)
  static let mapSize = PixelSize(width: 16, height: 16)

  /// A photo, grey in the middle.
  private func photo(_ segments: [JPEGBuilder.Segment] = []) -> [UInt8] {
    JPEGBuilder.plain([128, 128, 128], size: Self.size, segments: segments).bytes
  }

  /// A flat map.
  private func map(_ values: [Int] = [200]) -> [UInt8] {
    JPEGBuilder.plain(values, size: Self.mapSize).bytes
  }

  private func ultraHDR(_ changes: (inout GainMapJPEG) -> Void = { _ in }) -> GainMapJPEG {
    var jpeg = GainMapJPEG(photo(), map: map(), GainMapJPEG.simple)
    changes(&jpeg)
    return jpeg
  }

  private static let limits = {
    var limits = DecodeLimits()
    limits.readsGainMaps = true
    return limits
  }()

  private func read(_ bytes: [UInt8], _ limits: DecodeLimits = limits) throws -> PhotoHeader {
    try header(bytes, limits: limits)
  }

  private func picture(
    _ bytes: [UInt8], _ limits: DecodeLimits = limits, isCancelled: @escaping () -> Bool = { false }
  ) throws -> GainMapPicture {
    let file = try opened(bytes)
    let header = try PhotoHeader(of: file, limits: limits)
    let place = try #require(header.gainMap)
    let picture = try place.picture(
      of: file, primary: header, limits: limits, isCancelled: isCancelled)
    #expect(picture.size == place.size && picture.metadata == place.metadata)
    #expect(picture.values.count == picture.channels * picture.size.pixels)
    return picture
  }

  @Test func `an Ultra HDR photo has its map, if that is asked for`() throws {
    let bytes = ultraHDR().bytes
    let header = try read(bytes)
    let place = try #require(header.gainMap)
    #expect(place.kind == .ultraHDR && place.size == Self.mapSize && place.toXYZ == nil)
    #expect(place.metadata.fullHeadroom == 2.5 && header.gainMapFault == nil)
    let picture = try picture(bytes)
    #expect(picture.channels == 1 && Set(picture.values) == [200])
    let plain = try read(bytes, DecodeLimits())
    #expect(plain.gainMap == nil && plain.gainMapFault == nil)
    #expect(plain.storedSize == header.storedSize && plain.fault == nil && header.fault == nil)
  }

  private static let places: [(String, @Sendable (inout GainMapJPEG) -> Void)] = [
    ("the index", { $0.photoXMP = nil }),
    ("the index, behind other pictures", { $0.index = .behind(others: 30) }),
    ("the directory, as the index is wrong", { $0.index = .off(by: 100) }),
    ("the directory, as there is no index", { $0.index = .none }),
    (
      "the directory, behind padding and before a film",
      {
        $0.index = .none
        $0.padding = [1, 2, 3, 4, 5]
        $0.trailer = Array(repeating: 0x55, count: 1000)
        $0.photoXMP = GainMapJPEG.packet(containing: 7, padding: 5)
      }
    ),
    (
      "behind the photo, as the directory is wrong, too",
      {
        $0.index = .off(by: -7)
        $0.photoXMP = GainMapJPEG.packet(containing: 7)
      }
    ),
    (
      "behind the photo, as nothing says more",
      {
        $0.index = .none
        $0.photoXMP = nil
        $0.segments = GainMapJPEG.segment(
          0xE2, Array("urn:iso:std:iso:ts:21496:-1\0".utf8) + [0, 0, 0, 0])
      }
    ),
    (
      "behind the photo, as the index is wrong alone",
      { ($0.index, $0.photoXMP) = (.off(by: 9), nil) }
    ),
    ("before a film", { $0.trailer = Array(repeating: 0xFF, count: 1000) }),
  ]

  @Test(arguments: places.indices) func `a map is found`(place: Int) throws {
    let (name, change) = Self.places[place]
    let bytes = ultraHDR(change).bytes
    #expect(try read(bytes).gainMapFault == nil, "\(name)")
    #expect(try Set(picture(bytes).values) == [200], "\(name)")
  }

  @Test func `a photo that announces a map without having one has a warning, and is a photo`()
    throws
  {
    let missing = "no HDR, as its gain map can't be used: it is missing"
    for index in [GainMapJPEG.Index.none, .right, .off(by: -100_000), .behind(others: 100)] {
      var jpeg = ultraHDR { $0.index = index }
      jpeg.mapXMP = nil
      let bytes = jpeg.bytes
      #expect(try read(bytes).gainMapFault == missing)
      let cut = Array(bytes.prefix(bytes.count - jpeg.map.count))
      let header = try read(cut)
      #expect(header.gainMap == nil && header.gainMapFault == missing)
      #expect(header.fault == nil && header.storedSize == Self.size)
      _ = try Drawn(cut)
    }
  }

  @Test func `other pictures behind a photo are no maps, and nothing is said of them`() throws {
    for index in [GainMapJPEG.Index.right, .off(by: 10), .behind(others: 4000), .none] {
      var jpeg = GainMapJPEG(photo(), map: photo())
      jpeg.index = index
      let header = try read(jpeg.bytes)
      #expect(header.gainMap == nil && header.gainMapFault == nil)
    }
    #expect(try read(photo()).gainMapFault == nil)
    // The continuation of XMP announces nothing.
    var extended = GainMapJPEG(photo(), map: photo())
    extended.segments = GainMapJPEG.segment(
      0xE1,
      Array(("http://ns.adobe.com/xmp/extension/\0" + GainMapJPEG.packet(containing: 9)).utf8))
    #expect(try read(extended.bytes).gainMapFault == nil)
  }

  @Test func `a map that changes nothing is none`() throws {
    let jpeg = GainMapJPEG(
      photo(), map: map(),
      ["Version": "1.0", "GainMapMax": "0", "HDRCapacityMax": "1"])
    let header = try read(jpeg.bytes)
    #expect(header.gainMap == nil && header.gainMapFault == nil)
  }

  @Test func `an index that is no index is passed over`() throws {
    for payload in [[], [0x4D], Array("MM\0*\0\0\0\u{8}".utf8), Array("MM\0*\u{7F}\0\0\0".utf8)] {
      var jpeg = ultraHDR { $0.index = .none }
      jpeg.segments = GainMapJPEG.segment(0xE2, Array("MPF\0".utf8) + payload)
      #expect(try read(jpeg.bytes).gainMap != nil)
    }
    let little = TIFFBuilder([
      [
        (
          0xB002,
          .data(
            [UInt8](repeating: 0, count: 16) + [0, 0, 0, 0, 9, 9, 0, 0, 7, 1, 0, 0, 0, 0, 0, 0])
        )
      ]
    ]).bytes
    #expect(MPFIndex(little, at: 1000)?.offsets == [1000 + 263])
    for count in 0..<little.count { _ = MPFIndex(Array(little.prefix(count)), at: 0) }
  }

  @Test func `numbers of which nothing can be made are a warning`() throws {
    var properties = GainMapJPEG.simple
    properties["Gamma"] = "0"
    let header = try read(GainMapJPEG(photo(), map: map(), properties).bytes)
    #expect(
      header.gainMap == nil
        && header.gainMapFault == "no HDR, as its gain map can't be used: its gamma is out of range"
    )
  }

  @Test func `a map that leads from an HDR photo to SDR is a warning`() throws {
    let fault = "no HDR, as its gain map can't be used: it leads from an HDR photo to SDR"
    var properties = GainMapJPEG.simple
    properties["BaseRenditionIsHDR"] = "True"
    var jpeg = GainMapJPEG(photo(), map: map(), properties)
    let stated = try read(jpeg.bytes)
    #expect(stated.gainMap == nil && stated.gainMapFault == fault && stated.fault == nil)
    jpeg = GainMapJPEG(photo(), map: map())
    for (flags, base, other): (UInt8, Int32, Int32) in [(4, 0, 200), (0, 200, 0)] {
      var record: [UInt8] = [0, 0, 0, 0, flags | 0x48]
      for number in [100, base, other, 0, 200, 100, 0, 0] { record += number.bigEndianBytes }
      jpeg.iso = record
      #expect(try read(jpeg.bytes).gainMapFault == fault)
    }
    properties["GainMapMax"] = "0"
    #expect(try read(GainMapJPEG(photo(), map: map(), properties).bytes).gainMapFault == nil)
  }

  @Test func `a map may have three channels, which stay if they differ`() throws {
    let coloured = try picture(ultraHDR { $0.map = map([128, 150, 100]) }.bytes)
    #expect(coloured.channels == 3 && Set(coloured.values).count == 3)
    // Grey in colour.
    let grey = try picture(ultraHDR { $0.map = map([90, 128, 128]) }.bytes)
    #expect(grey.channels == 1 && Set(grey.values) == [90])
  }

  @Test func `a map may be progressive, of any size, and turned with its photo`() throws {
    let varied = JPEGBuilder.varied(PixelSize(width: 61, height: 45), .grey, scans: .progressive)
    let jpeg = ultraHDR {
      $0.map = varied.bytes
      $0.segments = JPEGBuilder.Segment.exif(EXIFBuilder.orientation(6)).bytes
    }
    let header = try read(jpeg.bytes)
    #expect(header.size == Self.size.transposed && header.gainMap?.size == varied.size)
    let place = try #require(header.gainMap)
    #expect(place.heldBytes == varied.size.pixels)
    #expect(place.decoderBufferBytes > 3 * varied.size.pixels)
    #expect(
      try read(ultraHDR { $0.map = map([128, 150, 100]) }.bytes).gainMap?.heldBytes
        == 3 * Self.mapSize.pixels)
    let drawn = try Drawn(varied.bytes).raster
    let picture = try picture(jpeg.bytes)
    for (x, y) in [(0, 0), (60, 0), (30, 20), (60, 44)] {
      let value = Int(picture.values[y * varied.size.width + x])
      #expect(abs(value - Int(drawn[x, y].red)) <= 1)
    }
  }

  @Test func `a map that can't be decoded, or is far too large, is a warning or an error`() throws {
    let inks = try read(ultraHDR { $0.map = map([9, 9, 9, 9]) }.bytes)
    #expect(inks.gainMapFault == "no HDR, as its gain map can't be used: it is in CMYK")
    var huge = JPEGBuilder.plain([9], size: Self.mapSize)
    huge.statedSize = PixelSize(width: 65_500, height: 65_500)
    let bomb = try read(ultraHDR { $0.map = huge.bytes }.bytes)
    #expect(bomb.gainMap == nil && bomb.gainMapFault?.contains("65500x65500") == true)
    huge.statedSize = PixelSize(width: 1025, height: 1024)
    let large = try read(ultraHDR { $0.map = huge.bytes }.bytes)
    #expect(
      large.gainMapFault
        == "no HDR, as its gain map can't be used: 1025x1024 pixels for a photo of 32x24")
    var few = Self.limits
    few.pixels = 1000
    let limited = try read(
      ultraHDR { $0.map = JPEGBuilder.plain([9], size: PixelSize(width: 40, height: 40)).bytes }
        .bytes, few)
    #expect(limited.gainMap == nil && limited.gainMapFault?.contains("40x40") == true)
    let whole = map()
    let cut = ultraHDR { $0.map = Array(whole.dropLast(4)) }.bytes
    #expect(try read(cut).gainMap != nil)
    let error = #expect(throws: CodecError.self) { try picture(cut) }
    guard case .damaged = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    let scans = JPEGBuilder.varied(Self.mapSize, .full, scans: .manyProgressive(101))
    #expect(throws: CodecError.tooManyScans(limit: 100)) {
      try picture(ultraHDR { $0.map = scans.bytes }.bytes)
    }
  }

  @Test func `reading and decoding can be cancelled`() throws {
    let bytes = ultraHDR { $0.index = .off(by: 100) }.bytes
    #expect(throws: CodecError.cancelled) { try picture(bytes) { true } }
    let file = try opened(bytes)
    var reads = 0
    while reads < 100 {
      var left = reads
      do {
        _ = try PhotoHeader(of: file, limits: Self.limits) {
          left -= 1
          return left < 0
        }
        break
      } catch {
        #expect(error == .cancelled)
        reads += 1
      }
    }
    #expect((4..<100).contains(reads))
  }

  @Test func `a map's own profile says in which colours its gains apply`() throws {
    let profile = ColourSpace.displayP3.profile
    func place(flags: UInt8) throws -> GainMapPlace? {
      var record: [UInt8] = [0, 0, 0, 0, flags | 8]
      for number: Int32 in [100, 0, 200, 0, 200, 100, 0, 0] { record += number.bigEndianBytes }
      var jpeg = GainMapJPEG(photo(), map: map())
      jpeg.iso = record
      let segment = GainMapJPEG.segment(0xE2, Array("ICC_PROFILE\0".utf8) + [1, 1] + profile)
      jpeg.map = Array(jpeg.map.prefix(2)) + segment + jpeg.map.dropFirst(2)
      return try read(jpeg.bytes).gainMap
    }
    #expect(try place(flags: 0x40)?.toXYZ == nil)
    #expect(try place(flags: 0)?.kind == .iso)
    let matrix = try #require(try place(flags: 0)?.toXYZ)
    let wanted = RGBSpace.displayP3.toXYZ
    for (column, other) in zip(matrix.columns, wanted.columns) {
      #expect(abs(column.x - other.x) < 1e-3 && abs(column.y - other.y) < 1e-3)
    }
  }

  @Test func `no cut or changed byte makes anything but a photo, a warning, or an error`() throws {
    let bytes = ultraHDR { $0.index = .off(by: 3) }.bytes
    for count in stride(from: 0, to: bytes.count, by: 7) {
      expectTakenOrRefused { _ = try read(Array(bytes.prefix(count))) }
    }
    var dice = Dice(57)
    for _ in 0..<300 {
      var changed = bytes
      changed[Int.random(in: 0..<changed.count, using: &dice)] = UInt8.random(
        in: 0...255, using: &dice)
      expectTakenOrRefused { if try read(changed).gainMap != nil { _ = try picture(changed) } }
    }
  }
}
