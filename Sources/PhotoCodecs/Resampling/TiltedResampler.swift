internal import CResampling
internal import Imaging

/// Resamples a picture into a tilted place, once: across and down at the same time.
///
/// Holds the part of the source that the target shows. Where the source is so much larger that this
/// would take much memory and time, boxes of its pixels are averaged first, in linear light.
final class TiltedResampler: RowSink {
  private let area: TiltedArea
  private let writer: FrameWriter
  private let isOpaque: Bool
  private let lineariser: Lineariser
  private let weights: PhaseWeights
  private let boxes: SourceBoxes
  /// Places of the target's first pixel, in boxes, and the steps across and down.
  private let origin: SIMD2<Double>
  private let stepAcross: SIMD2<Double>
  private let stepDown: SIMD2<Double>
  private var isFinished = false

  let rows: Range<Int>
  let columns: Range<Int>

  /// How many boxes there are at least for each target pixel on a side: as many as a decoder that
  /// reduces leaves.
  private static let leastBoxes = 1.22

  /// - Parameters:
  ///   - region: the part of the source that fills the area's rectangle, in pixels as they will be
  ///     pushed.
  ///   - size: the source's size in the same pixels.
  ///   - writer: of an upright frame.
  init(
    _ region: Region, of size: PixelSize, to area: TiltedArea, _ orientation: Orientation,
    depth: SampleDepth, isOpaque: Bool, curves: [TransferCurve], writer: FrameWriter
  ) {
    self.area = area
    self.writer = writer
    self.isOpaque = isOpaque
    lineariser = Lineariser(curves, depth: depth, isOpaque: isOpaque)
    let scale = area.scale(of: region, orientation)
    let side = Self.boxSide(scale)
    weights = PhaseWeights(scale: scale / Double(side))
    func source(_ x: Double, _ y: Double) -> SIMD2<Double> {
      area.source(x, y, in: region, orientation) / Double(side)
    }
    origin = source(0.5, 0.5)
    stepAcross = source(1.5, 0.5) - origin
    stepDown = source(0.5, 1.5) - origin
    let corners = area.corners(in: region, orientation).map { $0 / Double(side) }
    boxes = SourceBoxes(showing: corners, of: size, side: side, weights)
    (rows, columns) = (boxes.pixelRows, boxes.pixelColumns)
  }

  static func boxSide(_ scale: Double) -> Int {
    min(max(Int(scale / leastBoxes), 1), 256)
  }

  /// The bytes that it holds.
  ///
  /// - Parameters:
  ///   - region: the part of a picture that fills the area's rectangle.
  ///   - size: the picture's in the same pixels.
  static func bytes(
    for area: TiltedArea, showing region: Region, of size: PixelSize, _ orientation: Orientation
  ) -> Int {
    let scale = area.scale(of: region, orientation)
    let side = boxSide(scale)
    let corners = area.corners(in: region, orientation).map { $0 / Double(side) }
    return SourceBoxes.bytes(
      showing: corners, of: size, side: side, before: PhaseWeights.before(scale / Double(side)))
  }

  func push(_ row: UnsafeRawPointer) { unsafe boxes.add(row, lineariser) }

  func finish() {
    // A photo that was cancelled, or is damaged, isn't drawn.
    guard !isFinished, boxes.isComplete else { return }
    isFinished = true
    let channels = isOpaque ? 3 : 4
    var row = [Int16](repeating: 0, count: area.size.width * channels + 1)
    let place = boxes.place(weights)
    unsafe boxes.withRows { rows in
      unsafe row.withUnsafeMutableBufferPointer { row in
        guard let values = row.baseAddress else { return }
        var tilt = unsafe CResamplingTilt(
          rows: rows, weights_across: weights.across.entries, weights_down: weights.down.entries,
          pair_values: weights.pairValues, count: weights.count)
        for y in 0..<area.size.height {
          let first = origin + stepDown * Double(y) + place
          unsafe cresampling_sum_around(
            cresampling_best_instructions(), &tilt, CResamplingPlace(first),
            CResamplingPlace(stepAcross), Int32(channels), area.size.width, isOpaque, values)
          if isOpaque {
            unsafe writer.writeOpaque(row: y, values, count: area.size.width)
          } else {
            unsafe writer.writeBlended(row: y, values, count: area.size.width)
          }
        }
      }
    }
  }
}

extension CResamplingPlace {
  fileprivate init(_ place: SIMD2<Double>) {
    let one = Double(1 << 32)
    self.init(x: Int64((place.x * one).rounded()), y: Int64((place.y * one).rounded()))
  }
}
