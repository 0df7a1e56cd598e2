/// Handmade JPEG files, built segment by segment.
package enum JPEGFile {
  package static let start: [UInt8] = [0xFF, 0xD8]
  package static let end: [UInt8] = [0xFF, 0xD9]

  package static func segment(_ marker: UInt8, _ payload: [UInt8]) -> [UInt8] {
    [0xFF, marker] + UInt16(payload.count + 2).bigEndianBytes + payload
  }

  /// The file with more bytes right after its first marker.
  package static func inserting(_ bytes: [UInt8], into jpeg: [UInt8]) -> [UInt8] {
    start + bytes + jpeg.dropFirst(2)
  }

  /// The offset of the first byte after the first scan's header.
  package static func scanData(of jpeg: [UInt8]) -> Int {
    let scan = jpeg.firstRange(of: [0xFF, 0xDA] as [UInt8])!.upperBound
    return scan + Int(jpeg[scan]) << 8 + Int(jpeg[scan + 1])
  }

  /// A picture of 8x8 equal pixels, with the stored components: 1, 3 or 4 of them.
  ///
  /// - Parameter adobe: the colour transform of an Adobe marker; nil for no marker.
  package static func flat(_ components: [UInt8], adobe: UInt8? = nil) -> [UInt8] {
    let marker =
      adobe.map { segment(0xEE, Array("Adobe".utf8) + [0, 100, 0, 0, 0, 0, $0] as [UInt8]) } ?? []
    var bits = EntropyBits()
    for value in components {
      bits.appendDifference(Int(value) - 128)
      bits.append(0, count: 1)
    }
    return start + marker + tables
      + frame(0xC0, width: 8, height: 8, components: components.count)
      + scan(components: components.count, first: 0, last: 63, bits: bits)
      + end
  }

  /// A grey progressive picture of 8x8 pixels in so many scans, 2 to 127.
  package static func progressive(scans: Int) -> [UInt8] {
    let bands = 1...63
    var file = start + tables + frame(0xC2, width: 8, height: 8, components: 1)
    var first = EntropyBits()
    first.appendDifference(50)
    file += scan(components: 1, first: 0, last: 0, bits: first)
    for index in 0..<scans - 1 {
      var empty = EntropyBits()
      empty.append(0, count: 1)
      switch scans - 1 {
      case ...63:
        let isLast = index == scans - 2
        file += scan(components: 1, first: index + 1, last: isLast ? 63 : index + 1, bits: empty)
      default:
        // Every coefficient alone, and then its last bit alone.
        let band = index % 63 + bands.lowerBound
        file += scan(
          components: 1, first: band, last: band, approximation: index < 63 ? 0x01 : 0x10,
          bits: empty)
      }
    }
    return file + end
  }

  /// The header of a progressive colour picture, and a first scan without data.
  package static func progressiveHeader(width: Int, height: Int) -> [UInt8] {
    start + tables + frame(0xC2, width: width, height: height, components: 3)
      + scan(components: 3, first: 0, last: 0, bits: EntropyBits()) + end
  }

  /// The header of a baseline colour picture, and a scan without data.
  package static func baselineHeader(width: Int, height: Int) -> [UInt8] {
    start + tables + frame(0xC0, width: width, height: height, components: 3)
      + scan(components: 3, first: 0, last: 63, bits: EntropyBits()) + end
  }

  /// - Parameter marker: 0xC0 for baseline, 0xC2 for progressive, and so on.
  package static func frame(
    _ marker: UInt8, width: Int, height: Int, components: Int, precision: UInt8 = 8
  ) -> [UInt8] {
    let size = UInt16(height).bigEndianBytes + UInt16(width).bigEndianBytes
    let parts: [UInt8] = (1...components).flatMap { [UInt8($0), 0x11, 0] as [UInt8] }
    return segment(marker, [precision] + size + [UInt8(components)] + parts)
  }

  /// Quantisation by 8, so that a difference of 1 is one grey level; codes of four bits for the
  /// differences' lengths; and one bit, 0, for "no more coefficients".
  package static let tables: [UInt8] = {
    let lengths: [UInt8] = [0, 0, 0, 9] + [UInt8](repeating: 0, count: 12)
    let ends: [UInt8] = [1] + [UInt8](repeating: 0, count: 15)
    return segment(0xDB, [0] + [UInt8](repeating: 8, count: 64))
      + segment(0xC4, [0x00] + lengths + Array(0...8)) + segment(0xC4, [0x10] + ends + [0])
  }()

  private static func scan(
    components: Int, first: Int, last: Int, approximation: UInt8 = 0, bits: EntropyBits
  ) -> [UInt8] {
    let parts: [UInt8] = (1...components).flatMap { [UInt8($0), 0] as [UInt8] }
    return segment(0xDA, [UInt8(components)] + parts + [UInt8(first), UInt8(last), approximation])
      + bits.bytes
  }
}

/// The bits of a scan, the highest first.
private struct EntropyBits {
  private var bits: [UInt8] = []

  mutating func append(_ value: Int, count: Int) {
    for bit in (0..<count).reversed() { bits.append(UInt8(value >> bit & 1)) }
  }

  /// A difference between two blocks' means: the code of its length, then the number.
  mutating func appendDifference(_ difference: Int) {
    let length = Int.bitWidth - difference.magnitude.leadingZeroBitCount
    append(length, count: 4)
    append(difference < 0 ? difference + 1 << length - 1 : difference, count: length)
  }

  /// Filled up with ones; a byte of ones is followed by a zero.
  var bytes: [UInt8] {
    let filled = bits + [UInt8](repeating: 1, count: (8 - bits.count % 8) % 8)
    return stride(from: 0, to: filled.count, by: 8).flatMap { start -> [UInt8] in
      let byte = filled[start..<start + 8].reduce(0) { $0 << 1 | $1 }
      return byte == 0xFF ? [0xFF, 0] : [byte]
    }
  }
}
