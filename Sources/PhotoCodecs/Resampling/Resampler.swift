internal import Dispatch

/// Reduces or enlarges a picture that comes row by row, in linear light with premultiplied alpha, straight into a frame.
///
/// Works on strips of four rows. Holds only the strips that the vertical filter spans: about six times the reduction rows,
/// as wide as the frame. While a spare thread is to be had, a strip is worked on there, beside what brings the next rows.
@safe final class Resampler {
  private let work: StripWork
  private let spare: SpareThreads?
  private let bytesPerRow: Int
  /// The strip that rows are collected in.
  private var filling: UnsafeMutableRawPointer
  /// The strip that is worked on elsewhere; nil as long as none was.
  private var working: UnsafeMutableRawPointer?
  private var rowsPushed = 0
  /// Signalled when the strip that is worked on elsewhere is done.
  private let done = DispatchSemaphore(value: 0)
  private var isWorkingElsewhere = false

  /// The source rows that must be pushed, in order, and the columns that each must have.
  let rows: Range<Int>
  let columns: Range<Int>

  /// - Parameters:
  ///   - region: what is shown of the source, in the pixels that will be pushed.
  ///   - size: the source's size in these pixels.
  ///   - target: the frame's size as the source is stored, sides swapped where its orientation swaps them.
  ///   - spare: nil when all is to be done by the thread that pushes.
  init(
    _ region: Region, of size: PixelSize, to target: PixelSize, depth: SampleDepth, isOpaque: Bool,
    curves: [TransferCurve], writer: FrameWriter, spare: SpareThreads? = nil
  ) {
    let across = ResamplingAxis(start: region.x, length: region.width, available: size.width, count: target.width)
    let down = ResamplingAxis(start: region.y, length: region.height, available: size.height, count: target.height)
    (rows, columns) = (down.range, across.range)
    work = StripWork(across, down, target, depth: depth, isOpaque: isOpaque, curves: curves, writer: writer)
    self.spare = spare
    bytesPerRow = across.range.count * depth.bytesPerPixel
    unsafe filling = Self.strip(bytesPerRow: bytesPerRow)
  }

  private static func strip(bytesPerRow: Int) -> UnsafeMutableRawPointer {
    let bytes = DownFilter.rowsPerStrip * bytesPerRow
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 16)
    // Rows that never come, below the last, have a weight of 0, but must be numbers.
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    return unsafe memory
  }

  deinit {
    finish()
    unsafe filling.deallocate()
    unsafe working?.deallocate()
  }

  /// Takes the next of `rows`.
  ///
  /// - Parameter row: its pixels from column `columns.lowerBound` on, four samples each.
  func push(_ row: UnsafeRawPointer) {
    precondition(rowsPushed < rows.count)
    let lane = rowsPushed % DownFilter.rowsPerStrip
    unsafe (filling + lane * bytesPerRow).copyMemory(from: row, byteCount: bytesPerRow)
    rowsPushed += 1
    if lane == DownFilter.rowsPerStrip - 1 || rowsPushed == rows.count { workOnStrip() }
  }

  /// Waits until everything that was pushed is in the frame, if it belongs there already.
  func finish() {
    if isWorkingElsewhere { done.wait() }
    isWorkingElsewhere = false
  }

  private func workOnStrip() {
    finish()
    let strip = (rowsPushed - 1) / DownFilter.rowsPerStrip
    guard let spare, spare.take() else { return unsafe work.take(strip, filling, rows: rowsPushed) }
    let samples = unsafe Samples(memory: filling)
    unsafe filling = working ?? Self.strip(bytesPerRow: bytesPerRow)
    unsafe working = samples.memory
    isWorkingElsewhere = true
    let (work, done, rows) = (work, done, rowsPushed)
    DispatchQueue.global(qos: .userInitiated).async {
      unsafe work.take(strip, samples.memory, rows: rows)
      spare.giveBack()
      done.signal()
    }
  }

  /// Memory that is left alone until the work on it is done.
  @unsafe private struct Samples: @unchecked Sendable { let memory: UnsafeMutableRawPointer }
}

/// What is done to strips. One thread works at a time, each after the one before.
private final class StripWork: @unchecked Sendable {
  private let across: AcrossFilter
  private let down: DownFilter
  private let axis: ResamplingAxis
  private let target: PixelSize
  private let isOpaque: Bool
  private let writer: FrameWriter
  /// Whether every pixel goes into the frame as it is: to light and back would give the same codes, at a third of a run's
  /// cost.
  private let copies: Bool
  private var nextTarget = 0

  init(
    _ across: ResamplingAxis, _ down: ResamplingAxis, _ target: PixelSize, depth: SampleDepth, isOpaque: Bool,
    curves: [TransferCurve], writer: FrameWriter
  ) {
    self.across = AcrossFilter(across, depth: depth, isOpaque: isOpaque, curves: curves)
    let channels = isOpaque ? OpaqueStrip.channels : TransparentStrip.channels
    self.down = DownFilter(down, vectors: target.width * channels)
    axis = down
    self.target = target
    self.isOpaque = isOpaque
    self.writer = writer
    copies =
      across.isIdentity && down.isIdentity && isOpaque && depth == .eight && writer.keepsColours
      && curves.allSatisfy { $0 == .sRGB }
  }

  /// Takes the next strip and makes every target row that needs no further one.
  ///
  /// - Parameters:
  ///   - strip: its number.
  ///   - samples: its four rows, one behind the other.
  ///   - rows: how many rows have come, with those of this strip.
  func take(_ strip: Int, _ samples: UnsafeMutableRawPointer, rows: Int) {
    if copies {
      let bytes = unsafe samples.assumingMemoryBound(to: UInt8.self)
      for lane in 0..<rows - strip * DownFilter.rowsPerStrip {
        unsafe writer.writeCoded(
          row: nextTarget, bytes + lane * target.width * Raster.bytesPerPixel, count: target.width)
        nextTarget += 1
      }
      return
    }
    unsafe across.apply(to: samples, into: down.place(ofStrip: strip))
    let end = axis.range.lowerBound + rows
    while nextTarget < target.height, Int(axis.firsts[nextTarget] + axis.counts[nextTarget]) <= end {
      let row = unsafe down.row(nextTarget)
      if isOpaque {
        unsafe writer.writeOpaque(row: nextTarget, row, count: target.width)
      } else {
        unsafe writer.writeBlended(row: nextTarget, row, count: target.width)
      }
      nextTarget += 1
    }
  }
}
