/// Where a photo lies on a canvas.
package struct Frame: Hashable, Sendable {
  /// The pixels of the canvas that the photo fills, or that hold all of it that can be seen.
  package let bounds: PixelRect
  /// Nil where the photo fills the bounds.
  package let opening: FrameOpening?

  package init(_ bounds: PixelRect, _ opening: FrameOpening? = nil) {
    self.bounds = bounds
    self.opening = opening
  }

  /// All of a picture.
  package init(_ size: PixelSize) { self.init(PixelRect(size)) }

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.init(PixelRect(x: x, y: y, width: width, height: height))
  }

  package var size: PixelSize { bounds.size }

  /// The same frame at the top left corner.
  package var movedToOrigin: Frame {
    Frame(
      PixelRect(size),
      opening.map {
        let area = $0.rectangle
        return FrameOpening(
          number: $0.number,
          rectangle: Region(
            x: area.x - Double(bounds.x), y: area.y - Double(bounds.y), width: area.width,
            height: area.height), tilt: $0.tilt, shape: $0.shape)
      })
  }

  /// The size at which the photo is drawn: that of the area which its crop fills.
  package var photoSize: PixelSize {
    guard let area = opening?.rectangle else { return bounds.size }
    return PixelSize(
      width: max(Int(area.width.rounded()), 1), height: max(Int(area.height.rounded()), 1))
  }

  /// What the photo's crop fills, in pixels of the canvas, before it is tilted.
  package var photoArea: Region { opening?.rectangle ?? Region(of: bounds) }
}

/// Coded as its bounds.
extension Frame: Codable {
  package init(from decoder: any Decoder) throws { try self.init(PixelRect(from: decoder)) }

  package func encode(to encoder: any Encoder) throws { try bounds.encode(to: encoder) }
}
