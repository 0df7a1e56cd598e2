/// From a photo's file to the pixels of a frame.
package enum PhotoDecoder {
  /// Decodes what `plan` shows of a photo, reduces it in linear light, turns it upright and writes it into a frame.
  ///
  /// Memory follows the frame, not the photo, save for what `header.decoderBufferBytes` says.
  ///
  /// - Parameters:
  ///   - file: the file that `header` was read from, unchanged.
  ///   - frame: where to draw; inside `raster`, with the size that the plan was made for.
  ///   - background: in sRGB; what shows through photos that are not opaque.
  ///   - allowsDamage: take a photo that lost pixels, as far as its decoder can fill them in.
  ///   - spare: threads that may help.
  ///   - isCancelled: asked once a row and before each 64 KiB of the file.
  /// - Returns: what was wrong with the photo without stopping it, in a few words; nil when all was well.
  package static func draw(
    _ file: borrowing PhotoFile, _ header: PhotoHeader, plan: DecodePlan, into frame: PixelRect, of raster: Raster,
    background: Colour, limits: DecodeLimits, allowsDamage: Bool, spare: SpareThreads? = nil,
    isCancelled: @escaping () -> Bool
  ) throws(CodecError) -> String? {
    let drawing = Drawing(
      header: header, plan: plan, frame: frame, raster: raster, background: background, limits: limits,
      allowsDamage: allowsDamage, spare: spare)
    do throws(CodecError) {
      return try drawing.run(file, isCancelled: isCancelled)
    } catch {
      throw file.cause(of: error)
    }
  }
}

/// One photo on its way into its frame.
private struct Drawing {
  let header: PhotoHeader
  let plan: DecodePlan
  let frame: PixelRect
  let raster: Raster
  let background: Colour
  let limits: DecodeLimits
  let allowsDamage: Bool
  let spare: SpareThreads?

  func run(_ file: borrowing PhotoFile, isCancelled: @escaping () -> Bool) throws(CodecError) -> String? {
    switch header.format {
    case .jpeg:
      var reader = try JPEGReader.open(file, isCancelled: isCancelled)
      guard reader.header.size == header.storedSize else { throw .changedWhileReading }
      if case .table = header.colours { reader.keepsInks = true }
      return try run(&reader, depth: .eight, isCancelled: isCancelled)
    case .png:
      var reader = try PNGReader.open(file, isCancelled: isCancelled)
      guard reader.header.size == header.storedSize else { throw .changedWhileReading }
      return try run(&reader, depth: reader.header.depth, isCancelled: isCancelled)
    }
  }

  private func run<Reader: RowReader & ~Copyable>(
    _ reader: inout Reader, depth: SampleDepth, isCancelled: () -> Bool
  ) throws(CodecError) -> String? {
    let size = plan.decodedSize(of: header.storedSize)
    let transform = try sampleTransform(depth)
    let resampler = resampler(of: size, depth: transform == nil ? depth : .sixteen)
    defer { resampler.finish() }
    var words = [UInt16](repeating: 0, count: transform == nil ? 0 : resampler.columns.count * 4)
    try reader.start(plan, limits: limits)
    let firstColumn = try reader.narrow(to: resampler.columns)
    let offset = (resampler.columns.lowerBound - firstColumn) * depth.bytesPerPixel
    try reader.skip(resampler.rows.lowerBound)
    for _ in resampler.rows {
      if isCancelled() { throw .cancelled }
      let row = unsafe try reader.nextRow() + offset
      if let transform {
        unsafe transform.apply(row, to: &words)
        unsafe words.withUnsafeBytes { unsafe resampler.push($0.baseAddress!) }
      } else {
        unsafe resampler.push(row)
      }
    }
    return try finish(&reader, remaining: size.height - resampler.rows.upperBound) ?? header.fault
  }

  /// What turns the photo's samples into the raster's colours before anything else is done with them; nil when its curves
  /// and a matrix at the end do.
  private func sampleTransform(_ depth: SampleDepth) throws(CodecError) -> (any SampleTransform)? {
    switch header.colours {
    case .rgb: return nil
    case .highDynamicRange(let space): return HDRTransform(from: space, to: raster.colourSpace, depth: depth)
    case .table(let table):
      guard let transform = table.transform(to: raster.colourSpace, depth: depth) else { throw .outOfMemory }
      return transform
    }
  }

  private func resampler(of size: PixelSize, depth: SampleDepth) -> Resampler {
    let source =
      switch header.colours {
      case .rgb(let space): space
      case .highDynamicRange, .table: raster.colourSpace.rgb
      }
    return Resampler(
      plan.region, of: size, to: plan.target, depth: depth, isOpaque: header.isOpaque, curves: source.curves,
      writer: FrameWriter(
        frame: frame, of: raster, orientation: header.orientation, source: source, background: background),
      spare: spare)
  }

  private func finish<Reader: RowReader & ~Copyable>(
    _ reader: inout Reader, remaining: Int
  ) throws(CodecError) -> String? {
    do {
      try reader.finish(remaining: remaining)
    } catch .damaged(let reason, _), .unsupported(let reason) {
      // Every row that is shown has come; what failed lies behind them.
      guard allowsDamage else { throw .damaged(reason: reason, allowable: true) }
      return reason
    }
    let faults = reader.faults
    if faults.losesPixels, !allowsDamage {
      throw .damaged(reason: faults.message ?? "pixels are missing", allowable: true)
    }
    return faults.message
  }
}

extension DecodePlan {
  /// The size at which the decoder delivers a stored picture.
  func decodedSize(of stored: PixelSize) -> PixelSize {
    PixelSize(width: (stored.width * eighths + 7) / 8, height: (stored.height * eighths + 7) / 8)
  }
}
