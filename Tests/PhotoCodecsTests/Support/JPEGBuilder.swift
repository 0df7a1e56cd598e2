import Imaging
import Testing

/// A JPEG made of chosen coefficients: every layout of samples and scans, independent of any
/// encoder.
struct JPEGBuilder {
  struct Component {
    /// The sampling factors.
    var across = 1
    var down = 1
  }

  enum Scans {
    /// One scan with all components.
    case interleaved
    /// One scan for each component.
    case separate
    /// Progressive: the DC scan, then one for each component's AC.
    case progressive
    /// Progressive with exactly so many scans, the later ones adding one coefficient of one
    /// component each.
    case manyProgressive(Int)
  }

  struct Segment {
    var marker: UInt8
    var payload: [UInt8]

    /// EXIF, as cameras write it.
    static func exif(_ structure: [UInt8]) -> Segment {
      Segment(marker: 0xE1, payload: Array("Exif\0\0".utf8) + structure)
    }

    static func xmp(_ packet: String) -> Segment {
      Segment(
        marker: 0xE1, payload: Array("http://ns.adobe.com/xap/1.0/\0".utf8) + Array(packet.utf8))
    }

    /// Adobe's marker: 0 for RGB or CMYK, 1 for YCbCr, 2 for YCCK.
    static func adobe(transform: UInt8) -> Segment {
      Segment(marker: 0xEE, payload: Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, transform])
    }

    var bytes: [UInt8] { [0xFF, marker] + UInt16(payload.count + 2).bigEndianBytes + payload }
  }

  var size: PixelSize
  /// What the frame header states; nil for the true size.
  var statedSize: PixelSize?
  var components: [Component]
  var scans = Scans.interleaved
  /// Units between restart markers; 0 for none.
  var restartInterval = 0
  /// In front of everything else.
  var segments: [Segment] = []
  /// A block's first coefficients in zigzag order, DC first, each from -1023 to 1023; the others
  /// are 0.
  var coefficients: (_ component: Int, _ x: Int, _ y: Int) -> [Int]

  var bytes: [UInt8] {
    var bytes: [UInt8] = [0xFF, 0xD8]
    bytes += segments.flatMap(\.bytes)
    bytes += Segment(marker: 0xDB, payload: [0] + [UInt8](repeating: 1, count: 64)).bytes
    bytes += frame.bytes
    bytes += Segment(marker: 0xC4, payload: [0x00] + Code.table).bytes
    bytes += Segment(marker: 0xC4, payload: [0x10] + Code.table).bytes
    if restartInterval > 0 {
      bytes += Segment(marker: 0xDD, payload: UInt16(restartInterval).bigEndianBytes).bytes
    }
    for scan in allScans { bytes += encoded(scan) }
    return bytes + [0xFF, 0xD9]
  }

  private var isProgressive: Bool {
    switch scans {
    case .interleaved, .separate: false
    case .progressive, .manyProgressive: true
    }
  }

  private var frame: Segment {
    let size = statedSize ?? size
    var payload: [UInt8] = [8]
    payload += UInt16(size.height).bigEndianBytes
    payload += UInt16(size.width).bigEndianBytes
    payload.append(UInt8(components.count))
    for (index, component) in components.enumerated() {
      payload += [UInt8(index + 1), UInt8(component.across << 4 | component.down), 0]
    }
    return Segment(marker: isProgressive ? 0xC2 : 0xC0, payload: payload)
  }

  private struct Scan {
    var components: [Int]
    /// The zigzag indices that it holds.
    var spectrum: ClosedRange<Int>
  }

  private var allScans: [Scan] {
    let all = Array(components.indices)
    switch scans {
    case .interleaved: return [Scan(components: all, spectrum: 0...63)]
    case .separate: return all.map { Scan(components: [$0], spectrum: 0...63) }
    case .progressive:
      return [Scan(components: all, spectrum: 0...0)]
        + all.map { Scan(components: [$0], spectrum: 1...63) }
    case .manyProgressive(let count):
      let single = (0..<count - 1).map { number in
        let index = number % 63 + 1
        return Scan(components: [number / 63], spectrum: index...index)
      }
      return [Scan(components: all, spectrum: 0...0)] + single
    }
  }

  private func encoded(_ scan: Scan) -> [UInt8] {
    var payload = [UInt8(scan.components.count)]
    for component in scan.components { payload += [UInt8(component + 1), 0x00] }
    payload += [UInt8(scan.spectrum.lowerBound), UInt8(scan.spectrum.upperBound), 0]
    let header = Segment(marker: 0xDA, payload: payload)
    var writer = BitWriter()
    var predictions = [Int](repeating: 0, count: components.count)
    for (index, unit) in units(of: scan).enumerated() {
      if restartInterval > 0, index > 0, index % restartInterval == 0 {
        writer.restart(index / restartInterval - 1)
        predictions = predictions.map { _ in 0 }
      }
      for block in unit {
        var values = coefficients(block.component, block.x, block.y)
        values += [Int](repeating: 0, count: 64 - values.count)
        if scan.spectrum.lowerBound == 0 {
          writer.write(values[0] - predictions[block.component])
          predictions[block.component] = values[0]
        }
        writeAC(values, scan.spectrum, to: &writer)
      }
    }
    return header.bytes + writer.finished()
  }

  private func writeAC(_ values: [Int], _ spectrum: ClosedRange<Int>, to writer: inout BitWriter) {
    let first = max(spectrum.lowerBound, 1)
    guard spectrum.upperBound >= first else { return }
    let last = (first...spectrum.upperBound).last { values[$0] != 0 } ?? first - 1
    for index in first..<last + 1 {
      // A zero among others is written as an explicit value of its own: size 1 would be plus or
      // minus one.
      precondition(values[index] != 0, "gaps in the coefficients are not supported")
      writer.write(values[index])
    }
    if last < spectrum.upperBound { writer.write(symbol: 0) }
  }

  private typealias Block = (component: Int, x: Int, y: Int)

  /// The blocks of each unit (MCU) of a scan, in order.
  private func units(of scan: Scan) -> [[Block]] {
    let maxAcross = components.map(\.across).max()!
    let maxDown = components.map(\.down).max()!
    func divided(_ length: Int, _ by: Int) -> Int { (length + by - 1) / by }
    if scan.components.count == 1 {
      let index = scan.components[0]
      let component = components[index]
      let across = divided(size.width * component.across, maxAcross * 8)
      let down = divided(size.height * component.down, maxDown * 8)
      return (0..<across * down).map { unit -> [Block] in [(index, unit % across, unit / across)] }
    }
    let across = divided(size.width, maxAcross * 8)
    let down = divided(size.height, maxDown * 8)
    var units: [[Block]] = []
    for unit in 0..<across * down {
      var blocks: [Block] = []
      for index in scan.components {
        let component = components[index]
        for block in 0..<component.across * component.down {
          let x = unit % across * component.across + block % component.across
          let y = unit / across * component.down + block / component.across
          blocks.append((index, x, y))
        }
      }
      units.append(blocks)
    }
    return units
  }
}

