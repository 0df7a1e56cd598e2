internal import CForeignPhotos

/// A picture of a HEIC or AVIF that one codec has coded.
struct HEIFCodedPicture: Hashable, Sendable {
  enum Codec: Hashable, Sendable {
    case hevc
    case av1

    /// Debian's package with the decoder, in versions that have packages for each; libheif1 has it in the others.
    var packages: String {
      switch self {
      case .hevc: "libheif-plugin-libde265"
      case .av1: "libheif-plugin-dav1d"
      }
    }
  }

  let codec: Codec
  /// Where its bytes are in the photo's file, in order.
  let extents: [Range<Int>]
  /// Where the payload of its "hvcC" or "av1C" box is in the file.
  let setup: Range<Int>
  /// The size in pixels that the file states; each side below 2^31.
  let size: PixelSize
  /// Whether a decoded picture of another size is scaled to that; else it is cropped if larger, and damaged if smaller.
  let isScaled: Bool
  /// The chroma planes: 0 for none, 1 for half the width and height, 2 for half the width, 3 for all.
  let chroma: Int
  /// Matrix coefficients of ITU-T H.273.
  let matrix: UInt8
  /// Primaries of ITU-T H.273.
  let primaries: UInt8
  let isFullRange: Bool

  func code(_ layer: inout cforeign_heif_layer, _ extents: inout [cforeign_heif_extent]) {
    layer.codec = codec == .hevc ? .HEVC : .AV1
    layer.first_extent = UInt32(extents.count)
    layer.extent_count = UInt32(self.extents.count)
    extents += self.extents.map { cforeign_heif_extent(offset: UInt64($0.lowerBound), count: UInt64($0.count)) }
    layer.setup_offset = UInt64(setup.lowerBound)
    layer.setup_count = UInt64(setup.count)
    layer.coded_width = UInt32(size.width)
    layer.coded_height = UInt32(size.height)
    layer.is_scaled = isScaled ? 1 : 0
    layer.chroma = UInt32(chroma)
    layer.matrix = UInt32(matrix)
    layer.primaries = UInt32(primaries)
    layer.is_full_range = isFullRange ? 1 : 0
  }
}
