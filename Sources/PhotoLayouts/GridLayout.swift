internal import Imaging

/// Rows of frames that are equal, or nearly: on a given canvas as many rows as crop least; on a
/// free one up to two photos in one row, up to six in two, and more in as many rows as bring the
/// canvas close to 16:10.
///
/// If the photos can't be divided evenly, the first rows have one photo more. Shorter rows are
/// stretched to the full width, or centred if that would double the width of a lone photo, unless
/// stretching crops less.
///
/// Or the cells that the options give, of which the last may stay empty.
enum GridLayout {
  /// The ratio that a free canvas should be close to: contact sheets are looked at on screens.
  private static let freeRatio = 1.6

  /// In pixels.
  struct FrameSize {
    let width: Double
    let height: Double

    var ratio: Double { width / height }
  }

  /// The number of photos in each row.
  private struct Rows {
    let counts: [Int]
    /// Whether shorter rows are centred.
    let isCentred: Bool
    /// The mean number of photos in a row, because photos in stretched rows are wider; if shorter
    /// rows are centred, the number in the longest row.
    let columns: Double

    /// Divides the photos as evenly as possible. There must be no more rows than photos.
    ///
    /// - Parameter isCentred: whether shorter rows are; nil if there is one, of a lone photo.
    init(_ count: Int, rows: Int, isCentred: Bool? = nil) {
      counts = (0..<rows).map { count / rows + ($0 < count % rows ? 1 : 0) }
      let hasOneShortRow = count % rows == rows - 1
      self.isCentred = isCentred ?? (counts[0] > 1 && counts[rows - 1] == 1 && hasOneShortRow)
      columns = self.isCentred ? Double(counts[0]) : Double(count) / Double(rows)
    }

    /// Equal rows of given cells, and more of them if there are more photos.
    init(_ cells: GridCells, for count: Int) {
      let rows = max(cells.rows, (count + cells.columns - 1) / cells.columns)
      counts = Array(repeating: cells.columns, count: rows)
      isCentred = false
      columns = Double(cells.columns)
    }

    /// The same in equal cells where all photos stay whole and the rows are unlike: then the last
    /// row is like the others, and may have empty cells at its end.
    func inCells(_ request: LayoutRequest) -> Rows {
      let columns = counts[0]
      let count = request.shapes.count
      guard request.options.fit == .whole, counts.contains(where: { $0 != columns }),
        let cells = GridCells(columns: columns, rows: (count + columns - 1) / columns)
      else { return self }
      return Rows(cells, for: count)
    }

    /// One row up to two photos, else two.
    static func classic(_ count: Int) -> Rows { Rows(count, rows: count < 3 ? 1 : 2) }

    /// Those that crop least on a given area; of nearly equal ones those with the least unlike
    /// rows, then the classic ones.
    ///
    /// - Parameter frameSize: of a frame in a row of so many photos; nil where there is no room.
    init(
      croppingLeast shapes: [PhotoShape],
      frameSize: (_ inRow: Int, _ rows: Rows) -> FrameSize?
    ) {
      let count = shapes.count
      let classic = Rows.classic(count)
      var candidates = [classic]
      for number in 1...count {
        candidates.append(Rows(count, rows: number))
        candidates.append(Rows(count, rows: number, isCentred: false))
      }
      var best = classic
      var least = Double.infinity
      for rows in candidates {
        var crop = 0.0
        var photos = shapes[...]
        for inRow in rows.counts {
          guard let size = frameSize(rows.isCentred ? rows.counts[0] : inRow, rows) else {
            crop = .infinity
            break
          }
          let ratio = size.ratio
          for shape in photos.prefix(inRow) where shape.cropTolerance > 0 {
            crop += 1 - min(ratio / shape.ratio, shape.ratio / ratio)
          }
          photos = photos.dropFirst(inRow)
        }
        let unlike = Double(rows.counts[0]) / Double(rows.counts[rows.counts.count - 1]) - 1
        let cost = crop / Double(count) + Self.costOfUnlikeRows * unlike
        if cost < least - Self.tolerance {
          best = rows
          least = cost
        }
      }
      self = best
    }

    /// The share of a photo by which rows must crop less to be preferred to earlier ones.
    private static let tolerance = 0.003
    /// As a share of a cropped photo, for rows of which the longest has twice the shortest's
    /// photos.
    private static let costOfUnlikeRows = 0.002
    /// How much longer frames may be on a free canvas for the sake of equal rows.
    private static let advantageOfEqualRows = 1.5

