internal import Imaging
internal import PhotoLayouts

/// A photo's caption, and the room that it has.
struct CaptionStrip {
  /// The photo's place, from 0.
  let place: Int
  /// Where the caption stands: a strip below the photo, or the whole photo if it stands on it.
  let area: PixelRect
  let isInside: Bool
  /// The full size, in pixels per em.
  let em: Int
  private let caption: MeasuredText
  /// How many lines it may have, and how wide they may be, in ems.
  private let maxLines: Int
  private let width: Double
  /// Whether it is a file's name in a cell: on one line, however much is left out.
  private let isNameInCell: Bool

  /// Those of all photos with a caption.
  static func all(
    _ texts: CollageTexts, on layout: CollageLayout, _ options: CollageOptions, in zone: SafeZone
  ) -> [CaptionStrip] {
    let shortSide = min(layout.canvas.width, layout.canvas.height)
    let size = options.text.size.ofCaptions(texts.captions.count, in: options.layout.cells)
    let em = max(size.wholePixels(onShortSide: shortSide, of: options.layout.canvas), 1)
    // The photo in a cell may be narrower.
    let cellWidth = options.layout.cells?.width(
      on: layout.canvas, LayoutRequest([layout.canvas], options, nil))
    let drops = rowDrops(layout, options)
    return texts.captions.enumerated().compactMap { place, caption in
      guard let caption else { return nil }
      switch options.text.captionPlace {
      case .below, .border:
        guard let room = layout.room else { return nil }
        var area = room.captionArea(below: layout.frames[place], place)
          .moved(x: 0, y: drops[place])
        if options.text.captionPlace == .below, let cellWidth, cellWidth > area.width {
          area = PixelRect(
            x: max(area.x + (area.width - cellWidth) / 2, 0), y: area.y,
            width: cellWidth, height: area.height)
        }
        return CaptionStrip(
          caption, of: place, area, isInside: false, em: room.em, maxLines: room.lines[place],
          width: Self.ems(area, em, zone),
          isNameInCell: caption.isName && options.layout.cells != nil)
      case .inside:
        let area = layout.frames[place].bounds
        return CaptionStrip(
          caption, of: place, area, isInside: true, em: em, maxLines: TextMetrics.maxLines,
          width: Self.ems(area, em, zone), isNameInCell: false)
      }
    }
  }

  private init(
    _ caption: MeasuredText, of place: Int, _ area: PixelRect, isInside: Bool, em: Int,
    maxLines: Int, width: Double, isNameInCell: Bool
  ) {
    self.caption = caption
    self.place = place
    self.area = area
    self.isInside = isInside
    self.em = em
    self.maxLines = maxLines
    self.width = width
    self.isNameInCell = isNameInCell
  }

  /// How much lower each caption stands than its photo ends, so that those in a row of equal cells
  /// line up: whole photos stand in the middle of their cells, and may be lower than the others.
  private static func rowDrops(_ layout: CollageLayout, _ options: CollageOptions) -> [Int] {
    let bounds = layout.frames.map(\.bounds)
    guard options.layout.style == .grid, options.layout.tree == nil,
      options.layout.fit == .whole, options.text.captionPlace == .below
    else { return bounds.map { _ in 0 } }
    return bounds.map { photo in
      // Twice the middle: halves are lost where cells have an odd height.
      let middle = 2 * photo.y + photo.height
      let row = bounds.filter { abs(2 * $0.y + $0.height - middle) <= 2 }
      let end = row.map { $0.y + $0.height }.max() ?? 0
      return end - photo.y - photo.height
    }
  }

  /// How wide lines in an area may be, in ems.
  private static func ems(_ area: PixelRect, _ em: Int, _ zone: SafeZone) -> Double {
    Double(zone.centredWidth(in: area)) / Double(em) - 2 * TextMetrics.padding
  }

  /// How large the caption may be, relative to its full size; nil for any size.
  var largestScale: Double? {
    isNameInCell ? nil : caption.largestScale(atMost: maxLines, width: width)
  }

  /// - Parameter scale: no larger than `largestScale`.
  func lines(scale: Double) -> MeasuredText.Lines {
    isNameInCell
      ? caption.nameLine(width: width, scale: scale)
      : caption.lines(atMost: maxLines, width: width, common: scale)
  }
}
