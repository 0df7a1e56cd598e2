import SystemPackage
import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

/// The gain maps of HEICs and AVIFs: where they are, and how they are turned.
@Suite struct HEIFGainMapTests {
  private static let limits = {
    var limits = DecodeLimits()
    limits.readsGainMaps = true
    return limits
  }()

  private static let appleMap = HEIFBuilder.fullBox(
    "auxC", Array("urn:com:apple:photo:2020:aux:hdrgainmap\0".utf8))

  /// A "tmap" item's bytes: gains of up to two stops.
  private static func record(
    version: UInt8 = 0, gamma: Int32 = 100, flags: UInt8 = 0
  ) -> [UInt8] {
    var bytes: [UInt8] = [version, 0, 0, 0, 0, 0x48 | flags]
    for number: Int32 in [100, 0, 200, 0, 200, gamma, 0, 0] { bytes += number.bigEndianBytes }
    return bytes
  }

  private static func toneMap(_ bytes: [UInt8] = record()) -> HEIFBuilder.Item {
    HEIFBuilder.Item(type: "tmap", bytes: bytes, isInItemData: true)
  }

  private func read(_ builder: HEIFBuilder) throws -> PhotoHeader {
    try header(builder.bytes, limits: Self.limits)
  }

  @Test func `the second picture of a "tmap" item is the map`() throws {
    let items = [HEIFBuilder.hevc(64, 32), HEIFBuilder.hevc(16, 8), Self.toneMap()]
    let derived = HEIFBuilder.Reference(type: "dimg", from: 3, to: [1, 2])
    var builder = HEIFBuilder(items: items, references: [derived])
    let header = try read(builder)
    let place = try #require(header.gainMap)
    #expect(place.kind == .iso && place.size == PixelSize(width: 16, height: 8))
    #expect(place.metadata.fullHeadroom == 2 && header.gainMapFault == nil)
    #expect(place.decoderBufferBytes > 4 * place.size.pixels)
    // The item itself may be the one to show.
    builder.primary = 3
    #expect(try read(builder).gainMap?.size == place.size)
    builder.references = [.init(type: "dimg", from: 3, to: [2, 1])]
    builder.primary = 1
    #expect(try read(builder).gainMap == nil)
    builder.references = []
    #expect(try read(builder).gainMap == nil && read(builder).gainMapFault == nil)
  }

