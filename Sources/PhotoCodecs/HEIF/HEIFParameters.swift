internal import CForeignPhotos

/// How a HEIC's or AVIF's picture is put together of coded ones, for the worker.
struct HEIFParameters: Hashable, Sendable {
  /// The alpha of the whole picture, where it has another size than that.
  struct ScaledAlpha: Hashable, Sendable {
    /// The size that the layers of alpha make up.
    let size: PixelSize
    /// The whole picture's, before it is cropped.
    let whole: PixelSize
    /// Where the delivered picture begins in the whole one.
    let cropX: Int
    let cropY: Int
  }

  /// Painted in this order.
  let layers: [HEIFLayer]
  /// Whether colours are multiplied by alpha, which the worker undoes.
  let isPremultiplied: Bool
  /// Nil if there is no alpha for the whole picture, or if it has the picture's size.
  let scaledAlpha: ScaledAlpha?

  /// As the worker reads them: the request, its layers, its extents.
  var bytes: [UInt8] {
    var extents: [cforeign_heif_extent] = []
    let layers = layers.map { $0.code(&extents) }
    var request = cforeign_heif_request()
    request.layer_count = UInt32(layers.count)
    request.extent_count = UInt32(extents.count)
    request.is_premultiplied = isPremultiplied ? 1 : 0
    if let alpha = scaledAlpha {
      request.alpha_width = UInt32(alpha.size.width)
      request.alpha_height = UInt32(alpha.size.height)
      request.whole_width = UInt32(alpha.whole.width)
      request.whole_height = UInt32(alpha.whole.height)
      request.crop_x = UInt32(alpha.cropX)
      request.crop_y = UInt32(alpha.cropY)
    }
    return unsafe withUnsafeBytes(of: request) { unsafe Array($0) } + layers.withUnsafeBytes { unsafe Array($0) }
      + extents.withUnsafeBytes { unsafe Array($0) }
  }
}
