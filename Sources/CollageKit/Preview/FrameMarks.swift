package import Imaging

/// Marks drawn over a preview, so that its photos can be referred to: edges, a number in the top
/// left corner of each frame, and a line around the highlighted one.
package struct FrameMarks: Hashable, Sendable {
  /// The width and height of a number's dots, in pixels; 0 draws no numbers.
  package var dot: Int
  /// The width of the line around the highlighted photo, in pixels: that of its vertical and of its
  /// horizontal parts. With `hasEdges`, photos that touch get a line of half that width between
  /// them.
  package var line: PixelSize
  package var hasEdges: Bool
  /// The index of the highlighted photo, from 0; nil for none.
  package var highlighted: Int?

  package init(dot: Int, line: PixelSize, hasEdges: Bool, highlighted: Int?) {
    self.dot = dot
    self.line = line
    self.hasEdges = hasEdges
    self.highlighted = highlighted
  }

  /// The colour of the outlines of faces, which are shown while photos are arranged.
  private static let face = Colour(red: 90, green: 200, blue: 250)
  private static let highlight = Colour(red: 255, green: 214, blue: 10)
  private static let edge = Colour(red: 0, green: 0, blue: 0, alpha: 160)
  private static let badge = Colour(red: 0, green: 0, blue: 0, alpha: 176)

  /// - Parameters:
  ///   - regions: what each crop should keep, on the raster; shown while a photo is highlighted.
  ///   - faults: texts to write beside photos' numbers, in capital letters, by index from 0.
  package func draw(
    on raster: Raster, around frames: [Frame], regions: [[PixelRect]] = [],
    faults: [Int: String]
  ) {
    let frames = frames.map(\.bounds)
    if highlighted != nil {
      for (frame, regions) in zip(frames, regions) {
        for region in regions { outline(region, inside: frame, with: Self.face, on: raster) }
      }
    }
    if hasEdges { for frame in frames { drawEdges(of: frame, on: raster) } }
    if let highlighted, frames.indices.contains(highlighted) {
      outline(frames[highlighted], inside: frames[highlighted], with: Self.highlight, on: raster)
    }
    guard dot > 0 else { return }
    for (place, frame) in frames.enumerated() {
      let number = "\(place + 1)"
      let label = faults[place].map { "\(number) \($0)" } ?? number
      let fits = DotFont.size(of: label, dot: dot).width + 4 * dot <= frame.width
      draw(fits ? label : number, in: frame, isHighlighted: place == highlighted, on: raster)
    }
  }

  private func draw(_ label: String, in frame: PixelRect, isHighlighted: Bool, on raster: Raster) {
    let size = DotFont.size(of: label, dot: dot)
    let badge = PixelRect(
      x: frame.x + dot, y: frame.y + dot, width: size.width + 4 * dot, height: size.height + 4 * dot
    )
    raster.fill(badge, with: isHighlighted ? Self.highlight : Self.badge)
    DotFont.draw(
      label, at: badge.x + 2 * dot, badge.y + 2 * dot, dot: dot,
      in: isHighlighted ? .black : .white, on: raster)
  }

  /// Lines along the left and upper edges, where another photo may touch this one.
  private func drawEdges(of frame: PixelRect, on raster: Raster) {
    let (width, height) = (max(line.width / 2, 1), max(line.height / 2, 1))
    if frame.x > 0 {
      raster.fill(
        PixelRect(x: frame.x, y: frame.y, width: width, height: frame.height), with: Self.edge)
    }
    if frame.y > 0 {
      raster.fill(
        PixelRect(x: frame.x, y: frame.y, width: frame.width, height: height), with: Self.edge)
    }
  }

  /// A line along the inside of a rectangle, as far as it is in the frame.
  private func outline(
    _ rectangle: PixelRect, inside frame: PixelRect, with colour: Colour, on raster: Raster
  ) {
    let (width, height) = (min(line.width, rectangle.width), min(line.height, rectangle.height))
    let (x, y) = (rectangle.x, rectangle.y)
    for side in [
      PixelRect(x: x, y: y, width: rectangle.width, height: height),
      PixelRect(x: x, y: y + rectangle.height - height, width: rectangle.width, height: height),
      PixelRect(x: x, y: y, width: width, height: rectangle.height),
      PixelRect(x: x + rectangle.width - width, y: y, width: width, height: rectangle.height),
    ] {
      if let part = side.intersection(frame) { raster.fill(part, with: colour) }
    }
  }
}
