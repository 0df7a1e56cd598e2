internal import Imaging

/// Rows of equal frames: up to two photos in one row, up to six in two, and more in as many rows as
/// bring the frames closest to the photos' proportions.
///
/// If the photos can't be divided evenly, the first rows have one photo more. Shorter rows are
/// stretched to the full width, or centred if stretching would double the width of a lone photo. So
/// only a grid of three photos leaves anything empty.
enum GridLayout {
  /// The number of photos in each row.
  private struct Rows {
    let counts: [Int]
    /// Whether shorter rows are centred.
    let isCentred: Bool
    /// The mean number of photos in a row, because photos in stretched rows are wider; if shorter
    /// rows are centred, the number in the longest row.
    let columns: Double

    /// Divides the photos as evenly as possible. There must be no more rows than photos.
    init(_ count: Int, rows: Int) {
      counts = (0..<rows).map { count / rows + ($0 < count % rows ? 1 : 0) }
      isCentred = counts[0] > 1 && counts[rows - 1] == 1
      columns = isCentred ? Double(counts[0]) : Double(count) / Double(rows)
    }

    /// - Parameters:
    ///   - tolerance: how many times closer to the photos' proportions the frames of unequal rows
    ///     must be to be preferred to those of equal rows.
    ///   - frameRatio: a frame's width over its height; 0 or less if there is no room.
    init(for shapes: [PhotoShape], tolerance: Double, frameRatio: (Rows) -> Double) {
      let count = shapes.count
      let classic = Rows(count, rows: count < 3 ? 1 : 2)
      guard count > 6 else {
        self = classic
        return
      }
      let median = Self.medianRatio(shapes)
      var best = classic
      var least = Double.infinity
      for number in 1...count {
        let rows = Rows(count, rows: number)
        let ratio = frameRatio(rows)
        guard ratio > 0 else { continue }
        let (longest, shortest) = (rows.counts[0], rows.counts[number - 1])
        let unlike = longest == shortest ? 1 : tolerance * Double(longest) / Double(shortest)
        // The factor by which frames are too wide or too narrow; among equals, fewer rows win.
        let distance = max(ratio / median, median / ratio) * unlike
        if distance < least * (1 - 1e-9) { (best, least) = (rows, distance) }
      }
      self = best
    }

    /// The median ratio; for an even number the geometric mean of the middle two.
    private static func medianRatio(_ shapes: [PhotoShape]) -> Double {
      let ratios = shapes.map(\.ratio).sorted()
      return (ratios[(ratios.count - 1) / 2] * ratios[ratios.count / 2]).squareRoot()
    }
  }

  /// Nil if a frame would be empty.
  static func layout(of request: LayoutRequest, _ spacing: LayoutSpacing) -> CollageLayout? {
    // All frames have the same size, and so has the space for a caption below each.
    let strip = spacing.room?.strips.max() ?? 0
    let rows: Rows
    let canvas: PixelSize
    if let size = request.options.canvasSize {
      canvas = size
      let area = request.area(of: size, spacing)
      rows = Rows(for: request.shapes, tolerance: 1.15) { rows in
        let count = Double(rows.counts.count)
        let width = (Double(area.width) - (rows.columns - 1) * Double(spacing.gap)) / rows.columns
        let height =
          (Double(area.height) - (count - 1) * Double(spacing.gap)) / count - Double(strip)
        return width >= 1 && height >= 1 ? width / height : 0
      }
    } else {
      let longSide = request.options.longSide
      guard longSide > spacing.around.width, longSide > spacing.around.height else { return nil }
      // On a free canvas any number of rows could match the photos' proportions; this one keeps the
      // canvas close to 16:10. Nothing is cropped there, so equal rows may make the canvas longer.
      rows = Rows(for: request.shapes, tolerance: 1.5) { rows in
        TreeRanking.pleasantRatio * Double(rows.counts.count) / rows.columns
      }
      canvas = LayoutRequest.canvas(
        longSide: longSide,
        around: line(of: rows, cellRatio: cellRatio(request.shapes), spacing, strip), spacing)
    }
    let area = request.area(of: canvas, spacing)
    guard area.width > 0, area.height > 0 else { return nil }
    let cells = cells(of: rows, in: area, gap: spacing.gap).map { cell in
      PixelRect(x: cell.x, y: cell.y, width: cell.width, height: max(cell.height - strip, 0))
    }
    let frames = zip(request.shapes, cells).map { $0.frame(in: $1) }
    guard frames.allSatisfy({ $0.bounds.isInside(canvas) }) else { return nil }
    let gaps =
      spacing.gap * (rows.counts.count - 1) * area.width
      + zip(rows.counts, cuts(of: area.height, into: rows.counts.count, gap: spacing.gap)).map {
        count, row in
        spacing.gap * (count - 1) * row.count
      }.reduce(0, +)
    let strips = cells.map { $0.width * strip }.reduce(0, +)
    let empty = area.size.pixels - gaps - strips - frames.map(\.size.pixels).reduce(0, +)
    return CollageLayout(
      canvas: canvas, frames: frames, tree: rows.isCentred ? nil : tree(of: rows, cells),
      emptyShare: Double(empty) / Double(canvas.pixels), room: spacing.room)
  }

