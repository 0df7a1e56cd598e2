package import Imaging

/// How text is set, in ems of its own size. The metrics are the same for all fonts, so that a
/// layout can be found before the fonts are.
package enum TextMetrics {
  package static let lineHeight = 1.25
  /// From a line's top to its baseline.
  package static let baseline = 0.95
  /// The space left free on each side of a text.
  package static let padding = 0.3
  /// The size of a title, relative to that of captions.
  static let titleScale = 1.6
  /// The maximum number of lines of a text. What is longer is cut short.
  package static let maxLines = 3
  /// How small a text may become, relative to its size, so that it fits.
  package static let leastScale = 0.6

  /// How large a text on so many lines may be, relative to its size: three lines get little more
  /// room than two.
  package static func largestScale(of lines: Int) -> Double { lines > 2 ? 0.7 : 1 }
}

/// The widths that a text needs in its full size if it may have one line, two, and so on, up to
/// `TextMetrics.maxLines`; in ems. Words stay whole.
package struct TextWidths: Hashable, Sendable {
  package let needed: [Double]

  package init(_ needed: [Double]) { self.needed = needed }

  /// Those of a text that always gets this number of lines, from 1.
  package init(always lines: Int) {
    needed = [Double](repeating: .infinity, count: max(lines - 1, 0)) + [0]
  }

  /// The smallest number of lines in which it fits, as small as it may become; nil if it fits in
  /// none.
  package func lines(in width: Double) -> Int? {
    needed.firstIndex { $0 * TextMetrics.leastScale <= width }.map { $0 + 1 }
  }
}

/// What a layout needs to know about the texts outside of photos.
package struct TextShape: Hashable, Sendable {
  /// Those of each photo's caption; nil for a photo without one.
  package var captions: [TextWidths?]
  /// Those of the title, in ems of the title; nil if there is none.
  package var title: TextWidths?
  package var isTitleAbove = true
  /// The size of the captions: one em.
  package var size: Length
  /// The size of captions to which the title belongs.
  package var titleSize: Length
  /// Whether captions stand in the lower side of their photos' borders.
  package var isInBorder = false
  /// How many lines a caption may have.
  package var maxCaptionLines = TextMetrics.maxLines
  /// Whether captions beside each other get strips of one height.
  package var alignsRows = true

  /// - Parameter titleSize: nil for that of the captions.
  package init(
    captions: [TextWidths?], title: TextWidths?, isTitleAbove: Bool = true, size: Length,
    titleSize: Length? = nil
  ) {
    self.captions = captions
    self.title = title
    self.isTitleAbove = isTitleAbove
    self.size = size
    self.titleSize = titleSize ?? size
  }

  /// The space with more lines for every text that needs them in this layout, and for those in a
  /// row with it; nil if there is no such text.
  package func room(afterTrying layout: CollageLayout) -> TextRoom? {
    guard let old = layout.room else { return nil }
    var room = old
    for (place, widths) in captions.enumerated() {
      guard let widths else { continue }
      let lines = widths.lines(in: old.ems(in: layout.frames[place].bounds, on: layout.canvas))
      room.lines[place] = max(old.lines[place], min(lines ?? maxCaptionLines, maxCaptionLines))
    }
    if alignsRows { room.alignRows(of: layout) }
    if let title {
      let lines = title.lines(in: old.titleEms(on: layout.canvas)) ?? TextMetrics.maxLines
      room.titleLines = max(old.titleLines, lines)
    }
    return room == old ? nil : room
  }
}

