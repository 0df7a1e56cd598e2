import CSandboxedCodecs
import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

/// What a HEIF's structure tells; no pixel is decoded.
struct HEIFHeaderTests {
  func read(_ items: HEIFBuilder.Item..., references: [HEIFBuilder.Reference] = []) throws
    -> PhotoHeader
  {
    try header(HEIFBuilder(items: items, references: references).bytes)
  }

  func failure(_ builder: HEIFBuilder) -> CodecError? {
    do {
      _ = try header(builder.bytes)
      return nil
    } catch {
      return error as? CodecError
    }
  }

  /// What the worker gets to know of a photo.
  func parameters(
    _ header: PhotoHeader
  ) throws -> (request: csandboxed_heif_request, layers: [csandboxed_heif_layer]) {
    let request = try #require(header.request)
    #expect(request.codec == .heif)
    return unsafe request.parameters.withUnsafeBytes { bytes in
      let head = unsafe bytes.load(as: csandboxed_heif_request.self)
      let layers = (0..<Int(head.layer_count)).map { index in
        let offset =
          MemoryLayout.size(ofValue: head) + index * MemoryLayout<csandboxed_heif_layer>.stride
        return unsafe bytes.load(fromByteOffset: offset, as: csandboxed_heif_layer.self)
      }
      return (head, layers)
    }
  }

