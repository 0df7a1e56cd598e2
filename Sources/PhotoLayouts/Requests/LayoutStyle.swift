/// The ways to arrange photos.
package enum LayoutStyle: String, Hashable, Sendable, CaseIterable {
  /// The slicing tree that looks best: little is cropped, sizes are even, photos are in order.
  case mosaic
  /// Rows of equal frames, which the photos fill.
  case grid
  /// Justified rows: as wide as the canvas, all photos of a row equally high.
  case rows
  /// Justified columns: as high as the canvas, all photos of a column equally wide.
  case columns
  /// All photos side by side, or one below the other on a canvas that is taller than wide.
  case strip
  /// As many strips as it takes so that an automatic canvas is no longer than 3:1; on a given one
  /// as many as crop least.
  case strips

  /// What sets it apart, as help says it.
  package var note: String {
    switch self {
    case .mosaic: "crops least"
    case .grid: "equal frames"
    case .rows, .columns: "justified"
    case .strip: "all in one row or column"
    case .strips: "as few as aren't long"
    }
  }

  /// Whether it is chosen from many by a search.
  var isSearched: Bool {
    switch self {
    case .mosaic, .rows, .columns: true
    case .grid, .strip, .strips: false
    }
  }
}

/// Whether photos keep the order in which they were given.
package enum PhotoOrder: String, Hashable, Sendable, CaseIterable {
  /// From left to right and from top to bottom, part by part.
  case kept
  /// Photos may be reordered if that crops less.
  case free
}
