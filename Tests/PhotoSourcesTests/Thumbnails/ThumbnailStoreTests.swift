import Imaging
import PhotoCodecs
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

@testable import PhotoSources

@Suite struct ThumbnailStoreTests {
  let tree: ThumbnailTree

  init() throws { tree = try ThumbnailTree() }

  @Test(
    arguments: [
      (1, .normal), (128, .normal), (129, .large), (256, .large), (257, .xLarge), (513, .xxLarge),
      (5000, .xxLarge),
    ] as [(Int, ThumbnailSize)])
  func `the smallest size that covers the pixels is chosen`(pixels: Int, size: ThumbnailSize) {
    #expect(ThumbnailSize.covering(pixels) == size)
  }

  // MARK: other programs' thumbnails

  @Test func `a thumbnail as GNOME writes it is used`() throws {
    let photo = try tree.add("a (1) [x].png")
    let texts = tree.texts(photo) + [.plain("Software", "GNOME::ThumbnailFactory")]
    try tree.store(
      StoredPNG(width: 256, height: 171, texts: texts).bytes, as: tree.stored(photo, in: "large"))
    let raster = try tree.load(photo, .large)
    #expect(raster.size == PixelSize(width: 256, height: 171) && raster.middle == ThumbnailTree.red)
  }

  @Test func `a thumbnail as KDE writes it is used, under the resolved path and with Qt's escapes`()
    throws
  {
    let original = try tree.add("a;b 서울.png")
    try tree.folder.makeFolder("photos/links")
    try tree.folder.makeSymbolicLink("photos/links/l.png", to: "../a;b 서울.png")
    let uri = String(decoding: FileURI(original.pathBytes, .qt).bytes, as: UTF8.self)
    let texts: [StoredPNG.Text] = [
      .plain("Software", "KDE Thumbnail Generator Images (v1)"),
      .plain("Thumb::MTime", "1000000000"),
      .plain("Thumb::Mimetype", "image/png"), .plain("Thumb::Size", "\(original.fileSize)"),
      .compressed("Thumb::URI", uri),
    ]
    try tree.store(
      StoredPNG(width: 128, height: 85, texts: texts).bytes, as: tree.stored(original, .qt))
    for photo in [original, try tree.photo("links/l.png")] {
      #expect(try tree.load(photo).middle == ThumbnailTree.red)
    }
  }

  @Test func `texts may be international, and behind the pixels`() throws {
    let photo = try tree.add("a.png")
    let uri = String(decoding: FileURI(photo.pathBytes).bytes, as: UTF8.self)
    let texts: [StoredPNG.Text] = [
      .international("Thumb::URI", uri), .plain("Thumb::MTime", "1000000000"),
    ]
    try tree.store(
      StoredPNG(width: 128, height: 85, texts: texts, hasTextsLast: true).bytes,
      as: tree.stored(photo))
    #expect(try tree.load(photo).middle == ThumbnailTree.red)
  }

  @Test func `a larger thumbnail serves, reduced`() throws {
    let photo = try tree.add(
      "a.png", ThumbnailTree.png(ThumbnailTree.green, width: 1200, height: 600))
    try tree.store(
      StoredPNG(width: 512, height: 256, texts: tree.texts(photo)).bytes,
      as: tree.stored(photo, in: "x-large"))
    let raster = try tree.load(photo, .normal)
    #expect(raster.size == PixelSize(width: 128, height: 64) && raster.middle == ThumbnailTree.red)
  }

  @Test func `a small photo's thumbnail is as small as the photo`() throws {
    let photo = try tree.add("a.png", ThumbnailTree.png(ThumbnailTree.green, width: 40, height: 30))
    try tree.store(
      StoredPNG(width: 40, height: 30, texts: tree.texts(photo)).bytes, as: tree.stored(photo))
    #expect(try tree.load(photo).middle == ThumbnailTree.red)
  }

  /// What makes a file in the store useless.
  enum Fault: CaseIterable {
    case uri, noURI, modified, noTime, fileSize, tooLarge, tooSmall, bomb, endlessText, truncated,
      damaged, oversized,
      jpeg, empty, damagedText
  }