  @Test func `a coded picture has its size, depth and decoder`() throws {
    let photo = try read(HEIFBuilder.hevc(640, 480))
    #expect(photo.format == .heic && photo.storedSize == PixelSize(width: 640, height: 480))
    #expect(
      photo.orientation == .up && photo.isOpaque && photo.request?.depth == 8
        && photo.colours == .sRGB)
    #expect(try read(HEIFBuilder.hevc(640, 480, depth: 10)).request?.depth == 16)
  }

  @Test(arguments: [
    (["heic", "mif1"], PhotoFormat.heic), (["mif1", "miaf", "heic"], .heic),
    (["avif", "mif1"], .avif),
    (["mif1", "avif", "miaf"], .avif), (["avis", "msf1"], .avif), (["msf1", "hevc"], .heic),
    (["abcd", "mif1"], .heic),
  ])
  func `brands tell a HEIF from a film`(_ brands: [String], _ format: PhotoFormat) {
    #expect(PhotoFormat(firstBytes: HEIFBuilder(brands: brands).bytes) == format)
    #expect(PhotoFormat(firstBytes: HEIFBuilder(brands: ["isom", "mp42"]).bytes) == nil)
  }

  @Test func `the decoder's codec is the format, whatever the brand`() throws {
    #expect(
      try header(HEIFBuilder(brands: ["avif", "mif1"], items: [HEIFBuilder.hevc(8, 8)]).bytes)
        .format == .heic)
  }

  @Test func `crop, rotation and mirroring apply in their order`() throws {
    let crop = HEIFBuilder.crop(40, 20, x: -20, y: 10)
    let photo = try read(
      HEIFBuilder.hevc(100, 60, crop, HEIFBuilder.rotation(1), HEIFBuilder.mirror(1)))
    #expect(
      photo.storedSize == PixelSize(width: 40, height: 20)
        && photo.size == PixelSize(width: 20, height: 40))
    // Counter-clockwise, then left and right exchanged: a mirror image along the other diagonal.
    #expect(photo.orientation == .rightMirrored)
    let source = try #require(try parameters(photo).layers.first?.source)
    #expect(source == PixelRect(x: 10, y: 30, width: 40, height: 20))
    // The same crop after the rotation cuts other pixels.
    let turned = try read(HEIFBuilder.hevc(60, 100, HEIFBuilder.rotation(1), crop))
    #expect(turned.storedSize == PixelSize(width: 20, height: 40))
    #expect(
      try parameters(turned).layers.first?.source == PixelRect(x: 10, y: 10, width: 20, height: 40))
  }

  @Test func `a crop outside of the picture is passed over with a warning`() throws {
    let photo = try read(
      HEIFBuilder.hevc(10, 10, HEIFBuilder.crop(10, 10, x: -15, y: -15, over: 2)))
    #expect(photo.size == PixelSize(width: 10, height: 10))
    #expect(photo.fault == "its crop lies outside the picture and is ignored")
    let broken = HEIFBuilder(items: [
      HEIFBuilder.hevc(10, 10, HEIFBuilder.crop(10, 10, x: 0, y: 0, over: 0))
    ])
    #expect(
      failure(broken) == .damaged(reason: "its crop has a denominator of zero", allowable: false))
  }

  @Test func `EXIF tells the date and the camera, and never the orientation`() throws {
    var exif = EXIFBuilder()
    exif.entries = [EXIFBuilder.Entry(tag: 0x0112, type: 3, value: [0, 6, 0, 0])]
    let item = HEIFBuilder.Item(
      type: "Exif", bytes: [0, 0, 0, 6] + Array("Exif\0\0".utf8) + exif.bytes)
    let photo = try read(
      HEIFBuilder.hevc(8, 4), item, references: [.init(type: "cdsc", from: 2, to: [1, 3])])
    #expect(photo.orientation == .up && photo.size == PixelSize(width: 8, height: 4))
  }

  @Test
  func
    `an orientation in EXIF is known as ignored where no property says how the picture is turned`()
    throws
  {
    func ignored(_ value: UInt8, _ properties: [UInt8]...) throws -> Orientation? {
      var exif = EXIFBuilder()
      exif.entries = [EXIFBuilder.Entry(tag: 0x0112, type: 3, value: [0, value, 0, 0])]
      var picture = HEIFBuilder.hevc(8, 4)
      picture.properties += properties
      let item = HEIFBuilder.Item(type: "Exif", bytes: [0, 0, 0, 0] + exif.bytes)
      return try read(picture, item, references: [.init(type: "cdsc", from: 2, to: [1])])
        .ignoredOrientation
    }
    #expect(
      try (0...9).map { try ignored($0) } == [nil, nil] + (2...8).map { Orientation(rawValue: $0) }
        + [nil])
    #expect(try ignored(6, HEIFBuilder.crop(4, 4, x: 0, y: 0)) == .right)
    // What is said is meant, even if it is not to turn.
    for property in [HEIFBuilder.rotation(3), HEIFBuilder.rotation(0), HEIFBuilder.mirror(0)] {
      #expect(try ignored(6, property) == nil)
    }
    #expect(try read(HEIFBuilder.hevc(8, 4)).ignoredOrientation == nil)
  }

  func grid(_ tiles: HEIFBuilder.Item..., properties: [UInt8]...) -> HEIFBuilder {
    var grid = HEIFBuilder.grid(2, 2, 100, 90)
    grid.properties += properties
    return HEIFBuilder(
      items: [grid] + tiles,
      references: [.init(type: "dimg", from: 1, to: Array(2..<2 + tiles.count))])
  }

  @Test func `a grid has its own size, and its tiles the parts that are shown`() throws {
    let tile = HEIFBuilder.hevc(64, 64)
    let photo = try header(
      grid(tile, tile, tile, tile, properties: HEIFBuilder.crop(50, 90, x: 25, y: 0)).bytes)
    #expect(photo.size == PixelSize(width: 50, height: 90))
    let layers = try parameters(photo).layers
    #expect(
      layers.map(\.source.width) == [14, 36, 14, 36] && layers.map(\.source.x) == [50, 0, 50, 0])
    #expect(layers.map(\.x) == [0, 14, 0, 14] && layers.map(\.y) == [0, 0, 64, 64])
    #expect(layers.map(\.source.height) == [64, 64, 26, 26])
  }

  @Test func `a grid with tiles that are missing, too small or of several sizes is damaged`() {
    let tile = HEIFBuilder.hevc(64, 64)
    let small = HEIFBuilder.hevc(32, 32)
    #expect(
      failure(grid(tile, tile, tile))
        == .damaged(reason: "some of its tiles are missing", allowable: false))
    #expect(
      failure(grid(small, small, small, small))
        == .damaged(reason: "its tiles don't cover it", allowable: false))
    #expect(
      failure(grid(tile, tile, tile, small))
        == .damaged(reason: "its tiles differ in size", allowable: false))
  }

  @Test func `pictures laid over each other are cut at the canvas, and turned where they say so`()
    throws
  {
    let builder = HEIFBuilder(
      items: [
        HEIFBuilder.overlay(96, 64, at: [(x: -4, y: 8), (x: 72, y: -16)]), HEIFBuilder.hevc(64, 32),
        HEIFBuilder.hevc(64, 32, HEIFBuilder.rotation(1)),
      ], references: [.init(type: "dimg", from: 1, to: [2, 3])])
    let photo = try header(builder.bytes)
    let layers = try parameters(photo).layers
    #expect(photo.size == PixelSize(width: 96, height: 64) && photo.isOpaque && layers.count == 3)
    #expect(layers[1].source == PixelRect(x: 4, y: 0, width: 60, height: 32) && layers[1].x == 0)
    // 24x48 of the turned picture are inside; they begin 16 pixels from its top, which is the coded
    // picture's right.
    #expect(layers[2].source == PixelRect(x: 0, y: 0, width: 48, height: 24))
    #expect(
      layers[2].orientation == Orientation.left.rawValue && layers[2].x == 72 && layers[2].y == 0)
    #expect(
      try !header(
        HEIFBuilder(
          items: [
            HEIFBuilder.overlay(8, 8, at: [(x: 0, y: 0)], fill: [0, 0, 0, 9]),
            HEIFBuilder.hevc(8, 8),
          ],
          references: [.init(type: "dimg", from: 1, to: [2])]
        ).bytes
      ).isOpaque)
  }

  @Test func `an identity stands for its picture, and its transforms come after that one's`() throws
  {
    let builder = HEIFBuilder(
      items: [
        HEIFBuilder.Item(type: "iden", properties: [HEIFBuilder.rotation(1)]),
        HEIFBuilder.hevc(64, 32, HEIFBuilder.mirror(1)),
      ], references: [.init(type: "dimg", from: 1, to: [2])])
    #expect(try header(builder.bytes).orientation == .leftMirrored)
    var loop = builder
    loop.items[1] = HEIFBuilder.Item(type: "iden")
    loop.references.append(.init(type: "dimg", from: 2, to: [1]))
    #expect(
      failure(loop)
        == .damaged(reason: "one of its pictures is derived from no other", allowable: false))
  }

  @Test func `a grid of itself ends`() {
    let builder = HEIFBuilder(
      items: [HEIFBuilder.grid(1, 1, 8, 8)], references: [.init(type: "dimg", from: 1, to: [1])])
    #expect(failure(builder) == .tooLarge(reason: "pictures nested more than 16 deep"))
  }

  @Test func `alpha of any size makes a photo transparent`() throws {
    let alpha = HEIFBuilder.hevc(32, 16, HEIFBuilder.alpha)
    let photo = try read(
      HEIFBuilder.hevc(64, 32, HEIFBuilder.crop(32, 32, x: 0, y: 0)), alpha,
      references: [
        .init(type: "auxl", from: 2, to: [1, 7]), .init(type: "prem", from: 1, to: [2]),
      ])
    let parameters = try parameters(photo)
    let request = parameters.request
    #expect(!photo.isOpaque && request.is_premultiplied == 1 && parameters.layers.count == 2)
    #expect(request.alpha_width == 32 && request.alpha_height == 16)
    #expect(request.whole_width == 64 && request.whole_height == 32)
    #expect(request.crop_x == 16)
    let same = try read(
      HEIFBuilder.hevc(32, 16), alpha, references: [.init(type: "auxl", from: 2, to: [1])])
    let sameRequest = try self.parameters(same).request
    #expect(sameRequest.alpha_width == 0 && sameRequest.is_premultiplied == 0)
  }

  @Test func `a gain map is no alpha`() throws {
    let map = HEIFBuilder.fullBox("auxC", Array("urn:com:apple:photo:2020:aux:hdrgainmap\0".utf8))
    let photo = try read(
      HEIFBuilder.hevc(64, 32), HEIFBuilder.hevc(32, 16, map),
      references: [.init(type: "auxl", from: 2, to: [1])])
    #expect(photo.isOpaque)
    let longer = HEIFBuilder.alpha.dropFirst(12).dropLast() + [UInt8](repeating: 0x61, count: 100)
    let other = try read(
      HEIFBuilder.hevc(64, 32),
      HEIFBuilder.hevc(32, 16, HEIFBuilder.fullBox("auxC", Array(longer))),
      references: [.init(type: "auxl", from: 2, to: [1])])
    #expect(other.isOpaque)
  }

  @Test func `a transparent overlay makes a grid of it transparent`() throws {
    let photo = try read(
      HEIFBuilder.grid(1, 1, 16, 8),
      HEIFBuilder.overlay(16, 8, at: [(x: 0, y: 0)], fill: [0, 0, 0, 9]),
      HEIFBuilder.hevc(8, 8),
      references: [.init(type: "dimg", from: 1, to: [2]), .init(type: "dimg", from: 2, to: [3])])
    #expect(!photo.isOpaque)
  }

  @Test func `a profile that is too long is passed over`() throws {
    let valid = ProfileBuilder.matrix(
      ProfileBuilder.sRGBColourants, curve: ProfileBuilder.power(1.8)
    ).bytes
    let tooLong = valid + [UInt8](repeating: 0, count: ColourProfile.maxBytes + 1 - valid.count)
    let photo = try read(HEIFBuilder.hevc(8, 8, HEIFBuilder.profile(tooLong)))
    #expect(
      photo.colours == .sRGB
        && photo.fault
          == "its colour profile can't be used and is ignored; its colours are taken as sRGB"
    )
  }

  @Test func `a profile comes before code points, and unspecified ones are sRGB's`() throws {
    let points = HEIFBuilder.codePoints(12, 13, 6, true)
    let profile = HEIFBuilder.profile(
      ProfileBuilder.matrix(ProfileBuilder.sRGBColourants, curve: ProfileBuilder.power(1.8)).bytes)
    let displayP3 = try read(HEIFBuilder.hevc(8, 8, points))
    #expect(displayP3.colours == .rgb(.displayP3) && displayP3.fault == nil)
    let profiled = try read(HEIFBuilder.hevc(8, 8, points, profile))
    #expect(profiled.colours != displayP3.colours && profiled.colours != .sRGB)
    let broken = try read(HEIFBuilder.hevc(8, 8, points, HEIFBuilder.profile([1, 2, 3])))
    #expect(broken.colours == displayP3.colours)
    for unspecified in [
      HEIFBuilder.codePoints(2, 2, 6, true), HEIFBuilder.codePoints(1, 2, 2, false),
    ] {
      let photo = try read(HEIFBuilder.hevc(8, 8, unspecified))
      #expect(photo.colours == .sRGB && photo.fault == nil)
    }
  }

  @Test func `the profile of old iPhones' tiles holds for the grid`() throws {
    let profile = HEIFBuilder.profile(
      ProfileBuilder.matrix(ProfileBuilder.sRGBColourants, curve: ProfileBuilder.power(1.8)).bytes)
    let tile = HEIFBuilder.hevc(64, 64, profile)
    #expect(try header(grid(tile, tile, tile, tile).bytes).colours != .sRGB)
  }

  @Test func `matrix and range go to the decoder`() throws {
    let stated = try parameters(
      read(HEIFBuilder.hevc(8, 8, HEIFBuilder.codePoints(9, 13, 9, true))))
    let layer = try #require(stated.layers.first)
    #expect(
      layer.matrix == 9 && layer.primaries == 9 && layer.is_full_range == 1 && layer.chroma == 1)
    // A bitstream without colours has limited range.
    let silent = try #require(try parameters(read(HEIFBuilder.hevc(8, 8))).layers.first)
    #expect(silent.matrix == 2 && silent.is_full_range == 0)
  }

  @Test func `high dynamic range is recognised`() throws {
    let photo = try read(HEIFBuilder.hevc(8, 8, HEIFBuilder.codePoints(9, 16, 9, false), depth: 10))
    guard case .highDynamicRange = photo.colours else {
      Issue.record("\(photo.colours)")
      return
    }
    #expect(photo.fault == nil && photo.hasHDR && photo.hdrKind == "PQ")
  }

  @Test func `all warnings are given`() throws {
    let crop = HEIFBuilder.crop(10, 10, x: -15, y: -15)
    let photo = HEIFBuilder(items: [
      HEIFBuilder.hevc(8, 8, crop, HEIFBuilder.codePoints(9, 16, 9, false), depth: 10)
    ])
    let film = HEIFBuilder.box("moov", [])
    #expect(
      try header(photo.bytes + film).fault
        == "only its still picture is used, not its video; its crop lies outside the picture and is ignored"
    )
  }

  @Test func `the time follows from what is decoded`() throws {
    let crop = HEIFBuilder.crop(8, 8, x: 0, y: 0)
    #expect(try read(HEIFBuilder.hevc(8, 8)).request?.seconds == 4)
    #expect(try read(HEIFBuilder.hevc(4000, 3000, crop)).request?.seconds == 16)
    let tile = HEIFBuilder.hevc(4000, 3000, crop)
    let tiles = try read(
      HEIFBuilder.grid(1, 2, 16, 8), tile, references: [.init(type: "dimg", from: 1, to: [2, 2])])
    #expect(tiles.request?.seconds == 28)
  }

  @Test(arguments: [("avc1", "AVC"), ("jpeg", "JPEG"), ("vvc1", "VVC"), ("abcd", "\"abcd\"")])
  func `other codecs are named`(_ type: String, _ name: String) {
    let builder = HEIFBuilder(items: [
      HEIFBuilder.Item(type: type, properties: [HEIFBuilder.size(8, 8)])
    ])
    #expect(failure(builder) == .unsupported(reason: "HEIF coded as \(name)"))
  }

  @Test func `what can't be shown says why`() {
    var builder = HEIFBuilder(items: [HEIFBuilder.hevc(8, 8)])
    builder.handler = "vide"
    #expect(failure(builder) == .unsupported(reason: "HEIF that contains no picture"))
    builder.handler = "pict"
    builder.primary = 9
    #expect(
      failure(builder) == .damaged(reason: "it refers to a missing picture", allowable: false))
    builder.primary = 1
    builder.items[0].isProtected = true
    #expect(failure(builder) == .unsupported(reason: "encrypted HEIF"))
    builder.items[0] = HEIFBuilder.hevc(8, 8, HEIFBuilder.box("wxyz", []))
    #expect(failure(builder) == .unsupported(reason: "HEIF with the property \"wxyz\""))
    builder.items[0] = HEIFBuilder.Item(type: "hvc1", properties: [HEIFBuilder.size(8, 8)])
    #expect(
      failure(builder)
        == .damaged(reason: "one of its pictures has no decoder configuration", allowable: false))
    builder.items[0] = HEIFBuilder.hevc(0, 8)
    #expect(
      failure(builder) == .damaged(reason: "one of its pictures has no size", allowable: false))
  }

  @Test func `a truncated file is damaged, wherever it ends`() {
    var builder = HEIFBuilder(items: [HEIFBuilder.hevc(8, 8), HEIFBuilder.hevc(8, 8)])
    let count = builder.bytes.count
    for truncation in 1..<count - 32 {
      builder.truncation = truncation
      guard case .damaged = failure(builder) else {
        Issue.record("\(truncation) bytes are missing: \(String(describing: failure(builder)))")
        return
      }
    }
  }
}

extension csandboxed_heif_layer {
  fileprivate var source: PixelRect {
    PixelRect(
      x: Int(source_x), y: Int(source_y), width: Int(source_width), height: Int(source_height))
  }
}
