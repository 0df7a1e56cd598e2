package import Imaging
internal import SystemPackage

/// A photo's gain map before it is decoded: where it lies in the file, and what it means.
package struct GainMapPlace: Hashable, Sendable {
  package let kind: GainMapKind
  package let metadata: GainMapMetadata
  /// The size in pixels of the decoded map.
  package let size: PixelSize
  /// From linear values of the space in which gains apply to XYZ under D50; nil if they apply to the
  /// photo's own linear values, as is usual. It matters only to maps of three channels, and where
  /// there are offsets.
  package let toXYZ: Matrix3?
  /// What decoding it, with the decoded map, may take in memory, in bytes.
  package let decoderBufferBytes: Int
  /// What the decoded map may take, in bytes.
  package let heldBytes: Int
  private let source: Source

  private enum Source: Hashable {
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
  init(
    _ stated: StatedGainMap, toXYZ: Matrix3?, jpeg range: Range<Int>, _ header: JPEGReader.Header
  ) {
    kind = stated.kind
    metadata = stated.metadata
    size = header.size
    self.toXYZ = toXYZ
    heldBytes = Self.channels(of: stated.kind, isGrey: header.channels == 1) * size.pixels
    decoderBufferBytes = header.coefficientBytes + heldBytes
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
  private static func channels(of kind: GainMapKind, isGrey: Bool) -> Int {
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

  /// Decodes the map.
  ///
  /// - Parameters:
  ///   - file: the file that the photo's header was read from, unchanged.
  ///   - primary: that header.
  ///   - isCancelled: called once for each row, and before each 64 KiB of the file.
  /// - Throws: `damaged`, `unsupported`, `tooManyScans`, `decoderFailed`, `readFailed`,
  ///   `changedWhileReading`, `outOfMemory`, `cancelled`. The photo may be shown without its map.
  package func picture(
    of file: borrowing PhotoFile, primary: PhotoHeader, limits: DecodeLimits,
    isCancelled: @escaping () -> Bool
  ) throws(CodecError) -> GainMapPicture {
    precondition(primary.gainMap == self)
    do throws(CodecError) {
      switch source {
      case .jpeg(let range):
        return try picture(ofJPEG: range, in: file, limits, isCancelled)
      case .worker(let request, let orientation):
        let pixels = try SandboxWorker.decode(
          request, photo: file.descriptor.rawValue, isCancelled: isCancelled)
        guard !pixels.faults.losesPixels else {
          throw .damaged(reason: pixels.faults.message ?? "pixels are missing")
        }
        return picture(of: pixels, turned: orientation)
      }
    } catch {
      throw file.cause(of: error)
    }
  }

  private func picture(
    ofJPEG range: Range<Int>, in file: borrowing PhotoFile, _ limits: DecodeLimits,
    _ isCancelled: @escaping () -> Bool
  ) throws(CodecError) -> GainMapPicture {
    var reader = try JPEGReader.open(file, in: range, isCancelled: isCancelled)
    guard reader.header.size == size else { throw .changedWhileReading }
    reader.keepsGrey = true
    let plan = DecodePlan(
      PhotoHeader(recorded: size, .up), showing: Region(size), at: size, .exact)
    try reader.start(plan, limits: limits)
    let isGrey = reader.header.channels == 1
    var values = GainMapValues(size, channels: Self.channels(of: kind, isGrey: isGrey))
    for y in 0..<size.height {
      if isCancelled() { throw .cancelled }
      let row = unsafe try reader.nextRow().assumingMemoryBound(to: UInt8.self)
      if isGrey { unsafe values.set(greyRow: y, row) } else { unsafe values.set(row: y, row) }
    }
    try reader.finish(remaining: 0)
    guard !reader.faults.losesPixels else {
      throw .damaged(reason: reader.faults.message ?? "pixels are missing")
    }
    return values.picture(metadata)
  }

  private func picture(of pixels: DecodedPixels, turned orientation: Orientation) -> GainMapPicture
  {
    var values = GainMapValues(size, channels: Self.channels(of: kind, isGrey: false))
    let stride = pixels.size.width * pixels.depth.bytesPerPixel
    for y in 0..<size.height {
      for x in 0..<size.width {
        let from = orientation.stored(
          PixelRect(x: x, y: y, width: 1, height: 1), upright: size)
        let start = unsafe pixels.pointer(at: from.y * stride + from.x * pixels.depth.bytesPerPixel)
        switch pixels.depth {
        case .eight:
          let samples = unsafe start.assumingMemoryBound(to: UInt8.self)
          unsafe values.set(x, y, samples[0], samples[1], samples[2])
        case .sixteen:
          let samples = unsafe start.assumingMemoryBound(to: UInt16.self)
          func byte(_ sample: UInt16) -> UInt8 { UInt8((Int(sample) + 128) / 257) }
          unsafe values.set(x, y, byte(samples[0]), byte(samples[1]), byte(samples[2]))
        }
      }
    }
    return values.picture(metadata)
  }
}
