internal import CSandboxedCodecs

/// What decoding a HEIF needs in the worker beside the file and the delivered pixels.
enum HEIFMemory {
  /// The most pixels of one picture, and the most bytes for decoding, as libvips has them.
  static let maxPixels = 16_384 * 16_384
  static let maxBytes = 2 << 30

  /// More bytes are needed than `maxBytes`.
  static let tooMuch = CodecError.tooLarge(
    reason: "decoding it needs more than \(maxBytes.roundedDownBytes)")

  /// The decoders' own tables, and what their allocator keeps.
  private static let fixedBytes = 64 << 20
  /// The coded bytes in one piece, and in a decoder, or in two where a picture is checked.
  private static let copiesOfCodedBytes = 3
  /// A decoder's picture before and after its last filter, or another one to check it with.
  private static let copiesOfPictures = 2

  /// Bytes for the largest of the coded pictures, which are decoded one after the other, and for
  /// alpha that is scaled.
  ///
  /// - Parameter parameters: their pictures have up to `maxPixels` each.
  /// - Throws: `tooLarge` if coded pictures alone have more than `maxBytes`.
  static func decoderBytes(_ parameters: HEIFParameters, _ codings: [HEIFCoding]) throws(CodecError)
    -> Int
  {
    let samples = codings.map(\.samplesPerFourPixels).max() ?? 12
    let bytesPerSample = codings.contains { $0.depth > 8 } ? 2 : 1
    // And two bytes per pixel for what the decoder notes of its blocks.
    let bytesPerPixel = copiesOfPictures * ((samples * bytesPerSample + 3) / 4) + 2
    var largest = 0
    for layer in parameters.layers where layer.kind != .fill {
      let coded = try codedBytes(parameters.extents(of: layer))
      let pixels = (Int(layer.coded_width) + 64) * (Int(layer.coded_height) + 64)
      // Those that are scaled are there in both sizes.
      let scale = layer.is_scaled == 1 ? 2 : 1
      largest = max(largest, pixels * bytesPerPixel * scale + copiesOfCodedBytes * coded)
    }
    // Two layers, if one has alpha of its own.
    let hasLayerAlpha = parameters.layers.contains { $0.kind == .layerAlpha }
    let request = parameters.request
    let scaledAlpha =
      Int(request.alpha_width) * Int(request.alpha_height) + Int(request.whole_width)
      * Int(request.whole_height)
    return fixedBytes + largest * (hasLayerAlpha ? 2 : 1) + 2 * scaledAlpha
  }

  /// Bytes of a coded picture. The same ones may be named many times, so that their sum could
  /// overflow.
  private static func codedBytes(_ extents: ArraySlice<csandboxed_heif_extent>) throws(CodecError)
    -> Int
  {
    var bytes = 0
    for extent in extents {
      guard extent.count <= maxBytes - bytes else { throw tooMuch }
      bytes += Int(extent.count)
    }
    return bytes
  }
}