/// The one Huffman code that all tables hold: the sizes 0 to 11, four bits each. An AC symbol with
/// no run is a size too.
private enum Code {
  static let table: [UInt8] = [0, 0, 0, 12] + [UInt8](repeating: 0, count: 12) + Array(0...11)
}

/// Bits of entropy-coded data, most significant first, with a zero stuffed behind each 0xFF.
private struct BitWriter {
  private var bytes: [UInt8] = []
  private var pending = 0
  private var count = 0

  mutating func write(symbol: Int) { write(symbol, bits: 4) }

  /// A size and so many bits of a coefficient or difference.
  mutating func write(_ value: Int) {
    let size = Int.bitWidth - abs(value).leadingZeroBitCount
    write(symbol: size)
    write(value >= 0 ? value : value + (1 << size) - 1, bits: size)
  }

  private mutating func write(_ value: Int, bits: Int) {
    pending = pending << bits | value
    count += bits
    while count >= 8 {
      let byte = UInt8(truncatingIfNeeded: pending >> (count - 8))
      bytes += byte == 0xFF ? [0xFF, 0] : [byte]
      count -= 8
      pending &= (1 << count) - 1
    }
  }

  mutating func restart(_ number: Int) {
    fill()
    bytes += [0xFF, 0xD0 + UInt8(number % 8)]
  }

  private mutating func fill() {
    if count > 0 { write((1 << (8 - count)) - 1, bits: 8 - count) }
  }

  func finished() -> [UInt8] {
    var copy = self
    copy.fill()
    return copy.bytes
  }
}

extension JPEGBuilder {
  /// Colour layouts by their usual names.
  enum Sampling: String, CaseIterable, CustomTestStringConvertible {
    case grey
    case full = "4:4:4"
    case halfAcross = "4:2:2"
    case halfBoth = "4:2:0"
    case halfDown = "4:4:0"
    case quarterAcross = "4:1:1"
    case quarterAcrossHalfDown = "4:1:0"
    /// Four rows of blocks in an MCU, and the colours' rows smoothed between them.
    case quarterDown = "1x4, 1x2"
    case inks = "CMYK"

    var components: [Component] {
      let colour = Component()
      return switch self {
      case .grey: [Component()]
      case .full: [Component(), colour, colour]
      case .halfAcross: [Component(across: 2), colour, colour]
      case .halfBoth: [Component(across: 2, down: 2), colour, colour]
      case .halfDown: [Component(down: 2), colour, colour]
      case .quarterAcross: [Component(across: 4), colour, colour]
      case .quarterAcrossHalfDown: [Component(across: 4, down: 2), colour, colour]
      case .quarterDown: [Component(down: 4), Component(down: 2), Component(down: 2)]
      case .inks: [Component(), colour, colour, Component()]
      }
    }

    var testDescription: String { rawValue }
  }

  /// A picture without two equal blocks: mid tones with strong detail across, down and both.
  static func varied(
    _ size: PixelSize, _ sampling: Sampling = .full, scans: Scans = .interleaved,
    segments: [Segment] = []
  ) -> JPEGBuilder {
    JPEGBuilder(size: size, components: sampling.components, scans: scans, segments: segments) {
      component, x, y in
      let seed = (x &* 73_856_093) ^ (y &* 19_349_663) ^ (component &* 83_492_791)
      let value = { (shift: Int, range: Int) in
        let value = (seed >> shift) & 0xFF % range - range / 2
        return value == 0 ? 1 : value
      }
      return [value(0, 255) * 4, value(3, 255), value(6, 255), value(2, 127), value(9, 127)]
    }
  }

  /// All of one colour: the components' values, 0 to 255.
  static func plain(
    _ values: [Int], size: PixelSize = PixelSize(width: 16, height: 8), segments: [Segment] = []
  ) -> JPEGBuilder {
    JPEGBuilder(
      size: size, components: values.map { _ in Component() }, segments: segments
    ) { component, _, _ in [(values[component] - 128) * 8] }
  }
}
