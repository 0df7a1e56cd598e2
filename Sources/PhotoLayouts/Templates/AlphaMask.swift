package import Imaging

/// The opacity of a picture's pixels, from 0 to 255: rows from the top.
package struct AlphaMask: Sendable {
  package let size: PixelSize
  let values: [UInt8]

  /// - Parameter values: one for each pixel.
  package init(size: PixelSize, values: [UInt8]) {
    precondition(values.count == size.pixels)
    self.size = size
    self.values = values
  }

  /// Below this, a pixel is part of an opening or of a hole.
  static let half: UInt8 = 128

  func row(_ y: Int) -> ArraySlice<UInt8> { values[y * size.width..<(y + 1) * size.width] }
}
