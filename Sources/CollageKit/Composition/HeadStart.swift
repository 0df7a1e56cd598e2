internal import Dispatch
internal import PhotoCodecs
internal import ReactiveTraits

/// Encodes the part of a collage that is drawn while the rest still is, on threads that have no photo to draw.
final class HeadStart: Sendable {
  /// The pixels that may be encoded ahead of their turn, in bytes: what comes of them waits in memory.
  private static let mostBytes = 16 << 20

  private let pixels: PixelBands
  private let frames: [PixelRect]
  private let filledLater: Set<Int>
  private let state: Locked<State>
  private let isCancelled: @Sendable () -> Bool
  private let helpers = DispatchGroup()

  private struct State {
    /// Frames that are to be drawn and are not yet.
    var missing: Set<Int>
    /// Bands that nobody has taken.
    var bands: [Int]
  }

  /// - Parameters:
  ///   - frames: outside of these the raster is finished.
  ///   - drawn: those that `finished` will be called for. The others are filled afterwards.
  ///   - isCancelled: asked before each band.
  init(
    _ pixels: PixelBands, frames: [PixelRect], drawn: [Int], isCancelled: @escaping @Sendable () -> Bool = { false }
  ) {
    self.pixels = pixels
    self.isCancelled = isCancelled
    self.frames = frames
    filledLater = Set(frames.indices).subtracting(drawn)
    let size = pixels.raster.size
    let most = Self.mostBytes * pixels.count / Raster.bytes(of: size)
    state = Locked(State(missing: Set(drawn), bands: Array((0..<pixels.count).prefix(most))))
  }

  /// A frame is drawn, and stays as it is: threads that have nothing to do begin to encode.
  func finished(_ frame: Int, _ spare: SpareThreads) {
    let ready = state.withLock { state in
      state.missing.remove(frame)
      return state.bands.count { isDrawn($0, state.missing) }
    }
    for _ in 0..<ready where spare.take() {
      DispatchQueue.global(qos: .userInitiated).async(group: helpers) {
        while self.encodeBand() {}
        spare.giveBack()
      }
    }
  }

  /// Waits for the bands that are being encoded.
  func finish() { helpers.wait() }

  /// Encodes a band whose rows are all drawn; false when there is none, or none is wanted any more.
  func encodeBand() -> Bool {
    if isCancelled() { return false }
    let band = state.withLock { state -> Int? in
      state.bands.firstIndex { isDrawn($0, state.missing) }.map { state.bands.remove(at: $0) }
    }
    guard let band else { return false }
    pixels.encode(band)
    return true
  }

  private func isDrawn(_ band: Int, _ missing: Set<Int>) -> Bool {
    let rows = pixels.rowsNeeded(for: band)
    return missing.union(filledLater).allSatisfy { !rows.overlaps(frames[$0].y..<frames[$0].y + frames[$0].height) }
  }
}
