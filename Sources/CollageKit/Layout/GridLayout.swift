internal import PhotoCodecs

/// The classic: fewer than three photos in one row, more in two; filled row by row.
enum GridLayout {
  private struct Shape {
    let rows: Int
    let columns: Int

    init(of count: Int) {
      rows = count < 3 ? 1 : 2
      // count / rows, rounded half up.
      columns = (2 * count + rows) / (2 * rows)
    }
  }

  /// Nil when a frame would be empty.
  static func layout(of request: LayoutRequest, _ spacing: LayoutSpacing) -> CollageLayout? {
    let count = request.shapes.count
    let shape = Shape(of: count)
    let canvas: PixelSize
    if let size = request.options.canvas.size {
      canvas = size
    } else {
      let longSide = request.options.longSide
      guard longSide > 2 * spacing.inset else { return nil }
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

  /// The proportions of cells that crop least. They are some photo's own: between two photos' proportions the mean of what
  /// is kept is a convex function of the logarithm.
  private static func cellRatio(_ shapes: [PhotoShape]) -> Double {
    let kept = { (ratio: Double) in shapes.map { min($0.ratio / ratio, ratio / $0.ratio) }.reduce(0, +) }
    return shapes.map(\.ratio).max { kept($0) < kept($1) }!
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

  /// The borders of equal parts. The cuts are rounded, never the parts, so nothing drifts and no seam opens.
  private static func cuts(of length: Int, into parts: Int) -> [Int] {
    (0...parts).map { (2 * $0 * length + parts) / (2 * parts) }
  }
}