  @Test(arguments: Fault.allCases)
  func `a thumbnail that doesn't fit, or is no picture of its size, is ignored`(fault: Fault) throws
  {
    let photo = try tree.add("a.png")
    var png = StoredPNG(width: 128, height: 85, texts: tree.texts(photo))
    switch fault {
    case .uri: png.texts[0] = .plain("Thumb::URI", "file:///elsewhere.png")
    case .noURI: png.texts.remove(at: 0)
    case .modified: png.texts = tree.texts(photo, modified: 1_000_000_001)
    case .noTime: png.texts.remove(at: 1)
    case .fileSize: png.texts.append(.plain("Thumb::Size", "\(photo.fileSize + 1)"))
    case .tooLarge: (png.width, png.height) = (129, 86)
    case .tooSmall: (png.width, png.height) = (64, 43)
    case .bomb: png.claimedSide = 60_000
    case .endlessText:
      png.texts[0] = .compressed("Thumb::URI", String(repeating: "a", count: 70_000))
    case .truncated, .damaged, .oversized, .jpeg, .empty, .damagedText: break
    }
    var bytes = png.bytes
    switch fault {
    case .truncated: bytes.removeLast(20_000)
    case .damaged: bytes[bytes.count - 20_000] ^= 0xFF
    case .oversized: bytes += StoredPNG.chunk("juNk", [UInt8](repeating: 0, count: 1 << 19))
    case .empty: bytes = []
    case .damagedText: bytes[8 + 25 + 30] ^= 1
    case .jpeg:
      let raster = Raster(size: PixelSize(width: 128, height: 85), filledWith: ThumbnailTree.red)
      bytes = try PixelBands(raster, as: .jpeg(.default)).encoded()
    default: break
    }
    try tree.store(bytes, as: tree.stored(photo))
    #expect(try tree.load(photo).middle == ThumbnailTree.green)
    // Ours takes its place.
    #expect(try tree.folder.read(tree.stored(photo)) != bytes)
  }

  @Test func `links, pipes and folders in the store are not followed or read, and block nothing`()
    throws
  {
    let photo = try tree.add("a.png")
    let png = StoredPNG(width: 128, height: 85, texts: tree.texts(photo)).bytes
    let name = tree.stored(photo)
    let elsewhere = FilePath("elsewhere").appending(try #require(name.lastComponent))
    try tree.store(png, as: elsewhere)
    try tree.folder.makeFolder("cache")
    try tree.folder.makeFolder("cache/thumbnails")
    func loads() throws -> Bool { try tree.load(photo).middle == ThumbnailTree.green }
    // The folder is a link.
    try tree.folder.makeSymbolicLink(
      "cache/thumbnails/normal", to: tree.folder.path(of: "elsewhere"))
    let before = try tree.folder.snapshot()
    #expect(try loads())
    #expect(try tree.folder.snapshot() == before)
    try tree.folder.remove("cache/thumbnails/normal")
    // The file is one.
    try tree.folder.makeFolder("cache/thumbnails/normal")
    try tree.folder.makeSymbolicLink(name, to: tree.folder.path(of: elsewhere))
    #expect(try loads())
    #expect(try tree.folder.path(of: name).stat(followTargetSymlink: false).type == .regular)
    #expect(try tree.folder.read(elsewhere) == png)
    try tree.folder.remove(name)
    try tree.folder.makePipe(name)
    #expect(try loads())
    try tree.folder.remove(name)
    try tree.folder.makeFolder(name)
    #expect(try loads())
    #expect(
      try tree.folder.names(in: "cache/thumbnails/normal") == [
        try #require(name.lastComponent).string
      ])
  }

  // MARK: our own

