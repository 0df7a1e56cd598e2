internal import Dispatch
internal import Synchronization
internal import ThreadPool

/// Reduces or enlarges a picture that comes row by row, in linear light with premultiplied alpha, straight into a frame.
///
/// Works on strips of four rows. Holds only the strips that the vertical filter spans: about six times the reduction rows,
/// as wide as the frame. While a spare thread is to be had, a strip is worked on there, beside what brings the next rows;
/// if it has not been begun there when the next strip is full, it is done here, so that nobody waits for a busy processor.
@safe final class Resampler {
  private let work: StripWork
  private let spare: SpareThreads?
  private let bytesPerRow: Int
  /// The strip that rows are collected in.
  private var filling: UnsafeMutableRawPointer
  /// The memory of the strip that was given away; nil as long as none was.
  private var lent: UnsafeMutableRawPointer?
  private var rowsPushed = 0
  /// The strip that was given away.
  private var task: StripTask?

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
    let bytes = VerticalFilter.rowsPerStrip * bytesPerRow
    let memory = UnsafeMutableRawPointer.allocate(byteCount: bytes, alignment: 16)
    // Rows that never come, below the last, have a weight of 0, but must be numbers.
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    return unsafe memory
  }

  deinit {
    finish()
    unsafe filling.deallocate()
    unsafe lent?.deallocate()
  }

  /// Takes the next of `rows`.
  ///
  /// - Parameter row: its pixels from column `columns.lowerBound` on, four samples each.
  func push(_ row: UnsafeRawPointer) {
    precondition(rowsPushed < rows.count)
    let lane = rowsPushed % VerticalFilter.rowsPerStrip
    unsafe (filling + lane * bytesPerRow).copyMemory(from: row, byteCount: bytesPerRow)
    rowsPushed += 1
    if lane == VerticalFilter.rowsPerStrip - 1 || rowsPushed == rows.count { workOnStrip() }
  }

  /// Sees to it that everything that was pushed is in the frame, as far as its rows are whole.
  func finish() {
    task?.complete()
    task = nil
  }

  private func workOnStrip() {
    finish()
    let strip = (rowsPushed - 1) / VerticalFilter.rowsPerStrip
    guard let spare, spare.acquire() else { return unsafe work.take(strip, filling, rows: rowsPushed) }
    let samples = unsafe filling
    let task = unsafe StripTask(work, strip, samples, rows: rowsPushed)
    let isGiven = ThreadPool.shared.tryRun {
      task.run()
      spare.release()
    }
    guard isGiven else {
      spare.release()
      return unsafe work.take(strip, filling, rows: rowsPushed)
    }
    self.task = task
    unsafe filling = lent ?? Self.strip(bytesPerRow: bytesPerRow)
    unsafe lent = samples
  }
}

/// A strip that two threads may work on: whoever comes first.
@safe private final class StripTask: @unchecked Sendable {
  private let work: StripWork
  private let strip: Int
  private let samples: UnsafeMutableRawPointer
  private let rows: Int
  private let isBegun = Atomic(false)
  private let done = DispatchSemaphore(value: 0)

  /// - Parameter samples: left alone by others until `complete` has returned.
  init(_ work: StripWork, _ strip: Int, _ samples: UnsafeMutableRawPointer, rows: Int) {
    self.work = work
    self.strip = strip
    unsafe self.samples = samples
    self.rows = rows
  }

  /// Does the work, unless it has been begun.
  func run() {
    guard !isBegun.exchange(true, ordering: .acquiringAndReleasing) else { return }
    unsafe work.take(strip, samples, rows: rows)
    done.signal()
  }

  /// Does the work, or waits for whoever has begun it. Call once.
  func complete() {
    run()
    done.wait()
  }
}

/// What is done to strips. One thread works at a time, each after the one before.
private final class StripWork: @unchecked Sendable {
  private let across: HorizontalFilter
  private let down: VerticalFilter
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
    self.across = HorizontalFilter(across, depth: depth, isOpaque: isOpaque, curves: curves)
    let channels = isOpaque ? OpaqueStrip.channels : TransparentStrip.channels
    self.down = VerticalFilter(down, vectors: target.width * channels)
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
      for lane in 0..<rows - strip * VerticalFilter.rowsPerStrip {
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