  private static func cells(of rows: Rows, in area: PixelRect, gap: Int) -> [PixelRect] {
    let longest = rows.counts[0]
    return zip(rows.counts, cuts(of: area.height, into: rows.counts.count, gap: gap)).flatMap {
      count, row in
      var columns = cuts(of: area.width, into: rows.isCentred ? longest : count, gap: gap)
      if count < columns.count {
        let width = columns[count - 1].upperBound
        let left = (area.width - width) / 2
        columns = columns.prefix(count).map { $0.lowerBound + left..<$0.upperBound + left }
      }
      return columns.map { column in
        PixelRect(
          x: area.x + column.lowerBound, y: area.y + row.lowerBound,
          width: column.upperBound - column.lowerBound,
          height: row.upperBound - row.lowerBound)
      }
    }
  }

  /// The proportions of a cell that crop least. They are always those of one of the photos: between
  /// the proportions of two photos, the mean share that is kept is a convex function of the
  /// logarithm.
  private static func cellRatio(_ shapes: [PhotoShape]) -> Double {
    let ratios = shapes.map(\.ratio)
    let kept = Dictionary(
      uniqueKeysWithValues: Set(ratios).map { ratio in
        (ratio, ratios.reduce(0) { $0 + min($1 / ratio, ratio / $1) })
      })
    return ratios.max { kept[$0]! < kept[$1]! }!
  }

  private static func line(
    of rows: Rows, cellRatio: Double, _ spacing: LayoutSpacing, _ strip: Int
  ) -> TreeFitter.Line {
    let count = Double(rows.counts.count)
    let ratio = rows.columns * cellRatio / count
    return TreeFitter.Line(
      ratio: ratio,
      offset: Double(spacing.gap) * (rows.columns - 1 - ratio * (count - 1)) - rows.columns
        * cellRatio * Double(strip))
  }

  private static func tree(of rows: Rows, _ cells: [PixelRect]) -> SlicingTree {
    var photos = cells.enumerated().map {
      SlicingTree.photo($0, ratio: Double($1.width) / Double($1.height))
    }[...]
    let parts = rows.counts.map { count in
      let row = Array(photos.prefix(count))
      photos = photos.dropFirst(count)
      return row.count == 1 ? row[0] : .across(row)
    }
    return parts.count == 1 ? parts[0] : .down(parts)
  }

  /// Equal parts with gaps between them. The cuts are rounded, never the sizes, so there is no
  /// drift and no seam.
  private static func cuts(of length: Int, into parts: Int, gap: Int) -> [Range<Int>] {
    let edges = (0...parts).map { (2 * $0 * (length + gap) + parts) / (2 * parts) }
    return zip(edges, edges.dropFirst()).map { $0..<max($1 - gap, $0) }
  }
}
