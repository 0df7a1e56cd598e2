internal import Dispatch
internal import Synchronization
internal import ThreadPool

/// Resamples a picture row by row, in linear light with premultiplied alpha, directly into a frame.
///
/// Works on strips of four rows. Holds only the strips that the vertical filter spans: about six times the reduction
/// factor in rows, as wide as the frame. If a spare thread is available, it processes a strip while the caller decodes
/// the next rows. If it has not started when the next strip is full, the caller processes the strip itself instead of
/// waiting.
@safe final class Resampler {
  private let work: StripWork
  private let spare: SpareThreads?
  private let bytesPerRow: Int
  /// The strip that is being filled with rows.
  private var filling: UnsafeMutableRawPointer
  /// The memory of the strip that was handed to another thread; nil until the first one.
  private var inFlightSamples: UnsafeMutableRawPointer?
  private var rowsPushed = 0
  /// The strip that was handed to another thread; nil if there is none.
  private var task: StripTask?

  /// The source rows to push, in order, and the columns that each must have.
  let rows: Range<Int>
  let columns: Range<Int>

  /// - Parameters:
  ///   - region: the part of the source to show, in pixels as they will be pushed.
  ///   - size: the source's size in the same pixels.
  ///   - target: the frame's size in pixels, in the orientation of the stored source.
  ///   - spare: threads that may help; nil to do all work on the calling thread.
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
    // Rows below the last one never arrive and have a weight of 0, but must still be finite numbers.
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: bytes)
    return unsafe memory
  }

  deinit {
    finish()
    unsafe filling.deallocate()
    unsafe inFlightSamples?.deallocate()
  }

  /// Processes the next of `rows`.
  ///
  /// - Parameter row: its pixels from column `columns.lowerBound` on, four samples each.
  func push(_ row: UnsafeRawPointer) {
    precondition(rowsPushed < rows.count)
    let lane = rowsPushed % VerticalFilter.rowsPerStrip
    unsafe (filling + lane * bytesPerRow).copyMemory(from: row, byteCount: bytesPerRow)
    rowsPushed += 1
    if lane == VerticalFilter.rowsPerStrip - 1 || rowsPushed == rows.count { workOnStrip() }
  }

  /// Waits until everything that was pushed has been written to the frame, as far as its rows are complete.
  func finish() {
    task?.complete()
    task = nil
  }

  private func workOnStrip() {
    finish()
    let strip = (rowsPushed - 1) / VerticalFilter.rowsPerStrip
    guard let spare, spare.acquire() else { return unsafe work.process(strip, filling, rows: rowsPushed) }
    let samples = unsafe filling
    let task = unsafe StripTask(work, strip, samples, rows: rowsPushed)
    let isGiven = ThreadPool.shared.tryRun {
      task.run()
      spare.release()
    }
    guard isGiven else {
      spare.release()
      return unsafe work.process(strip, filling, rows: rowsPushed)
    }
    self.task = task
    unsafe filling = inFlightSamples ?? Self.strip(bytesPerRow: bytesPerRow)
    unsafe inFlightSamples = samples
  }
}

/// A strip that either of two threads may process: the one that starts first does all the work.
@safe private final class StripTask: @unchecked Sendable {
  private let work: StripWork
  private let strip: Int
  private let samples: UnsafeMutableRawPointer
  private let rows: Int
  private let isBegun = Atomic(false)
  private let done = DispatchSemaphore(value: 0)

  /// - Parameter samples: must stay unchanged until `complete` has returned.
  init(_ work: StripWork, _ strip: Int, _ samples: UnsafeMutableRawPointer, rows: Int) {
    self.work = work
    self.strip = strip
    unsafe self.samples = samples
    self.rows = rows
  }

  /// Does the work, unless the other thread has started it.
  func run() {
    guard !isBegun.exchange(true, ordering: .acquiringAndReleasing) else { return }
    unsafe work.process(strip, samples, rows: rows)
    done.signal()
  }

  /// Does the work, or waits for the thread that has started it. Call once.
  func complete() {
    run()
    done.wait()
  }
}

/// The processing of strips, in order, by one thread at a time.
private final class StripWork: @unchecked Sendable {
  private let across: HorizontalFilter
  private let down: VerticalFilter
  private let axis: ResamplingAxis
  private let target: PixelSize
  private let isOpaque: Bool
  private let writer: FrameWriter
  /// Whether every pixel is copied unchanged: converting to linear values and back would give the same codes, for a
  /// third of a run's time.
  private let copies: Bool
  private var nextTarget = 0

  init(
    _ across: ResamplingAxis, _ down: ResamplingAxis, _ target: PixelSize, depth: SampleDepth, isOpaque: Bool,
    curves: [TransferCurve], writer: FrameWriter
  ) {
    self.across = HorizontalFilter(across, depth: depth, isOpaque: isOpaque, curves: curves)
    let channels = isOpaque ? OpaqueStrip.channels : TransparentStrip.channels
    self.down = VerticalFilter(down, vectorsPerStrip: target.width * channels)
    axis = down
    self.target = target
    self.isOpaque = isOpaque
    self.writer = writer
    copies =
      across.isIdentity && down.isIdentity && isOpaque && depth == .eight && writer.keepsColours
      && curves.allSatisfy { $0 == .sRGB }
  }

  /// Processes the next strip and writes every target row that is now complete.
  ///
  /// - Parameters:
  ///   - strip: its index.
  ///   - samples: its four rows, one after the other.
  ///   - rows: how many rows have arrived so far, including this strip's.
  func process(_ strip: Int, _ samples: UnsafeMutableRawPointer, rows: Int) {
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
