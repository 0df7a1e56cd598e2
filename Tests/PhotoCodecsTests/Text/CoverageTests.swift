import Glibc
import TestSupport
import Testing

@testable import Imaging
@testable import PhotoCodecs

/// Our rasteriser against FreeType's, which measures areas, too.
struct CoverageTests {
  @Test(
    .enabled(
      if: InstalledText.isThere && FreeType.isThere, "\(InstalledText.reason), and libfreetype6"))
  func `a thousand glyphs are covered as FreeType covers them`() throws {
    let font = try InstalledText.dejaVu
    // At this size FreeType, which rounds points to 64ths of a pixel, has nothing to round in this
    // font but its place.
    let reference = try #require(FreeType(font.bytes, size: 32))
    let blocks: [ClosedRange<UInt32>] = [0x21...0x7E, 0xA1...0x24F, 0x400...0x4FF, 0x2190...0x22FF]
    let characters = blocks.flatMap { $0 }.compactMap { Unicode.Scalar($0) }.filter {
      !$0.properties.isDefaultIgnorableCodePoint && reference.has($0)
    }.prefix(1000)
    #expect(characters.count == 1000)
    let texts = characters.map { TextCharacters(String($0)) }
    let advances = try TextWorker.measure(texts, in: [font]).measures.map { $0[0].advance * 32 }
    let box = PixelRect(x: 0, y: 0, width: 60, height: 48)
    let picture = try TextWorker.draw(
      texts.map { TextLine($0, 0..<1, in: box, size: 32, baseline: 36, colour: .black) }, in: [font]
    )
    var (sum, worst, covered) = (0, 0, 0)
    for (index, character) in characters.enumerated() {
      let glyph = reference.coverage(
        of: character, at: (60 - advances[index]) / 2, 36, in: box.size)
      for y in 0..<48 {
        for x in 0..<60 {
          let pixel = unsafe picture.pixels.pointer(
            at: ((picture.tops[index] + y) * picture.width + x) * 4)
          let share = unsafe pixel.load(fromByteOffset: 3, as: UInt8.self)
          let difference = abs(Int(share) - Int(glyph[y * 60 + x]))
          sum += difference
          covered += share > 0 || glyph[y * 60 + x] > 0 ? 1 : 0
          worst = max(worst, difference)
        }
      }
    }
    // In codes of 255: over all pixels, and over those that any of both covers. FreeType draws
    // curves as lines that are up to a sixteenth of a pixel away from them, we a hundredth.
    let pixels = 1000 * box.size.pixels
    #expect(Double(sum) / Double(pixels) < 0.15, "\(sum) of \(pixels)")
    #expect(
      covered > 100_000 && Double(sum) / Double(covered) < 1.5 && worst < 96,
      "\(sum) of \(covered), \(worst)")
  }
}

/// As much of FreeType as a test needs; the offsets are those of its structures on 64-bit Linux.
@safe private final class FreeType {
  private typealias Handle = UnsafeMutableRawPointer

  static var isThere: Bool { unsafe dlopen("libfreetype.so.6", RTLD_NOW) != nil }

  private let face: Handle
  private let bytes: UnsafeMutableBufferPointer<UInt8>

  private static func function<Function>(_ name: String, _: Function.Type) -> Function {
    unsafe unsafeBitCast(dlsym(dlopen("libfreetype.so.6", RTLD_NOW), name), to: Function.self)
  }

  init?(_ font: [UInt8], size: UInt32) {
    unsafe bytes = .allocate(capacity: font.count)
    _ = unsafe bytes.initialize(from: font)
    var library: Handle?
    var face: Handle?
    let initialise = unsafe Self.function(
      "FT_Init_FreeType",
      (@convention(c) (UnsafeMutablePointer<UnsafeMutableRawPointer?>) -> Int32).self)
    let open = unsafe Self.function(
      "FT_New_Memory_Face",
      (@convention(c) (
        UnsafeMutableRawPointer?, UnsafePointer<UInt8>?, Int, Int,
        UnsafeMutablePointer<UnsafeMutableRawPointer?>
      ) -> Int32).self)
    let setSize = unsafe Self.function(
      "FT_Set_Pixel_Sizes",
      (@convention(c) (UnsafeMutableRawPointer?, UInt32, UInt32) -> Int32).self)
    guard unsafe initialise(&library) == 0,
      unsafe open(library, UnsafePointer(bytes.baseAddress), bytes.count, 0, &face) == 0,
      let face = unsafe face,
      unsafe setSize(face, 0, size) == 0
    else { return nil }
    unsafe self.face = face
  }

  deinit { unsafe bytes.deallocate() }

  private func index(_ character: Unicode.Scalar) -> UInt32 {
    let index = unsafe Self.function(
      "FT_Get_Char_Index", (@convention(c) (UnsafeMutableRawPointer?, UInt) -> UInt32).self)
    return unsafe index(face, UInt(character.value))
  }

  func has(_ character: Unicode.Scalar) -> Bool { index(character) != 0 }

  /// Unhinted, with the origin at a point.
  func coverage(of character: Unicode.Scalar, at x: Double, _ y: Int, in size: PixelSize) -> [UInt8]
  {
    let load = unsafe Self.function(
      "FT_Load_Glyph", (@convention(c) (UnsafeMutableRawPointer?, UInt32, Int32) -> Int32).self)
    let move = unsafe Self.function(
      "FT_Outline_Translate", (@convention(c) (UnsafeMutableRawPointer?, Int, Int) -> Void).self)
    let render = unsafe Self.function(
      "FT_Render_Glyph", (@convention(c) (UnsafeMutableRawPointer?, Int32) -> Int32).self)
    var pixels = [UInt8](repeating: 0, count: size.pixels)
    // FT_LOAD_NO_HINTING, FT_LOAD_NO_BITMAP.
    guard unsafe load(face, index(character), 2 | 8) == 0 else { return pixels }
    let slot = unsafe face.load(fromByteOffset: 152, as: UnsafeMutableRawPointer.self)
    unsafe move(slot + 200, Int((x * 64).rounded()), 0)
    guard unsafe render(slot, 0) == 0 else { return pixels }
    let rows = Int(unsafe slot.load(fromByteOffset: 152, as: UInt32.self))
    let width = Int(unsafe slot.load(fromByteOffset: 156, as: UInt32.self))
    let pitch = Int(unsafe slot.load(fromByteOffset: 160, as: Int32.self))
    let left = Int(unsafe slot.load(fromByteOffset: 192, as: Int32.self))
    let top = y - Int(unsafe slot.load(fromByteOffset: 196, as: Int32.self))
    guard let buffer = unsafe slot.load(fromByteOffset: 168, as: UnsafePointer<UInt8>?.self) else {
      return pixels
    }
    for row in 0..<rows where (0..<size.height).contains(top + row) {
      for column in 0..<width where (0..<size.width).contains(left + column) {
        unsafe pixels[(top + row) * size.width + left + column] = buffer[row * pitch + column]
      }
    }
    return pixels
  }
}
