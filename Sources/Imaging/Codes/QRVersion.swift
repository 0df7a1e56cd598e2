/// The sizes of QR codes with error correction of level M, which reads where up to 15 percent of a
/// code are damaged (ISO/IEC 18004, tables 1, 9 and E.1).
struct QRVersion: Hashable, Sendable {
  /// From 1.
  let number: Int

  /// Up to 77 modules a side and 412 bytes of text.
  static let all = (1...15).map(QRVersion.init)

  private static let errorWords = [10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24]
  private static let blocks = [1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10]

  /// In modules.
  var side: Int { 17 + 4 * number }

  /// The words in which the text is checked by itself.
  var blockCount: Int { Self.blocks[number - 1] }
  /// Of each block.
  var errorWordCount: Int { Self.errorWords[number - 1] }
  var wordCount: Int { moduleCount / 8 }
  var dataWordCount: Int { wordCount - blockCount * errorWordCount }

  /// The bits that tell how many bytes a text has.
  var lengthBits: Int { number < 10 ? 8 : 16 }

  var namesVersion: Bool { number >= 7 }

  /// The centres of the alignment patterns, along each axis.
  var alignment: [Int] {
    guard number > 1 else { return [] }
    let count = number / 7 + 2
    let step = (number * 8 + count * 3 + 5) / (count * 4 - 4) * 2
    return [6] + (0..<count - 1).reversed().map { side - 7 - $0 * step }
  }

  /// The modules that are left for words.
  private var moduleCount: Int {
    var count = (16 * number + 128) * number + 64
    guard number > 1 else { return count }
    let patterns = alignment.count
    count -= (25 * patterns - 10) * patterns - 55
    return namesVersion ? count - 36 : count
  }
}
