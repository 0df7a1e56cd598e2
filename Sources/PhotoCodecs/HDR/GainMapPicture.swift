package import Imaging

/// A photo's decoded gain map: one or three channels of 8 bits, in the orientation of the stored
/// primary picture, of its shape but of any size.
package struct GainMapPicture: Sendable {
  package let metadata: GainMapMetadata
  package let size: PixelSize
  /// 1 or 3.
  package let channels: Int
  /// Row by row without padding, `channels` bytes a pixel.
  package let values: [UInt8]

  package init(metadata: GainMapMetadata, size: PixelSize, channels: Int, values: [UInt8]) {
    self.metadata = metadata
    self.size = size
    self.channels = channels
    self.values = values
  }
}
