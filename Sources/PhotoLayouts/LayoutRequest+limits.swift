internal import Imaging

/// What is known before a layout is searched for.
extension LayoutRequest {
  /// Whether a canvas that has its size has room for so many frames of a pixel, with the gaps
  /// between them; true where the layout decides the size. Photos' shapes don't matter.
  package func hasRoom(for count: Int) -> Bool {
    guard let size = options.canvasSize else { return true }
    let spacing = LayoutSpacing(self, shortSide: min(size.width, size.height))
    let area = area(of: size, spacing)
    guard area.width > 0, area.height > 0 else { return true }
    // Each frame and the gap right of it and below it, in an area that is larger by a gap.
    let gap = Double(spacing.gap)
    let needed = Double(count) * (1 + gap) * (1 + gap)
    return needed <= (Double(area.width) + gap) * (Double(area.height) + gap)
  }

  /// The memory that the search for a layout of so many photos takes beside that of a hundred, in
  /// bytes, about.
  package func searchBytes(for count: Int) -> Int {
    max(count - Self.usualCount, 0) * bytesPerPhoto
  }

  /// So many photos need no more than the program takes anyway.
  private static let usualCount = 100

  /// That of a mosaic in the given order was measured: 1.38 GB for 14,000 photos. The others are
  /// estimated from how many trees each search keeps.
  private var bytesPerPhoto: Int {
    guard options.tree == nil else { return 1_000 }
    return switch options.style {
    case .mosaic: options.order == .free ? 160_000 : 100_000
    case .rows, .columns: 40_000
    case .strip, .strips, .grid: 1_000
    }
  }
}
