internal import CResampling
internal import Imaging

/// Four rows of a source in linear values, whole numbers up to `CResamplingWhite`, stored in pairs
/// of pixels as `CResampling` reads them.
///
/// Safe to hold: the values live as long as this. One thread at a time fills it.
@safe final class LinearStrip: @unchecked Sendable {
  static let rows = Int(CResamplingRowsPerStrip)

  let values: UnsafeMutablePointer<Int16>
  /// Values from the start of one row to the start of the next.
  let valuesPerRow: Int

  /// All values start at 0. Rows below the source's last one stay so, and have a weight of 0.
  init(columns: Int) {
    // The horizontal filter may read up to three pairs beyond the last one.
    valuesPerRow = (columns / 2 + 4) * Int(CResamplingPairValues)
    unsafe values = .allocate(capacity: Self.rows * valuesPerRow)
    unsafe values.initialize(repeating: 0, count: Self.rows * valuesPerRow)
  }

  deinit { unsafe values.deallocate() }
}

/// Converts a source's samples to linear values.
struct Lineariser {
  private let depth: SampleDepth
  private let isOpaque: Bool
  /// The linear value of each sample, for red, green and blue.
  private let tables: [LookupTable<UInt16>]
  /// For 8-bit samples that share one table: the lower bytes of its values, then the upper ones,
  /// which vector instructions can look up. Else nil.
  private let bytes: LookupTable<UInt8>?
  private let instructions = cresampling_best_instructions()

  init(_ curves: [TransferCurve], depth: SampleDepth, isOpaque: Bool) {
    self.depth = depth
    self.isOpaque = isOpaque
    let values = curves.map { Self.values($0, depth) }
    tables = values.map(LookupTable.init)
    let isOne = depth == .eight && curves.allSatisfy { $0 == curves[0] }
    bytes =
      isOne
      ? LookupTable(values[0].map { UInt8($0 & 0xFF) } + values[0].map { UInt8($0 >> 8) }) : nil
  }

  private static func values(_ curve: TransferCurve, _ depth: SampleDepth) -> [UInt16] {
    let linearValues = curve.table(depth: depth)
    return (0...depth.maxValue).map {
      UInt16((unsafe linearValues.entries[$0] * Float(CResamplingWhite)).rounded())
    }
  }

  /// Converts a row of `count` pixels, four samples each, into a row of a strip; premultiplied if
  /// the source has alpha.
  func write(_ samples: UnsafeRawPointer, count: Int, to strip: LinearStrip, row: Int) {
    unsafe write(samples, count: count, to: strip.values + row * strip.valuesPerRow)
  }

  /// Converts such a row into pairs of pixels elsewhere.
  func write(_ samples: UnsafeRawPointer, count: Int, to pairs: UnsafeMutablePointer<Int16>) {
    var curves = unsafe CResamplingCurves(
      red: tables[0].entries, green: tables[1].entries, blue: tables[2].entries,
      bytes: bytes?.entries)
    unsafe cresampling_linearise(
      instructions, samples, depth == .sixteen, isOpaque, count, &curves, pairs)
  }
}