    /// Those that bring a free canvas close to 16:10; a few photos have the classic ones.
    init(forFreeCanvasOf shapes: [PhotoShape]) {
      let count = shapes.count
      let classic = Rows.classic(count)
      guard count > 6 else {
        self = classic
        return
      }
      let median = Self.medianRatio(shapes)
      var best = classic
      var least = Double.infinity
      for number in 1...count {
        let rows = Rows(count, rows: number)
        let ratio = GridLayout.freeRatio * Double(number) / rows.columns
        let longest = Double(rows.counts[0])
        let shortest = Double(rows.counts[number - 1])
        // Nothing is cropped there, so equal rows may make the canvas longer.
        let unlike = longest == shortest ? 1 : Self.advantageOfEqualRows * longest / shortest
        // The factor by which frames are too wide or too narrow; among equals, fewer rows win.
        let distance = max(ratio / median, median / ratio) * unlike
        if distance < least * (1 - 1e-9) {
          best = rows
          least = distance
        }
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
    let strip = spacing.strips(request.shapes.count).max() ?? 0
    let given = request.options.cells.map { Rows($0, for: request.shapes.count) }
    let rows: Rows
    let canvas: PixelSize
    if let size = request.options.canvasSize {
      canvas = size
      let area = request.area(of: size, spacing)
      let found =
        given
        ?? Rows(croppingLeast: request.shapes) { inRow, rows in
          frameSize(inRow, of: rows.counts.count, in: area, gap: spacing.gap, strip: strip)
        }
      rows = found.inCells(request)
    } else {
      let longSide = request.options.longestSide
      guard longSide > spacing.around.width, longSide > spacing.around.height else { return nil }
      rows = (given ?? Rows(forFreeCanvasOf: request.shapes)).inCells(request)
      canvas = LayoutRequest.canvas(
        longSide: longSide,
        around: line(of: rows, cellRatio: cellRatio(request.shapes.map(\.ratio)), spacing, strip),
        spacing)
    }
    let area = request.area(of: canvas, spacing)
    guard area.width > 0, area.height > 0 else { return nil }
    let cells = cells(of: rows, in: area, gap: spacing.gap).prefix(request.shapes.count)
      .map { cell in
        PixelRect(x: cell.x, y: cell.y, width: cell.width, height: max(cell.height - strip, 0))
      }
    let hasEmptyCells = rows.counts.reduce(0, +) > cells.count
    let frames = zip(request.shapes, cells).map { $0.frame(in: $1) }
    guard frames.allSatisfy({ $0.bounds.isInside(canvas) }) else { return nil }
    let lines = zip(rows.counts, cuts(of: area.height, into: rows.counts.count, gap: spacing.gap))
    var gaps = spacing.gap * (rows.counts.count - 1) * area.width
    for (count, row) in lines { gaps += spacing.gap * (count - 1) * row.count }
    let strips = cells.map { $0.width * strip }.reduce(0, +)
    let empty = area.size.pixels - gaps - strips - frames.map(\.size.pixels).reduce(0, +)
    return CollageLayout(
      canvas: canvas, frames: frames,
      tree: rows.isCentred || hasEmptyCells ? nil : tree(of: rows, cells),
      emptyShare: Double(empty) / Double(canvas.pixels), room: spacing.room)
  }

  /// The size of a frame; nil where there is no room.
  private static func frameSize(
    _ inRow: Int, of rows: Int, in area: PixelRect, gap: Int, strip: Int
  ) -> FrameSize? {
    let count = Double(rows)
    let width = (Double(area.width) - Double((inRow - 1) * gap)) / Double(inRow)
    let height = (Double(area.height) - (count - 1) * Double(gap)) / count - Double(strip)
    return width >= 1 && height >= 1 ? FrameSize(width: width, height: height) : nil
  }

  /// The size that frames have in given cells on a canvas with a size; nil where there is no room.
  static func frameSize(in cells: GridCells, _ request: LayoutRequest) -> FrameSize? {
    guard let canvas = request.options.canvasSize else { return nil }
    let spacing = LayoutSpacing(request, shortSide: min(canvas.width, canvas.height))
    return frameSize(
      cells.columns, of: cells.rows, in: request.area(of: canvas, spacing), gap: spacing.gap,
      strip: spacing.strips(request.shapes.count).max() ?? 0)
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
          width: column.upperBound - column.lowerBound, height: row.upperBound - row.lowerBound)
      }
    }
  }

  /// The proportions of a cell that crop least. They are always those of one of the photos: between
  /// the proportions of two photos, the mean share that is kept is a convex function of the
  /// logarithm.
  static func cellRatio(_ ratios: [Double]) -> Double {
    var kept: [Double: Double] = [:]
    for ratio in Set(ratios) {
      kept[ratio] = ratios.reduce(0) { $0 + min($1 / ratio, ratio / $1) }
    }
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
    // `part * (length + gap) / parts`, rounded to the nearest pixel.
    let edges = (0...parts).map { part in (2 * part * (length + gap) + parts) / (2 * parts) }
    return zip(edges, edges.dropFirst()).map { $0..<max($1 - gap, $0) }
  }
}