/// The space that a layout has for text, in whole pixels: a strip below each photo with a caption,
/// and one for the title.
package struct TextRoom: Hashable, Sendable {
  /// An em of the captions, in pixels.
  package let em: Int
  /// From the canvas's left and right edge to the frames.
  let inset: Int
  /// From its upper and lower edge to the frames or the title.
  private let top: Int
  private let bottom: Int
  /// From the canvas's edge to captions and the title, at least.
  private let safeInset: Int
  /// The width of photos' borders.
  package let border: Int
  /// The height of their lower sides without captions.
  private let emptyLowerBorder: Int
  private let isInBorder: Bool
  package let isTitleAbove: Bool
  /// The number of lines in each photo's strip; 0 for none.
  package internal(set) var lines: [Int]
  package internal(set) var titleLines: Int
  /// An em of the title, in pixels.
  package let titleEm: Double

  /// One line for each text.
  ///
  /// - Parameters:
  ///   - top: from the canvas's upper edge to the frames or the title; nil for `inset`, as
  ///     `bottom`.
  ///   - lowerBorder: the height of the lower sides of photos' borders without captions; nil for
  ///     the borders' width.
  package init(
    _ shape: TextShape, shortSide: Int, of canvas: Canvas, inset: Int, top: Int? = nil,
    bottom: Int? = nil, border: Int, lowerBorder: Int? = nil, safeInset: Int = 0
  ) {
    func pixels(_ length: Length) -> Int {
      max(length.wholePixels(onShortSide: shortSide, of: canvas), 1)
    }
    em = pixels(shape.size)
    titleEm = Double(pixels(shape.titleSize)) * TextMetrics.titleScale
    self.inset = inset
    self.top = top ?? inset
    self.bottom = bottom ?? inset
    self.safeInset = safeInset
    self.border = border
    emptyLowerBorder = lowerBorder ?? border
    isInBorder = shape.isInBorder
    isTitleAbove = shape.isTitleAbove
    lines = shape.captions.map { $0 == nil ? 0 : 1 }
    titleLines = shape.title == nil ? 0 : 1
  }

  /// The height of the lower side of every photo's border: if captions stand in it, high enough for
  /// the longest.
  package var lowerBorder: Int {
    isInBorder ? max(emptyLowerBorder, captionHeight(lines.max() ?? 0)) : emptyLowerBorder
  }

  /// The height of each photo's strip: with a caption below the border that and the border, else
  /// what the border's lower side is higher than the border is wide; 0 for none.
  package var strips: [Int] { lines.indices.map(strip(below:)) }

  func strip(below photo: Int) -> Int {
    let lines = lines[photo]
    return isInBorder || lines == 0
      ? lowerBorder - border : lowerBorder + captionHeight(lines)
  }

  private func captionHeight(_ lines: Int) -> Int {
    lines == 0 ? 0 : Self.height(of: lines, em: Double(em))
  }

  /// Including the border of the photos next to it; 0 if there is no title.
  package var titleHeight: Int {
    titleLines == 0
      ? 0 : border + Self.height(of: titleLines, em: titleEm) + titleEdge - edge
  }

  /// From the canvas's edge to what is nearest to it on the title's side.
  private var edge: Int { isTitleAbove ? top : bottom }

  /// The same to the title.
  private var titleEdge: Int { max(edge, safeInset) }

  /// By how much the frames end higher so that captions in the lowest row aren't at the edge.
  var lowerEdge: Int {
    let hasTitleBelow = titleLines > 0 && !isTitleAbove
    guard !hasTitleBelow, lines.contains(where: { $0 > 0 }) else { return 0 }
    return max(safeInset - (isInBorder ? bottom - border : bottom), 0)
  }

  private static func height(of lines: Int, em: Double) -> Int {
    let further = Double(lines - 1) * TextMetrics.largestScale(of: lines)
    return Int(
      ((TextMetrics.lineHeight * (1 + further) + 2 * TextMetrics.padding) * em).rounded())
  }

  /// Gives captions in a row as many lines as the longest of them: those whose photos, or whose
  /// strips, end at the same height in a layout.
  fileprivate mutating func alignRows(of layout: CollageLayout) {
    let photoEnds = layout.frames.map { $0.bounds.y + $0.bounds.height }
    let stripEnds = zip(photoEnds, layout.room?.strips ?? []).map { $0 + $1 }
    let captioned = lines.indices.filter { lines[$0] > 0 }
    for ends in [stripEnds, photoEnds] {
      let most = Dictionary(captioned.map { (ends[$0], lines[$0]) }, uniquingKeysWith: max)
      for place in captioned { lines[place] = most[ends[place]] ?? lines[place] }
    }
  }

  /// The width of the text that fits on one line, in ems: of a caption, or of the title.
  package func ems(in frame: PixelRect, on canvas: PixelSize) -> Double {
    let width = SafeZone(of: canvas, inset: safeInset).centredWidth(in: frame)
    return Double(width) / Double(em) - 2 * TextMetrics.padding
  }
  package func titleEms(on canvas: PixelSize) -> Double {
    Double(titleArea(on: canvas).width) / titleEm - 2 * TextMetrics.padding
  }

  /// The strip below a frame, not including the frame's border; or, if captions stand in the
  /// border, the middle of its lower side, where captions beside each other line up.
  package func captionArea(below frame: Frame, _ place: Int) -> PixelRect {
    let photo = frame.bounds
    let height = captionHeight(isInBorder ? lines.max() ?? 0 : lines[place])
    let above = isInBorder ? (lowerBorder - height) / 2 : lowerBorder
    return PixelRect(
      x: photo.x, y: photo.y + photo.height + above, width: photo.width, height: height)
  }

  /// The strip above or below all frames, not including their borders.
  package func titleArea(on canvas: PixelSize) -> PixelRect {
    let height = max(titleHeight - border - titleEdge + edge, 0)
    let side = max(inset, safeInset)
    return PixelRect(
      x: side, y: isTitleAbove ? titleEdge : canvas.height - titleEdge - height,
      width: max(canvas.width - 2 * side, 0), height: height)
  }
}

extension LayoutRequest {
  /// A layout in the size that its photos want, and with as many lines as its texts need.
  ///
  /// - Parameter spacing: for the largest size that the canvas may have.
  func layout(
    _ spacing: LayoutSpacing, _ make: (LayoutRequest, LayoutSpacing) -> CollageLayout?
  ) -> CollageLayout? {
    guard let layout = lettered(spacing, make), let longSide = sharpLongSide(instead: layout) else {
      return lettered(spacing, make)
    }
    let canvas = layout.canvas
    let shortSide = min(canvas.width, canvas.height) * longSide / max(canvas.width, canvas.height)
    let smaller = with(longSide: longSide)
    return smaller.lettered(LayoutSpacing(smaller, shortSide: shortSide), make)
  }

  /// A layout whose texts have as many lines as they need: it is first made with one line for each
  /// text, then again with more lines for those that were too wide, and for those in a row with
  /// them. A new round only makes photos smaller and never removes a line, so this ends.
  func lettered(
    _ spacing: LayoutSpacing, _ make: (LayoutRequest, LayoutSpacing) -> CollageLayout?
  ) -> CollageLayout? {
    guard let text, var layout = make(self, spacing) else { return make(self, spacing) }
    while let room = text.room(afterTrying: layout), let next = make(self, spacing.with(room)) {
      layout = next
    }
    return layout
  }
}