  @Test
  func `a decoded thumbnail is stored for this user alone, with what the specification asks for`()
    throws
  {
    let photo = try tree.add("a.png")
    let decoded = try tree.load(photo)
    let name = tree.stored(photo)
    for folder: FilePath in ["cache", "cache/thumbnails", "cache/thumbnails/normal"] {
      #expect(try tree.folder.path(of: folder).stat().permissions.rawValue == 0o700)
    }
    #expect(try tree.folder.path(of: name).stat().permissions.rawValue == 0o600)
    #expect(try tree.folder.names(in: "cache/thumbnails") == ["normal"])
    #expect(
      try tree.folder.names(in: "cache/thumbnails/normal") == [
        try #require(name.lastComponent).string
      ])
    let file = try PhotoFile.open(tree.folder.path(of: name))
    let texts = try PNGTexts(["Thumb::URI", "Thumb::MTime", "Thumb::Size", "Software"], of: file)
    #expect(texts["Thumb::URI"] == FileURI(photo.pathBytes).bytes)
    #expect(texts["Thumb::MTime"] == Array("1000000000".utf8))
    #expect(texts["Thumb::Size"] == Array("\(photo.fileSize)".utf8))
    #expect(texts["Software"] == Array("collage-1".utf8))
    let header = try PhotoHeader(of: file, limits: DecodeLimits())
    #expect(
      header.size == PixelSize(width: 128, height: 85) && header.isOpaque
        && decoded.size == header.size)
  }

  @Test func `a stored thumbnail is used instead of the photo, until the photo changes`() throws {
    let photo = try tree.add("a.png")
    #expect(try tree.load(photo).middle == ThumbnailTree.green)
    try tree.makeNewest(tree.stored(photo))
    // Unreadable, but of the same size and age.
    try tree.add(
      "a.png", PhotoTree.png + [UInt8](repeating: 0, count: photo.fileSize - PhotoTree.png.count))
    #expect(try tree.load(photo).middle == ThumbnailTree.green)
    let changed = try tree.add("a.png", ThumbnailTree.png(ThumbnailTree.blue))
    try tree.setModified(1_000_000_001, changed.path)
    #expect(try tree.load(tree.photo("a.png")).middle == ThumbnailTree.blue)
  }

  @Test func `photos that can't be decoded are remembered with the reason, until they change`()
    throws
  {
    var bytes = try ThumbnailTree.png(ThumbnailTree.green)
    let intact = bytes
    bytes.removeLast(40)
    let photo = try tree.add("a.png", bytes)
    let failure = #expect(throws: ThumbnailError.self) { try tree.load(photo) }
    guard case .notDecoded(.damaged) = failure else {
      Issue.record("\(String(describing: failure))"); return
    }
    #expect(try tree.folder.names(in: "cache/thumbnails") == ["fail"])
    let name = tree.stored(photo, in: "fail/collage-1")
    #expect(try tree.folder.path(of: name).stat().permissions.rawValue == 0o600)
    try tree.makeNewest(name)
    // Not decoded again: it would succeed.
    let repaired = intact + [UInt8](repeating: 0, count: 0)
    try tree.add("a.png", Array(repaired.prefix(bytes.count)))
    let again = #expect(throws: ThumbnailError.self) { try tree.load(photo) }
    #expect(again == failure)
    let changed = try tree.add("a.png", intact)
    #expect(try tree.load(changed).middle == ThumbnailTree.green)
  }

  @Test func `another version tries again`() throws {
    let photo = try tree.add("a.png")
    let texts = tree.texts(photo) + [.plain("X-Collage::Failure", "damaged for a test")]
    let png = StoredPNG(width: 1, height: 1, texts: texts).bytes
    try tree.store(png, as: tree.stored(photo, in: "fail/collage-0"))
    #expect(try tree.load(photo).middle == ThumbnailTree.green)
    try tree.folder.remove("cache")
    try tree.store(png, as: tree.stored(photo, in: "fail/collage-1"))
    #expect(throws: ThumbnailError.notDecoded(.damaged(reason: "for a test", allowable: false))) {
      try tree.load(photo)
    }
  }

  @Test(
    arguments: [
      .damaged(reason: "a b", allowable: false), .damaged(reason: "", allowable: true),
      .unsupported(reason: "x"),
    ] as [CodecError])
  func `reasons are kept as text`(error: CodecError) throws {
    #expect(CodecError(storedText: try #require(error.storedText)) == error)
  }

  @Test func `reasons that may be temporary, or that a terminal would act on, are not kept`() {
    #expect(CodecError.readFailed(.ioError).storedText == nil)
    #expect(CodecError.decoderFailed(.crashed).storedText == nil)
    #expect(CodecError.tooManyPixels(PixelSize(width: 1, height: 1), limit: 0).storedText == nil)
    #expect(CodecError(storedText: Array("damaged \u{1B}[2J".utf8)) == nil)
    #expect(CodecError(storedText: Array("odd".utf8)) == nil)
    #expect(
      CodecError(storedText: Array("damaged ".utf8) + [UInt8](repeating: 0x61, count: 500)) == nil)
  }

  @Test func `files in the store get no thumbnails there, under whatever path`() throws {
    try tree.store(ThumbnailTree.png(ThumbnailTree.green), as: "cache/thumbnails/normal/a.png")
    try tree.folder.makeSymbolicLink("link", to: "cache/thumbnails")
    let before = try tree.folder.snapshot()
    for name: FilePath in ["cache/thumbnails", "link"] {
      let photo = try #require(tree.photos(in: name).first)
      #expect(try tree.load(photo).middle == ThumbnailTree.green)
    }
    #expect(try tree.folder.snapshot() == before)
  }

  @Test func `without a store the disk is left alone, and where writing fails nothing happens`()
    throws
  {
    let photo = try tree.add("a.png")
    let loader = tree.loader(nil)
    #expect(
      try loader.thumbnail(of: photo, .normal).wait().get().raster.middle == ThumbnailTree.green)
    _ = loader.idle().wait()
    #expect(try tree.folder.names() == ["photos"])
    try tree.folder.write([], to: "cache")
    #expect(try tree.load(photo).middle == ThumbnailTree.green)
    #expect(try tree.folder.read("cache") == [])
  }

  @Test func `stored thumbnails keep transparency, shown ones are mixed with the background`()
    throws
  {
    let clear = Raster(
      size: PixelSize(width: 200, height: 100),
      filledWith: Colour(red: 200, green: 0, blue: 0, alpha: 51))
    let photo = try tree.add(
      "a.png", PixelBands(clear, as: .png(.default), hasAlpha: true).encoded())
    let mixed = Colour(red: 40, green: 0, blue: 204)
    // Once decoded, once from the store.
    for _ in 1...2 {
      let loader = ThumbnailLoader(
        store: tree.store, background: .colour(Colour(red: 0, green: 0, blue: 255)))
      #expect(try loader.thumbnail(of: photo, .normal).wait().get().raster.middle == mixed)
      _ = loader.idle().wait()
    }
    let file = try PhotoFile.open(tree.folder.path(of: tree.stored(photo)))
    #expect(try !PhotoHeader(of: file, limits: DecodeLimits()).isOpaque)
  }

  @Test func `thumbnails are upright`() throws {
    let raster = Raster(size: PixelSize(width: 300, height: 200)) { x, _ in
      x < 150 ? .white : ThumbnailTree.blue
    }
    let jpeg = try PixelBands(raster, as: .jpeg(.default)).encoded()
    // EXIF with one entry: orientation 6, the stored picture's left side is the top.
    let exif: [UInt8] =
      Array("Exif\0\0MM\0*".utf8) + [
        0, 0, 0, 8, 0, 1, 1, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0, 0, 0, 0, 0,
      ]
    let photo = try tree.add(
      "a.jpg", [0xFF, 0xD8, 0xFF, 0xE1, 0, UInt8(exif.count + 2)] + exif + jpeg.dropFirst(2))
    // Once decoded, once from the store.
    for _ in 1...2 {
      let thumbnail = try tree.load(photo)
      #expect(thumbnail.size == PixelSize(width: 85, height: 128))
      #expect(thumbnail[40, 10].red > 240 && thumbnail[40, 118].red < 40)
    }
  }
}
