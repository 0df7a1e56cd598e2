internal import Dispatch
internal import Imaging
internal import Synchronization
internal import ThreadPool

/// Resamples a picture row by row, in linear light with premultiplied alpha, directly into a frame.
///
/// Works on strips of four rows. Holds only the rows that the vertical filter spans: about six
/// times the reduction factor, as wide as the frame. If a spare thread is available, it processes a
/// strip while the caller decodes the next rows. If it has not started when the next strip is full,
/// the caller processes the strip itself instead of waiting.
final class Resampler: RowSink {
  private let work: StripWork
  private let lineariser: Lineariser
  private let spare: SpareThreads?
  /// Set if every pixel is copied unchanged. Converting to linear values and back would give the
  /// same codes, but take a third of a run's time.
  private let copyingWriter: FrameWriter?
  private let isOpaque: Bool
  /// The strip that is being filled with rows.
  private var filling: LinearStrip
  /// The strip that was handed to another thread; nil until the first one.
  private var inFlight: LinearStrip?
  private var rowsPushed = 0
  /// The work that was handed to another thread; nil if there is none.
  private var task: StripTask?

  /// The source rows to push, in order, and the columns that each of them must have.
  let rows: Range<Int>
  let columns: Range<Int>

  /// - Parameters:
  ///   - region: the part of the source to show, in pixels as they will be pushed.
  ///   - available: what of the source may be read, in the same pixels.
  ///   - target: the frame's size in pixels, in the orientation of the stored source.
  ///   - spare: threads that may help; nil to do all work on the calling thread.
  init(
    _ region: Region, of available: PixelRect, to target: PixelSize, depth: SampleDepth,
    isOpaque: Bool, curves: [TransferCurve], writer: FrameWriter, spare: SpareThreads? = nil
  ) {
    let across = ResamplingAxis.axis(
      start: region.x, length: region.width,
      available: available.x..<available.x + available.width, count: target.width)
    let down = ResamplingAxis.axis(
      start: region.y, length: region.height,
      available: available.y..<available.y + available.height, count: target.height)
    (rows, columns) = (down.range, across.range)
    work = StripWork(across, down, target, isOpaque: isOpaque, writer: writer)
    lineariser = Lineariser(curves, depth: depth, isOpaque: isOpaque)
    let copies =
      across.isIdentity && down.isIdentity && (isOpaque || writer.keepsAlpha) && depth == .eight
      && writer.keepsColours
      && curves.allSatisfy { $0 == .sRGB }
    copyingWriter = copies ? writer : nil
    self.isOpaque = isOpaque
    self.spare = spare
    filling = LinearStrip(columns: columns.count)
  }

  deinit { finish() }

  /// Processes the next of `rows`.
  ///
  /// - Parameter row: its pixels from column `columns.lowerBound` on, four samples each.
  func push(_ row: UnsafeRawPointer) {
    precondition(rowsPushed < rows.count)
    if let copyingWriter {
      if isOpaque {
        unsafe copyingWriter.writeCoded(row: rowsPushed, row, count: columns.count)
      } else {
        unsafe copyingWriter.writeTranslucent(row: rowsPushed, row, count: columns.count)
      }
      rowsPushed += 1
      return
    }
    let lane = rowsPushed % LinearStrip.rows
    unsafe lineariser.write(row, count: columns.count, to: filling, row: lane)
    rowsPushed += 1
    if lane == LinearStrip.rows - 1 || rowsPushed == rows.count { workOnStrip() }
  }

  /// Waits until every target row that can be computed from the pushed rows has been written to the
  /// frame.
  func finish() {
    task?.complete()
    task = nil
  }

  private func workOnStrip() {
    finish()
    let index = (rowsPushed - 1) / LinearStrip.rows
    guard let spare, spare.acquire() else {
      return work.process(filling, index: index, rows: rowsPushed)
    }
    let task = StripTask(work, filling, index: index, rows: rowsPushed)
    let isGiven = ThreadPool.shared.tryRun {
      task.run()
      spare.release()
    }
    guard isGiven else {
      spare.release()
      return work.process(filling, index: index, rows: rowsPushed)
    }
    self.task = task
    (filling, inFlight) = (inFlight ?? LinearStrip(columns: columns.count), filling)
  }
}

/// A strip that either of two threads can process: whichever starts first does all the work.
private final class StripTask: Sendable {
  private let work: StripWork
  private let strip: LinearStrip
  private let index: Int
  private let rows: Int
  private let isBegun = Atomic(false)
  private let done = DispatchSemaphore(value: 0)

  /// - Parameter strip: must stay unchanged until `complete` has returned.
  init(_ work: StripWork, _ strip: LinearStrip, index: Int, rows: Int) {
    self.work = work
    self.strip = strip
    self.index = index
    self.rows = rows
  }

  /// Does the work, unless the other thread has started it.
  func run() {
    guard !isBegun.exchange(true, ordering: .acquiringAndReleasing) else { return }
    work.process(strip, index: index, rows: rows)
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
  private var nextTarget = 0

  init(
    _ across: ResamplingAxis, _ down: ResamplingAxis, _ target: PixelSize, isOpaque: Bool,
    writer: FrameWriter
  ) {
    let channels = isOpaque ? 3 : 4
    self.across = HorizontalFilter(across, channels: channels)
    self.down = VerticalFilter(down, valuesPerRow: target.width * channels, isLimited: isOpaque)
    axis = down
    self.target = target
    self.isOpaque = isOpaque
    self.writer = writer
  }

  /// Processes the next strip and writes every target row that can now be computed.
  ///
  /// - Parameters:
  ///   - index: the strip's number, from 0.
  ///   - rows: how many rows have arrived so far, including this strip's.
  func process(_ strip: LinearStrip, index: Int, rows: Int) {
    unsafe across.apply(to: strip, into: down.places(ofStrip: index))
    let end = axis.range.lowerBound + rows
    while nextTarget < target.height, axis.firsts[nextTarget] + axis.counts[nextTarget] <= end {
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
