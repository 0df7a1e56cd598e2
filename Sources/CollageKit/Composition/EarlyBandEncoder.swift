internal import Dispatch
internal import Imaging
internal import PhotoCodecs
internal import ThreadPool

/// Encodes finished parts of a collage while the rest is still being drawn, on threads that have no
/// photo to draw.
final class EarlyBandEncoder: Sendable {
  /// The limit of pixels encoded ahead, in bytes: the results wait in memory.
  private static let maxBytes = 16 << 20

  private let pixels: PixelBands
  private let ground: CanvasGround
  private let areas: [PixelRect]
  /// The rows needed for each band that may be encoded ahead.
  private let rowsOfBands: [Range<Int>]
  private let state: Locked<State>
  private let isCancelled: @Sendable () -> Bool
  private let helpers = DispatchGroup()

  private struct State {
    /// For each band the number of its areas that are not drawn yet.
    var missing: [Int]
    /// Bands that no thread has taken and whose areas are all drawn; the lowest last.
    var ready: [Int]
  }

  /// - Parameters:
  ///   - areas: outside these the raster is finished once its ground is filled. Areas for which
  ///     `finished` is never called are drawn afterwards.
  ///   - ground: of the same raster.
  init(
    _ pixels: PixelBands, areas: [PixelRect], on ground: CanvasGround,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.pixels = pixels
    self.ground = ground
    self.isCancelled = isCancelled
    self.areas = areas
    let limit = Self.maxBytes * pixels.count / Raster.bytes(of: pixels.raster.size)
    rowsOfBands = (0..<pixels.count).prefix(limit).map { pixels.rowsNeeded(for: $0) }
    var missing = Array(repeating: 0, count: rowsOfBands.count)
    for area in areas {
      for band in Self.bands(rowsOfBands, under: area) { missing[band] += 1 }
    }
    state = Locked(
      State(missing: missing, ready: missing.indices.reversed().filter { missing[$0] == 0 }))
  }

  /// The bands that an area overlaps; bands lie in order.
  private static func bands(_ rows: [Range<Int>], under area: PixelRect) -> Range<Int> {
    let end = area.y + area.height
    let first = rows.partitioningIndex { $0.upperBound > area.y }
    let last = rows.partitioningIndex { $0.lowerBound >= end }
    return first..<max(first, last)
  }

  /// Call once for each area when it is drawn and won't change; idle threads then begin to encode.
  func finished(_ area: Int, _ spare: SpareThreads) {
    let ready = state.withLock { state in
      for band in Self.bands(rowsOfBands, under: areas[area]) {
        state.missing[band] -= 1
        if state.missing[band] == 0 {
          state.ready.insert(band, at: state.ready.partitioningIndex { $0 < band })
        }
      }
      return state.ready.count
    }
    for _ in 0..<ready where spare.acquire() {
      helpers.enter()
      let isStarted = ThreadPool.shared.tryRun {
        while self.encodeBand() {}
        spare.release()
        self.helpers.leave()
      }
      guard isStarted else {
        spare.release()
        helpers.leave()
        return
      }
    }
  }

  /// Waits for the bands that are being encoded.
  func finish() { helpers.wait() }

  /// Encodes a band whose rows are all drawn; false when there is none, or when cancelled.
  func encodeBand() -> Bool {
    if isCancelled() { return false }
    guard let band = state.withLock({ $0.ready.popLast() }) else { return false }
    ground.fill(above: rowsOfBands[band].upperBound)
    pixels.encode(band)
    return true
  }
}

extension Array {
  /// The index of the first element that satisfies the condition. All elements before it must not,
  /// all after it must.
  fileprivate func partitioningIndex(where condition: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if condition(self[middle]) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
