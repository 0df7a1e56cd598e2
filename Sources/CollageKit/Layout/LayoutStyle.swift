/// The ways to lay photos out.
package enum LayoutStyle: String, Hashable, Sendable, CaseIterable {
  /// The slicing tree that crops least, and then is most even.
  case mosaic
  /// Rows of equal frames, filled.
  case grid
  /// Rows as wide as the canvas, each photo of a row as high as the others.
  case rows
  /// Columns as high as the canvas, each photo of a column as wide as the others.
  case columns
  /// All photos side by side; one below the other on a canvas that is higher than wide.
  case strip
}

/// Whether photos stand in the order in which they were given.
package enum PhotoOrder: String, Hashable, Sendable, CaseIterable {
  /// From left to right and from top to bottom, part by part.
  case kept
  /// They may change places where that crops less.
  case free
}
