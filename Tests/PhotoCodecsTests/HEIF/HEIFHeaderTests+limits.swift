import CSandboxedCodecs
import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

extension HEIFHeaderTests {
  @Test func `limits hold before anything is decoded`() {
    let size = PixelSize(width: 20_000, height: 20_000)
    #expect(
      failure(HEIFBuilder(items: [HEIFBuilder.hevc(20_000, 20_000)]))
        == .tooManyPixels(size, limit: DecodeLimits().pixels))
    let huge = HEIFBuilder(items: [HEIFBuilder.hevc(Int(UInt32.max), Int(UInt32.max))])
    #expect(failure(huge) == .tooLarge(reason: "4294967295x4294967295 pixels"))
    let deep = HEIFBuilder(items: [HEIFBuilder.hevc(16_000, 16_000, depth: 10)])
    #expect(failure(deep) == .tooLarge(reason: "decoding it needs more than 2048 MiB"))
  }

  @Test func `sizes before crops are limited as well`() {
    let crop = HEIFBuilder.crop(16, 16, x: 0, y: 0)
    let side = Int(Int32.max)
    let whole = PixelSize(width: side, height: side)
    let coded = HEIFBuilder(items: [HEIFBuilder.hevc(side, side, crop)])
    #expect(failure(coded) == .tooManyPixels(whole, limit: DecodeLimits().pixels))
    #expect(throws: CodecError.tooLarge(reason: "more than 16384x16384 pixels")) {
      try header(coded.bytes, limits: DecodeLimits(pixels: .max))
    }
    let sides = UInt32(side).bigEndianBytes + UInt32(side).bigEndianBytes
    let overlay = HEIFBuilder.Item(
      type: "iovl",
      bytes: [0, 1] + [UInt8](repeating: 0, count: 8) + sides + [UInt8](repeating: 0, count: 8),
      properties: [crop])
    let alphaSize = PixelSize(width: 131_072, height: 131_072)
    let alpha = HEIFBuilder.hevc(alphaSize.width, alphaSize.height, HEIFBuilder.alpha)
    let isAlpha = HEIFBuilder.Reference(type: "auxl", from: 2, to: [1])
    let overlaid = HEIFBuilder(
      items: [overlay, alpha, HEIFBuilder.hevc(8, 8)],
      references: [.init(type: "dimg", from: 1, to: [3]), isAlpha])
    #expect(failure(overlaid) == .tooManyPixels(whole, limit: DecodeLimits().pixels))
    let transparent = HEIFBuilder(items: [HEIFBuilder.hevc(8, 8), alpha], references: [isAlpha])
    #expect(failure(transparent) == .tooManyPixels(alphaSize, limit: DecodeLimits().pixels))
  }

  @Test func `tiles in very many pieces are rejected`() throws {
    var tile = HEIFBuilder.hevc(8, 8)
    tile.repeats = 40_000
    #expect(try read(tile).size == PixelSize(width: 8, height: 8))
    let grid = HEIFBuilder(
      items: [HEIFBuilder.grid(1, 2, 16, 8), tile],
      references: [.init(type: "dimg", from: 1, to: [2, 2])])
    #expect(failure(grid) == .tooLarge(reason: "its tiles are in more than 65,536 pieces"))
  }

  /// A grid of two of one grid with 65,280 tiles, of which a few are shown.
  private var hiddenTiles: HEIFBuilder {
    HEIFBuilder(
      items: [
        HEIFBuilder.grid(1, 2, 16, 8),
        HEIFBuilder.grid(255, 256, 2048, 2040, HEIFBuilder.crop(8, 8, x: 0, y: 0)),
        HEIFBuilder.hevc(8, 8),
      ],
      references: [
        .init(type: "dimg", from: 1, to: [2, 2]),
        .init(type: "dimg", from: 2, to: [Int](repeating: 3, count: 255 * 256)),
      ])
  }

  @Test func `tiles that aren't shown count`() {
    #expect(failure(hiddenTiles) == .tooLarge(reason: "more than 65,536 tiles, shown or not"))
  }

  @Test func `going through tiles can be cancelled`() throws {
    var calls = 0
    #expect(throws: CodecError.cancelled) {
      try PhotoHeader(of: opened(hiddenTiles.bytes), limits: DecodeLimits()) {
        calls += 1
        return calls > 1000
      }
    }
  }

  @Test func `very many boxes and references are rejected`() {
    let boxes = [UInt8]([[UInt8]](repeating: HEIFBuilder.box("free", []), count: 32_769).joined())
    #expect(throws: CodecError.tooLarge(reason: "more than 32,768 boxes")) {
      try ISOBox.all(in: ByteReader(boxes))
    }
    #expect(throws: Never.self) { try ISOBox.all(in: ByteReader(boxes, 8..<boxes.count)) }
    let targets = [UInt8](repeating: 0, count: 2 * 65_535)
    let references = (1...3).flatMap { HEIFBuilder.box("dimg", [0, $0, 255, 255] + targets) }
    #expect(throws: CodecError.tooLarge(reason: "more than 131,072 references")) {
      try HEIFReferences(ByteReader([0, 0, 0, 0] + references))
    }
  }

  @Test func `changed bytes are taken or refused for what they are, the same each time`() throws {
    let tile = HEIFBuilder.hevc(
      64, 64, HEIFBuilder.rotation(1), HEIFBuilder.codePoints(1, 13, 6, true))
    let alpha = HEIFBuilder.hevc(32, 16, HEIFBuilder.alpha)
    var grid = grid(
      tile, tile, tile, tile, alpha, properties: HEIFBuilder.crop(50, 90, x: 25, y: 0))
    grid.references = [
      .init(type: "dimg", from: 1, to: [2, 3, 4, 5]), .init(type: "auxl", from: 6, to: [1]),
    ]
    let overlay = HEIFBuilder(
      items: [HEIFBuilder.overlay(96, 64, at: [(x: -4, y: 8)]), tile],
      references: [.init(type: "dimg", from: 1, to: [2])])
    var numbers = Numbers(seed: 1)
    for original in [grid.bytes, overlay.bytes] {
      for _ in 0..<1500 {
        var photo = original
        for _ in 0...numbers.next(below: 3) {
          photo[numbers.next(below: photo.count)] = UInt8(
            numbers.next(below: 4) == 0 ? 255 : numbers.next(below: 256))
        }
        let first = Result { try header(photo) }
        let second = Result { try header(photo) }
        switch (first, second) {
        case (.success(let one), .success(let other)): #expect(one == other)
        case (.failure(let one as CodecError), .failure(let other as CodecError)):
          #expect(one == other && one.isFaultOfBytes)
        default: Issue.record("one file has two outcomes")
        }
      }
    }
  }
}
