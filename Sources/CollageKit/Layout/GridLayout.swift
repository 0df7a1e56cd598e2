internal import PhotoCodecs

/// Equal frames, filled row by row: fewer than three photos in one row, up to six in two, and more in as many rows as
/// bring the frames closest to the photos' shape and leave few places empty.
enum GridLayout {
  private struct Shape {
    let rows: Int
    let columns: Int

    /// Takes count / rows columns, rounded half up, or one more where a photo would have no place; nil when a row would
    /// be empty.
    init?(of count: Int, rows: Int) {
      self.rows = rows
      let rounded = (2 * count + rows) / (2 * rows)
      columns = rounded * rows < count ? rounded + 1 : rounded
      if columns * (rows - 1) >= count { return nil }
    }

    /// - Parameter frameRatio: a frame's width over its height, for a number of columns and rows; not above 0 when
    ///   there is no room.
    init(for shapes: [PhotoShape], frameRatio: (Shape) -> Double) {
      let count = shapes.count
      let classic = Shape(of: count, rows: count < 3 ? 1 : 2)!
      guard count > 6 else {
        self = classic
        return
      }
      let median = Self.medianRatio(shapes)
      var best = classic
      var least = Double.infinity
      for rows in 1...count {
        guard let shape = Shape(of: count, rows: rows) else { continue }
        let ratio = frameRatio(shape)
        guard ratio > 0 else { continue }
        // The factor by which frames are too wide or too narrow, times the places for each photo; ties go to fewer
        // rows.
        let distance = max(ratio / median, median / ratio) * Double(shape.rows * shape.columns) / Double(count)
        if distance < least * (1 - 1e-9) { (best, least) = (shape, distance) }
      }
      self = best
    }

    /// The median ratio; for an even number the geometric mean of the middle two.
    private static func medianRatio(_ shapes: [PhotoShape]) -> Double {
      let ratios = shapes.map(\.ratio).sorted()
      return (ratios[(ratios.count - 1) / 2] * ratios[ratios.count / 2]).squareRoot()
    }
  }

  /// Nil when a frame would be empty.
  static func layout(of request: LayoutRequest, _ spacing: LayoutSpacing) -> CollageLayout? {
    let count = request.shapes.count
    let shape: Shape
    let canvas: PixelSize
    if let size = request.options.canvasSize {
      canvas = size
      let area = request.area(of: size, spacing)
      shape = Shape(for: request.shapes) { shape in
        let width = Double(area.width - (shape.columns - 1) * spacing.gap) / Double(shape.columns)
        let height = Double(area.height - (shape.rows - 1) * spacing.gap) / Double(shape.rows)
        return width >= 1 && height >= 1 ? width / height : 0
      }
    } else {
      let longSide = request.options.longSide
      guard longSide > 2 * spacing.inset else { return nil }
      // With a free canvas any number of rows would fit the photos' shape; this one keeps the canvas close to 16:10.
      shape = Shape(for: request.shapes) { shape in
        TreeRanking.pleasantRatio * Double(shape.rows) / Double(shape.columns)
      }
      canvas = LayoutRequest.canvas(
        longSide: longSide, around: line(of: shape, cellRatio: cellRatio(request.shapes), spacing), spacing)
    }
    let area = request.area(of: canvas, spacing)
    guard area.width > 0, area.height > 0 else { return nil }
    let across = cuts(of: area.width + spacing.gap, into: shape.columns).map { $0 + area.x }
    let down = cuts(of: area.height + spacing.gap, into: shape.rows).map { $0 + area.y }
    let cells = (0..<shape.rows * shape.columns).map { index in
      let (row, column) = index.quotientAndRemainder(dividingBy: shape.columns)
      return PixelRect(
        x: across[column], y: down[row], width: across[column + 1] - across[column] - spacing.gap,
        height: down[row + 1] - down[row] - spacing.gap)
    }
    let frames = zip(request.shapes, cells).map { $0.frame(in: $1) }
    guard frames.allSatisfy({ $0.isInside(canvas) }) else { return nil }
    let empty = cells.map(\.size.pixels).reduce(0, +) - frames.map(\.size.pixels).reduce(0, +)
    return CollageLayout(
      canvas: canvas, frames: frames, tree: cells.count == count ? tree(of: shape, cells[0].size) : nil,
      emptyShare: Double(empty) / Double(canvas.pixels))
  }

  /// The proportions of cells that crop least. They are always those of some photo: between two photos' proportions the
  /// mean of what is kept is a convex function of the logarithm.
  private static func cellRatio(_ shapes: [PhotoShape]) -> Double {
    let kept = shapes.map(\.ratio).uniqued().map { ratio in
      (ratio: ratio, share: shapes.reduce(0) { $0 + min($1.ratio / ratio, ratio / $1.ratio) })
    }
    return kept.max { $0.share < $1.share }!.ratio
  }

  private static func line(of shape: Shape, cellRatio: Double, _ spacing: LayoutSpacing) -> TreeFitter.Line {
    let ratio = Double(shape.columns) * cellRatio / Double(shape.rows)
    return TreeFitter.Line(
      ratio: ratio, offset: Double(spacing.gap) * (Double(shape.columns - 1) - ratio * Double(shape.rows - 1)))
  }

  private static func tree(of shape: Shape, _ cell: PixelSize) -> SlicingTree {
    let ratio = Double(cell.width) / Double(cell.height)
    let rows = (0..<shape.rows).map { row in
      let photos = (0..<shape.columns).map { SlicingTree.photo(row * shape.columns + $0, ratio: ratio) }
      return photos.count == 1 ? photos[0] : .across(photos)
    }
    return rows.count == 1 ? rows[0] : .down(rows)
  }

  /// The edges of equal parts. The cuts are rounded, never the sizes, so there is no drift and no seam.
  private static func cuts(of length: Int, into parts: Int) -> [Int] {
    (0...parts).map { (2 * $0 * length + parts) / (2 * parts) }
  }
}
