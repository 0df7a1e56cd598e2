internal import Imaging
internal import PhotoCodecs

/// How a limit of memory is divided between a canvas and what decoders hold of the photos on it. A
/// photo whose pixels fit is drawn, if need be without its gains.
struct CanvasMemory: Sendable {
  /// Whether the canvas has gains. It has none where a photo's pixels fit only without them.
  let hasGains: Bool
  /// What the canvas leaves of the limit, in bytes; below 0 if it doesn't fit.
  let rest: Int
  private let limit: Int
  private let wantsGains: Bool
  private let restWithGains: Int
  /// What the photo holds whose pixels alone need most.
  private let mostPixelBytes: Int

  /// - Parameters:
  ///   - bytes: of the canvas and what else is held beside the photos, without gains.
  ///   - keepsHDR: whether the gains of photos with HDR are wanted.
  init(
    limit: Int, canvas: PixelSize, bytes: Int, _ placements: [Placement], keepsHDR: Bool
  ) {
    self.limit = limit
    wantsGains = keepsHDR && placements.contains { $0.photo.header.hasHDR }
    restWithGains = limit - bytes - FittedGains.bytes(of: canvas)
    mostPixelBytes = placements.map { $0.bytesToDraw(withGains: false) }.max() ?? 0
    let fitsWithoutAlone = (restWithGains + 1..<limit - bytes + 1).contains(mostPixelBytes)
    hasGains = wantsGains && !fitsWithoutAlone
    rest = hasGains ? restWithGains : limit - bytes
  }

  /// Whether a photo's gains are drawn.
  func drawsGains(of placement: Placement) -> Bool {
    hasGains && placement.photo.header.hasHDR && placement.bytesToDraw(withGains: true) <= rest
  }

  /// What is held of a photo while it is drawn, in bytes.
  func bytes(of placement: Placement) -> Int {
    placement.bytesToDraw(withGains: drawsGains(of: placement))
  }

  /// All that drawing it with its gains would take, in bytes; nil if it has no HDR, or if its gains
  /// are drawn or not wanted.
  func lackingBytes(of placement: Placement) -> Int? {
    guard wantsGains, placement.photo.header.hasHDR, !drawsGains(of: placement) else { return nil }
    return limit - restWithGains + max(placement.bytesToDraw(withGains: true), mostPixelBytes)
  }
}
