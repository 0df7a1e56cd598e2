/// Where a photo lies on a canvas.
package struct Frame: Hashable, Sendable {
  /// The pixels of the canvas that the photo fills.
  package let bounds: PixelRect

  package init(_ bounds: PixelRect) { self.bounds = bounds }

  /// All of a picture.
  package init(_ size: PixelSize) { self.init(PixelRect(size)) }

  package init(x: Int, y: Int, width: Int, height: Int) {
    self.init(PixelRect(x: x, y: y, width: width, height: height))
  }

  /// The size at which the photo is drawn.
  package var size: PixelSize { bounds.size }
}

/// Coded as its bounds.
extension Frame: Codable {
  package init(from decoder: any Decoder) throws { try self.init(PixelRect(from: decoder)) }

  package func encode(to encoder: any Encoder) throws { try bounds.encode(to: encoder) }
}
