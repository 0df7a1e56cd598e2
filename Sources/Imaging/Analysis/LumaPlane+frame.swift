extension LumaPlane {
  /// By how much the pixels of a frame may differ.
  private static let tolerance = 6
  /// From which difference a pixel doesn't belong to the frame.
  private static let contrast = 12
  /// The share of a row or column that must be of the frame's brightness, in hundredths.
  private static let uniformShare = 98
  /// The share of the picture's edge, beside the frame, that must differ from it, in hundredths:
  /// of all four sides together, and of each one.
  private static let edgeShare = 70
  private static let sideShare = 30
  /// A picture in a picture in a picture.
  private static let maxFrames = 3

  /// The part of the picture inside a frame of one colour, or of several, which somebody put around
  /// a photo; nil if there is none.
  ///
  /// A frame has straight edges: what is around a thing before a white wall is none.
  package var insideFrame: PixelRect? {
    var area = PixelRect(x: 0, y: 0, width: size.width, height: size.height)
    var found: PixelRect?
    for _ in 0..<Self.maxFrames {
      guard let inside = inside(frameOf: area) else { break }
      area = inside
      found = inside
    }
    return found
  }

  private func inside(frameOf area: PixelRect) -> PixelRect? {
    let right = area.x + area.width
    let bottom = area.y + area.height
    guard min(area.width, area.height) >= 64 else { return nil }
    let corners = [
      value(area.x, area.y), value(right - 1, area.y), value(area.x, bottom - 1),
      value(right - 1, bottom - 1),
    ]
    let colour = corners.reduce(0, +) / 4
    guard corners.allSatisfy({ abs($0 - colour) <= Self.tolerance }) else { return nil }
    let columns = area.x..<right
    guard let top = (area.y..<bottom).first(where: { !isRowOf(colour, $0, columns) }),
      let last = (area.y..<bottom).last(where: { !isRowOf(colour, $0, columns) })
    else { return nil }
    let rows = top..<last + 1
    guard let left = columns.first(where: { !isColumnOf(colour, $0, rows) }),
      let end = columns.last(where: { !isColumnOf(colour, $0, rows) })
    else { return nil }
    // The outermost pixels are mixed with the frame where the picture was reduced.
    let inside = PixelRect(
      x: left + 1, y: top + 1, width: end - left - 1, height: last - top - 1)
    let least = max(area.width, area.height) / 120 + 1
    let margins = [left - area.x, right - 1 - end, top - area.y, bottom - 1 - last]
    guard margins.allSatisfy({ $0 >= least }), inside.width * 5 >= area.width * 2,
      inside.height * 5 >= area.height * 2, hasStraightEdges(inside, colour)
    else { return nil }
    return inside
  }

  /// Whether the pixels along the edges of an area differ from the colour around it.
  private func hasStraightEdges(_ area: PixelRect, _ colour: Int) -> Bool {
    let right = area.x + area.width - 1
    let bottom = area.y + area.height - 1
    let columns = area.x...right
    let rows = area.y...bottom
    let counts = [
      columns.count { differs($0, area.y, colour) }, columns.count { differs($0, bottom, colour) },
      rows.count { differs(area.x, $0, colour) }, rows.count { differs(right, $0, colour) },
    ]
    let lengths = [area.width, area.width, area.height, area.height]
    return counts.reduce(0, +) * 100 >= Self.edgeShare * lengths.reduce(0, +)
      && zip(counts, lengths).allSatisfy { $0 * 100 >= Self.sideShare * $1 }
  }

  private func value(_ x: Int, _ y: Int) -> Int { Int(values[y * size.width + x]) }

  private func differs(_ x: Int, _ y: Int, _ colour: Int) -> Bool {
    abs(value(x, y) - colour) > Self.contrast
  }

  private func isRowOf(_ colour: Int, _ y: Int, _ columns: Range<Int>) -> Bool {
    let like = columns.count { abs(value($0, y) - colour) <= Self.tolerance }
    return like * 100 >= Self.uniformShare * columns.count
  }

  private func isColumnOf(_ colour: Int, _ x: Int, _ rows: Range<Int>) -> Bool {
    let like = rows.count { abs(value(x, $0) - colour) <= Self.tolerance }
    return like * 100 >= Self.uniformShare * rows.count
  }
}
