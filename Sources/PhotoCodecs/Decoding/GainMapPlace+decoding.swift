internal import Imaging
internal import SystemPackage

extension GainMapPlace {
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
          request.requiringProtections(of: limits), photo: file.descriptor.rawValue,
          isCancelled: isCancelled)
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
