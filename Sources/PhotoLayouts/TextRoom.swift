package import Imaging

/// How text is set, in ems of its size. All fonts have the same lines, so that layouts are found
/// before fonts are.
package enum TextMetrics {
  package static let lineHeight = 1.25
  /// From a line's top to its baseline.
  package static let baseline = 0.95
  /// What is left free around the lines of a text.
  package static let padding = 0.3
  /// A title's size, with that of captions as its unit.
  static let titleScale = 1.6
  /// Longer texts are shortened.
  package static let maxLines = 2
}

/// What a layout needs to know about the texts outside of photos.
package struct TextShape: Hashable, Sendable {
  /// The width of each photo's caption in one line, in ems; nil for none.
  package var captions: [Double?]
  /// The same of the title.
  package var title: Double?
  package var isTitleAbove = true
  /// Of captions.
  package var size: Length

  package init(captions: [Double?], title: Double?, isTitleAbove: Bool = true, size: Length) {
    self.captions = captions
    self.title = title
    self.isTitleAbove = isTitleAbove
    self.size = size
  }

  /// The room with more lines for those texts that are too wide for their one line in a layout; nil
  /// if there are none.
  package func room(afterTrying layout: CollageLayout) -> TextRoom? {
    guard let old = layout.room else { return nil }
    var room = old
    for (place, width) in captions.enumerated() {
      guard let width, width > old.ems(in: layout.frames[place].size.width) else { continue }
      room.lines[place] = TextMetrics.maxLines
    }
    if let title, title > old.titleEms(on: layout.canvas) { room.titleLines = TextMetrics.maxLines }
    return room == old ? nil : room
  }
}

/// The room that a layout has for text, in whole pixels: a strip below each photo with a caption,
/// and one for the title.
package struct TextRoom: Hashable, Sendable {
  /// Pixels an em of captions.
  package let em: Int
  /// From the canvas's edge to the frames, or to the title.
  let inset: Int
  /// The width of photos' borders, which lie above the captions.
  package let border: Int
  package let isTitleAbove: Bool
  /// The number of lines in each photo's strip; 0 for none.
  package internal(set) var lines: [Int]
  package internal(set) var titleLines: Int

  /// One line for each text.
  package init(_ shape: TextShape, shortSide: Int, inset: Int, border: Int) {
    em = max(shape.size.wholePixels(onShortSide: shortSide), 1)
    self.inset = inset
    self.border = border
    isTitleAbove = shape.isTitleAbove
    lines = shape.captions.map { $0 == nil ? 0 : 1 }
    titleLines = shape.title == nil ? 0 : 1
  }

  package var titleEm: Double { Double(em) * TextMetrics.titleScale }

  /// The height of each photo's strip.
  package var strips: [Int] {
    lines.map { $0 == 0 ? 0 : border + Self.height(of: $0, em: Double(em)) }
  }

  /// With the borders of the photos next to it.
  package var titleHeight: Int {
    titleLines == 0 ? 0 : border + Self.height(of: titleLines, em: titleEm)
  }

  private static func height(of lines: Int, em: Double) -> Int {
    Int(((TextMetrics.lineHeight * Double(lines) + 2 * TextMetrics.padding) * em).rounded())
  }

  /// What fits into one line of a caption, or of the title.
  func ems(in width: Int) -> Double { Double(width) / Double(em) - 2 * TextMetrics.padding }
  package func titleEms(on canvas: PixelSize) -> Double {
    Double(titleArea(on: canvas).width) / titleEm - 2 * TextMetrics.padding
  }

  /// The strip below a frame, without the frame's border.
  package func captionArea(below frame: Frame, _ place: Int) -> PixelRect {
    let photo = frame.bounds
    return PixelRect(
      x: photo.x, y: photo.y + photo.height + border, width: photo.width,
      height: max(strips[place] - border, 0))
  }

  /// The strip above or below all frames, without their borders.
  package func titleArea(on canvas: PixelSize) -> PixelRect {
    let height = max(titleHeight - border, 0)
    return PixelRect(
      x: inset, y: isTitleAbove ? inset : canvas.height - inset - height,
      width: max(canvas.width - 2 * inset, 0),
      height: height)
  }
}

extension LayoutRequest {
  /// A layout whose texts have as many lines as they need: it is made with one line each, and again
  /// with more where texts were too wide. That makes photos smaller, never larger, so it ends.
  func layout(_ spacing: LayoutSpacing, _ make: (LayoutSpacing) -> CollageLayout?) -> CollageLayout?
  {
    guard let text, var layout = make(spacing) else { return make(spacing) }
    while let room = text.room(afterTrying: layout), let next = make(spacing.with(room)) {
      layout = next
    }
    return layout
  }
}