  @Test func `a map that leads from an HDR photo to SDR is a warning`() throws {
    let builder = HEIFBuilder(
      items: [
        HEIFBuilder.hevc(64, 32), HEIFBuilder.hevc(16, 8), Self.toneMap(Self.record(flags: 4)),
      ], references: [.init(type: "dimg", from: 3, to: [1, 2])])
    let header = try read(builder)
    #expect(header.gainMap == nil && !header.hasHDR)
    #expect(
      header.gainMapFault
        == "no HDR, as its gain map can't be used: it leads from an HDR photo to SDR")
  }

  @Test func `an auxiliary picture of Apple's is the map, if something says how bright it is`()
    throws
  {
    let xmp = GainMapJPEG.packet(
      #"xmlns:H="http://ns.apple.com/HDRGainMap/1.0/" H:HDRGainMapHeadroom="8""#)
    var builder = HEIFBuilder(
      items: [
        HEIFBuilder.hevc(64, 32), HEIFBuilder.hevc(32, 16, Self.appleMap, chroma: 0),
        HEIFBuilder.Item(type: "mime", bytes: Array(xmp.utf8)),
      ],
      references: [
        .init(type: "auxl", from: 2, to: [1]), .init(type: "cdsc", from: 3, to: [2]),
      ])
    let place = try #require(try read(builder).gainMap)
    #expect(place.kind == .apple && place.metadata.curve == .apple(headroom: 8))
    builder.references.removeLast()
    let silent = try read(builder)
    #expect(silent.gainMap == nil)
    #expect(
      silent.gainMapFault == "no HDR, as its gain map can't be used: nothing says how bright it is")
    #expect(try header(builder.bytes).gainMapFault == nil)
    builder.references = []
    #expect(try read(builder).gainMapFault == nil)
  }

  @Test func `a "tmap" item comes before Apple's, unless it can't be used`() throws {
    let xmp = GainMapJPEG.packet(
      #"xmlns:H="http://ns.apple.com/HDRGainMap/1.0/" H:HDRGainMapHeadroom="8""#)
    var builder = HEIFBuilder(
      items: [
        HEIFBuilder.hevc(64, 32), HEIFBuilder.hevc(32, 16, Self.appleMap), Self.toneMap(),
        HEIFBuilder.Item(type: "mime", bytes: Array(xmp.utf8)),
      ],
      references: [
        .init(type: "auxl", from: 2, to: [1]), .init(type: "dimg", from: 3, to: [1, 2]),
        .init(type: "cdsc", from: 4, to: [2]),
      ])
    #expect(try read(builder).gainMap?.kind == .iso)
    for record in [Self.record(version: 1), Self.record(gamma: 0), [0], [0, 0, 0, 0, 0, 0]] {
      builder.items[2] = Self.toneMap(record)
      #expect(try read(builder).gainMap?.kind == .apple)
    }
    builder.items[3].type = "Exif"
    builder.items[2] = Self.toneMap(Self.record(gamma: 0))
    #expect(
      try read(builder).gainMapFault
        == "no HDR, as its gain map can't be used: its gamma is out of range")
  }

  @Test func `a map that can't be read leaves the photo as it is`() throws {
    let derived = HEIFBuilder.Reference(type: "dimg", from: 3, to: [1, 2])
    let maps: [(HEIFBuilder.Item, String)] = [
      (HEIFBuilder.hevc(4000, 4000), "4000x4000 pixels for a photo of 64x32"),
      (HEIFBuilder.Item(type: "j2k1", properties: [HEIFBuilder.size(8, 8)]), "JPEG 2000"),
      (HEIFBuilder.Item(type: "hvc1", properties: [HEIFBuilder.size(8, 8)]), "configuration"),
      (HEIFBuilder.grid(1, 1, 8, 8), "tiles are missing"),
    ]
    for (map, reason) in maps {
      let builder = HEIFBuilder(
        items: [HEIFBuilder.hevc(64, 32), map, Self.toneMap()], references: [derived])
      let header = try read(builder)
      #expect(header.gainMap == nil && header.request != nil)
      #expect(header.gainMapFault?.contains(reason) == true, "\(header.gainMapFault ?? "none")")
    }
    let missing = HEIFBuilder(
      items: [HEIFBuilder.hevc(64, 32), HEIFBuilder.hevc(8, 8), Self.toneMap()],
      references: [.init(type: "dimg", from: 3, to: [1, 9])])
    #expect(try read(missing).gainMapFault?.contains("missing picture") == true)
  }

  @Test func `a photo whose own samples have high dynamic range needs no map`() throws {
    let pq = HEIFBuilder.codePoints(9, 16, 9, true)
    let builder = HEIFBuilder(
      items: [HEIFBuilder.hevc(64, 32, pq, depth: 10), HEIFBuilder.hevc(16, 8), Self.toneMap()],
      references: [.init(type: "dimg", from: 3, to: [1, 2])])
    let header = try read(builder)
    #expect(header.gainMap == nil && header.gainMapFault == nil)
  }

  @Test func `gains apply in the colours that a "tmap" item states, if not in the photo's`() throws
  {
    var record = Self.record()
    record[5] = 0x08
    var item = Self.toneMap(record)
    item.properties = [HEIFBuilder.codePoints(12, 16, 0, true)]
    let builder = HEIFBuilder(
      items: [HEIFBuilder.hevc(64, 32), HEIFBuilder.hevc(16, 8), item],
      references: [.init(type: "dimg", from: 3, to: [1, 2])])
    #expect(try read(builder).gainMap?.toXYZ == RGBSpace.displayP3.toXYZ)
  }

  // MARK: - Decoding

  /// The coded picture of a fixture: four quarters of different colours.
  private func quarters(_ properties: [UInt8]...) throws -> HEIFBuilder.Item {
    let file = try PhotoFile.open(Fixtures.path(of: "heif/quarters.heic"))
    let heif = try HEIFFile(file)
    let item = try #require(heif.meta.items.values.first { $0.type == "hvc1" })
    let found = try heif.meta.properties(of: item)
    let (size, setup) = (try #require(found.size), try #require(found.decoderSetup))
    return HEIFBuilder.Item(
      type: "hvc1", bytes: try heif.bytes(in: heif.extents(of: item), limit: 1 << 20),
      properties: [
        HEIFBuilder.size(size.width, size.height),
        HEIFBuilder.box("hvcC", Array(heif.meta.bytes[setup.payload])),
      ] + properties)
  }

  @Test(
    .enabled(if: SandboxedDecoding.hasHEIF, "\(SandboxedDecoding.heifReason)"),
    arguments: [
      // The photo's and the map's transforms, and how the map is turned against the photo.
      (0, 0, Orientation.up), (1, 1, .up), (3, 3, .up), (0, 1, .left), (1, 0, .right),
      (1, 3, .down), (0, nil, .up), (2, nil, .up),
    ] as [(UInt8, UInt8?, Orientation)])
  func `a map is turned so that it fits the stored photo`(
    photo: UInt8, map: UInt8?, turn: Orientation
  ) throws {
    let photo = try quarters(HEIFBuilder.rotation(photo))
    let map = try map.map { try quarters(HEIFBuilder.rotation($0)) } ?? quarters()
    let builder = HEIFBuilder(
      items: [photo, map, Self.toneMap()],
      references: [.init(type: "dimg", from: 3, to: [1, 2])])
    let file = try opened(builder.bytes)
    let header = try PhotoHeader(of: file, limits: Self.limits)
    let place = try #require(header.gainMap)
    let picture = try place.picture(
      of: file, primary: header, limits: Self.limits, isCancelled: { false })
    #expect(picture.size == turn.applied(to: header.storedSize) && picture.channels == 3)
    let pixels = try SandboxWorker.decode(
      try #require(header.request), photo: file.descriptor.rawValue)
    for y in stride(from: 1, to: picture.size.height, by: 5) {
      for x in stride(from: 1, to: picture.size.width, by: 5) {
        let from = turn.stored(
          PixelRect(x: x, y: y, width: 1, height: 1), upright: picture.size)
        let offset = 4 * (from.y * header.storedSize.width + from.x)
        for channel in 0..<3 {
          let expected = unsafe pixels.pointer(at: offset + channel).load(as: UInt8.self)
          #expect(picture.values[3 * (y * picture.size.width + x) + channel] == expected)
        }
      }
    }
  }

  @Test(.enabled(if: SandboxedDecoding.hasHEIF, "\(SandboxedDecoding.heifReason)"))
  func `a map whose coded picture is damaged is an error, and the photo is drawn`() throws {
    var map = try quarters()
    map.bytes = map.bytes.map { _ in 0x55 }
    let builder = HEIFBuilder(
      items: [try quarters(), map, Self.toneMap()],
      references: [.init(type: "dimg", from: 3, to: [1, 2])])
    let file = try opened(builder.bytes)
    let header = try PhotoHeader(of: file, limits: Self.limits)
    let place = try #require(header.gainMap)
    #expect(throws: CodecError.self) {
      try place.picture(of: file, primary: header, limits: Self.limits, isCancelled: { false })
    }
    #expect(try Drawn(file).warning == nil)
  }
}
