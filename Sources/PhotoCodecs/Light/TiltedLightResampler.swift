internal import CResampling
internal import Imaging

/// Resamples a photo's light into a tilted place, as `TiltedResampler` does its colours.
final class TiltedLightResampler: LightSink {
  private let source: any LightSource
  private let writer: LightWriter
  private let area: TiltedArea
  /// How far a target pixel's window reaches, in boxes.
  private let reach: Double
  /// The pixels on a side of the boxes whose light is averaged.
  private let side: Int
  private let rowCount: Int
  private let columnCount: Int
  /// The boxes that the rows give.
  private let boxColumns: Range<Int>
  private let boxRows: Range<Int>
  /// Where a target pixel lies, in boxes from their middles.
  private let place: (_ x: Double, _ y: Double) -> SIMD2<Double>
  private let firstRow: Int
  /// The averages, row by row.
  private var light: [Float]
  private var row: [Float]
  private var rowsPushed = 0

  /// - Parameters:
  ///   - region: the part of the source that fills the area's rectangle, in pixels as they will be
  ///     pushed.
  ///   - rows: the source rows that will be pushed; whole boxes, but for the source's end.
  ///   - columns: those of each of them, likewise.
  ///   - writer: of an upright frame.
  init(
    _ region: Region, to area: TiltedArea, _ orientation: Orientation, rows: Range<Int>,
    columns: Range<Int>, _ source: any LightSource, writer: LightWriter
  ) {
    self.source = source
    self.writer = writer
    self.area = area
    let scale = area.scale(of: region, orientation)
    let side = TiltedResampler.boxSide(scale)
    self.side = side
    reach = max(scale / Double(side), 1)
    place = { area.source($0, $1, in: region, orientation) / Double(side) - 0.5 }
    boxColumns = columns.lowerBound / side..<(columns.upperBound + side - 1) / side
    boxRows = rows.lowerBound / side..<(rows.upperBound + side - 1) / side
    firstRow = rows.lowerBound
    rowCount = rows.count
    columnCount = columns.count
    light = [Float](repeating: 0, count: boxColumns.count * boxRows.count)
    row = [Float](repeating: 0, count: columns.count * GainMappedLight.stride)
  }

  func push(_ samples: UnsafeRawPointer, _ words: UnsafeRawPointer?) {
    unsafe row.withUnsafeMutableBufferPointer { row in
      guard let start = row.baseAddress else { return }
      unsafe source.write(
        samples, words, index: firstRow + rowsPushed, count: columnCount, to: start)
    }
    let target = rowsPushed / side * boxColumns.count
    let height = Float(min(side, rowCount - rowsPushed / side * side))
    for box in 0..<boxColumns.count {
      let pixels = box * side..<min((box + 1) * side, columnCount)
      var sum: Float = 0
      for x in pixels { sum += row[x * GainMappedLight.stride] }
      light[target + box] += sum / (height * Float(pixels.count))
    }
    rowsPushed += 1
  }

  func finish() {
    guard rowsPushed == rowCount else { return }
    var target = [Float](repeating: 0, count: area.size.width)
    let origin = place(0.5, 0.5)
    let stepAcross = place(1.5, 0.5) - origin
    let stepDown = place(0.5, 1.5) - origin
    for y in 0..<area.size.height {
      let first = origin + stepDown * Double(y)
      for x in target.indices { target[x] = light(at: first + stepAcross * Double(x)) }
      unsafe target.withUnsafeBufferPointer { values in
        if let start = values.baseAddress {
          unsafe writer.write(row: y, start, count: values.count)
        }
      }
    }
  }

  /// The light at a place between boxes, through the window of `LightAxis`; beyond the source its
  /// edge is repeated.
  private func light(at place: SIMD2<Double>) -> Float {
    let middle = SIMD2(
      min(max(place.x - Double(boxColumns.lowerBound), 0), Double(boxColumns.count - 1)),
      min(max(place.y - Double(boxRows.lowerBound), 0), Double(boxRows.count - 1)))
    let first = (middle - reach).rounded(.up)
    let last = (middle + reach).rounded(.down)
    var (sum, weights): (Float, Float) = (0, 0)
    for y in Int(first.y)...Int(last.y) {
      let row = min(max(y, 0), boxRows.count - 1) * boxColumns.count
      for x in Int(first.x)...Int(last.x) {
        let weight = Float(
          (1 - abs(Double(x) - middle.x) / reach) * (1 - abs(Double(y) - middle.y) / reach))
        sum += light[row + min(max(x, 0), boxColumns.count - 1)] * weight
        weights += weight
      }
    }
    return sum / weights
  }
}
