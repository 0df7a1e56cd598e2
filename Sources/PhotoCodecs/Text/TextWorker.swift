internal import CSandbox
internal import CSandboxedCodecs
internal import Glibc
internal import Imaging

/// Measures and draws text in a sandboxed process, because fonts may come from anybody.
package enum TextWorker {
  /// The processor time after which the worker is killed, in seconds.
  private static let seconds = 4
  /// The memory that HarfBuzz may use in addition to the fonts, and in addition for each character,
  /// in bytes.
  private static let (memory, memoryOfCharacter) = (48 << 20, 4096)

  /// Measures each scalar of these texts, set in the first font that has it; and reports HarfBuzz's
  /// version, such as "HarfBuzz 6.0.0".
  ///
  /// - Cost: a process, about 5 ms.
  /// - Throws: `damaged` for a file that isn't a font; `decoderFailed`, `outOfMemory`, `cancelled`.
  package static func measure(
    _ texts: [TextCharacters], in fonts: [FontFile], program: String? = nil,
    isCancelled: @escaping () -> Bool = { false }
  ) throws(CodecError) -> (measures: [[TextMeasure]], version: String) {
    let lines = texts.filter { !$0.scalars.isEmpty }
      .map { TextLine($0, 0..<$0.scalars.count, in: .empty, size: 0, baseline: 0, colour: .black) }
    let parameters = Parameters(lines, tops: lines.map { _ in 0 }, fonts, draws: false)
    let count = parameters.characterCount
    guard count > 0 else { return (texts.map { _ in [] }, "") }
    let result = try run(
      parameters, PixelSize(width: count, height: 1), depth: 16, fonts, program: program,
      isCancelled)
    var next = 0
    let measures = texts.map { text in
      text.scalars.indices.map { _ in
        defer { next += MemoryLayout<csandboxed_text_measure>.stride }
        let measure = unsafe result.pointer(at: next).load(as: csandboxed_text_measure.self)
        return TextMeasure(
          advance: Double(max(measure.advance, 0)) / 65536,
          font: (1...fonts.count).contains(Int(measure.font)) ? Int(measure.font) - 1 : nil)
      }
    }
    return (measures, result.library)
  }

  /// The maximum memory that drawing takes, in bytes.
  package static func bytes(drawing lines: [TextLine]) -> Int {
    let size = size(of: lines)
    return size.pixels * 4
      + workerMemory(for: lines.map(\.range.count).reduce(0, +), size, depth: 8)
  }

  private static func size(of lines: [TextLine]) -> PixelSize {
    PixelSize(
      width: lines.map(\.box.width).max() ?? 1, height: lines.map(\.box.height).reduce(0, +))
  }

  /// The worker's memory in bytes: a line's coverage takes as much as its pixels, and its levels,
  /// scripts and runs take some bytes for each character.
  private static func workerMemory(for characters: Int, _ size: PixelSize, depth: Int) -> Int {
    memory + characters * memoryOfCharacter + 2 * size.pixels * depth / 2
  }

  /// Draws lines: at least one, and each at least one pixel large.
  ///
  /// - Cost: a process, about 5 ms, and the memory `bytes(drawing:)`.
  /// - Throws: the same errors as `measure`.
  package static func draw(
    _ lines: [TextLine], in fonts: [FontFile], program: String? = nil,
    isCancelled: @escaping () -> Bool = { false }
  ) throws(CodecError) -> TextPicture {
    var height = 0
    let tops = lines.map { line in
      defer { height += line.box.height }
      return height
    }
    let size = size(of: lines)
    let result = try run(
      Parameters(lines, tops: tops, fonts, draws: true), size, depth: 8, fonts, program: program,
      isCancelled)
    return TextPicture(pixels: result, width: size.width, boxes: lines.map(\.box), tops: tops)
  }

  private static func run(
    _ parameters: Parameters, _ size: PixelSize, depth: Int, _ fonts: [FontFile], program: String?,
    _ isCancelled: @escaping () -> Bool
  ) throws(CodecError) -> DecodedPixels {
    // An empty file can't be mapped.
    guard fonts.allSatisfy({ !$0.bytes.isEmpty }) else {
      throw .damaged(reason: "it is not a font, or is damaged")
    }
    let memory = workerMemory(for: parameters.characterCount, size, depth: depth)
    var request = DecodeRequest(
      .text, parameters.bytes, size, depth: depth, decoderBytes: memory, seconds: seconds)
    request.requiresProtections = DecodeLimits.alwaysRequireSandbox
    let file = try FontBytes(fonts)
    return try SandboxWorker.decode(
      request, photo: file.descriptor, program: program, isCancelled: isCancelled)
  }
}

/// The bytes that tell the worker what to draw or measure.
private struct Parameters {
  let bytes: [UInt8]
  let characterCount: Int

  init(_ lines: [TextLine], tops: [Int], _ fonts: [FontFile], draws: Bool) {
    var starts: [TextCharacters: Int] = [:]
    var codes: [UInt32] = []
    for line in lines where starts[line.paragraph] == nil || !draws {
      starts[line.paragraph] = codes.count
      codes += line.paragraph.codes
    }
    var header = csandboxed_text_request()
    header.font_count = UInt32(fonts.count)
    header.line_count = UInt32(lines.count)
    header.character_count = UInt32(codes.count)
    header.draws = draws ? 1 : 0
    var bytes = [UInt8](bytesOf: header)
    var offset = 0
    for font in fonts {
      var file = csandboxed_text_font()
      file.offset = UInt64(offset)
      file.count = UInt64(font.bytes.count)
      file.index = UInt32(truncatingIfNeeded: font.index)
      offset += font.bytes.count
      bytes += [UInt8](bytesOf: file)
    }
    var next = 0
    for (line, top) in zip(lines, tops) {
      // Texts to measure are listed one after the other, even equal ones.
      let start = draws ? starts[line.paragraph, default: 0] : next
      next += line.paragraph.codes.count
      var entry = csandboxed_text_line()
      entry.paragraph_start = UInt32(start)
      entry.paragraph_count = UInt32(line.paragraph.codes.count)
      entry.start = UInt32(start + line.range.lowerBound)
      entry.count = UInt32(line.range.count)
      entry.top = UInt32(top)
      entry.width = UInt32(line.box.width)
      entry.height = UInt32(line.box.height)
      entry.size = Float(line.size)
      entry.baseline = Float(line.baseline)
      entry.colour = (line.colour.red, line.colour.green, line.colour.blue, line.colour.alpha)
      bytes += [UInt8](bytesOf: entry)
    }
    self.bytes = bytes + codes.flatMap([UInt8].init(bytesOf:))
    characterCount = codes.count
  }
}

/// The files of all fonts, one after the other in memory. The descriptor is closed when this value
/// is destroyed.
private struct FontBytes: ~Copyable {
  let descriptor: Int32

  init(_ fonts: [FontFile]) throws(CodecError) {
    let bytes = fonts.count == 1 ? fonts[0].bytes : fonts.flatMap(\.bytes)
    descriptor = unsafe csandbox_create_file(bytes, bytes.count)
    guard descriptor >= 0 else { throw CodecError(errno: errno) }
  }

  deinit { close(descriptor) }
}

extension PixelRect {
  fileprivate static let empty = PixelRect(x: 0, y: 0, width: 0, height: 0)
}
