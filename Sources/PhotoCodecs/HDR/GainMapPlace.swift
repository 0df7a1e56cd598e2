package import Imaging

/// A photo's gain map before it is decoded: where it lies in the file, and what it means.
package struct GainMapPlace: Hashable, Sendable {
  package let kind: GainMapKind
  package let metadata: GainMapMetadata
  /// The size in pixels of the decoded map.
  package let size: PixelSize
  /// From linear values of the space in which gains apply to XYZ under D50; nil if they apply to
  /// the photo's own linear values, as is usual. It matters only to maps of three channels, and
  /// where there are offsets.
  package let toXYZ: Matrix3?
  /// What decoding it, with the decoded map, may take in memory, in bytes.
  package let decoderBufferBytes: Int
  /// What the decoded map may take, in bytes.
  package let heldBytes: Int
  let source: Source

  /// Where the map's bytes are.
  enum Source: Hashable {
    /// A JPEG in these bytes of the file, or in the first of them.
    case jpeg(Range<Int>)
    /// What a worker decodes, and how it is turned then.
    case worker(DecodeRequest, Orientation)
  }

  /// More pixels than the photo may be needed for no map, but some files have them.
  private static let maxTimesLarger = 4
  private static let alwaysAllowedPixels = 1 << 20

  /// A map that is a JPEG.
  ///
  /// - Parameters:
  ///   - range: where it lies; it may end before that does.
  ///   - size: in pixels.
  ///   - coefficientBytes: what its decoder has to hold, in bytes.
  init(
    _ stated: StatedGainMap, toXYZ: Matrix3?, jpeg range: Range<Int>, size: PixelSize,
    isGrey: Bool, coefficientBytes: Int
  ) {
    kind = stated.kind
    metadata = stated.metadata
    self.size = size
    self.toXYZ = toXYZ
    heldBytes = Self.channels(of: stated.kind, isGrey: isGrey) * size.pixels
    decoderBufferBytes = coefficientBytes + heldBytes
    source = .jpeg(range)
  }

  /// A map that a worker decodes.
  ///
  /// - Parameter orientation: from the decoded map's to that of the stored photo.
  init(
    _ stated: StatedGainMap, toXYZ: Matrix3?, request: DecodeRequest, _ orientation: Orientation
  ) {
    kind = stated.kind
    metadata = stated.metadata
    size = orientation.applied(to: request.size)
    self.toXYZ = toXYZ
    heldBytes = Self.channels(of: stated.kind, isGrey: false) * size.pixels
    decoderBufferBytes = request.totalBytes + heldBytes
    source = .worker(request, orientation)
  }

  /// The channels that are decoded.
  static func channels(of kind: GainMapKind, isGrey: Bool) -> Int {
    isGrey || kind == .apple ? 1 : 3
  }

  /// Checks the size of a map before it is decoded.
  ///
  /// - Parameter photo: the stored photo's size.
  /// - Throws: `tooManyPixels`, `tooLarge`.
  static func check(
    _ size: PixelSize, of photo: PixelSize, _ limits: DecodeLimits
  ) throws(CodecError) {
    guard size.pixels <= limits.pixels else { throw .tooManyPixels(size, limit: limits.pixels) }
    guard size.pixels <= max(maxTimesLarger * photo.pixels, alwaysAllowedPixels) else {
      throw .tooLarge(reason: "\(size) pixels for a photo of \(photo)")
    }
  }
}
