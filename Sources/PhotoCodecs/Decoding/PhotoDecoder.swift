/// From a photo's file to the pixels of a frame.
package enum PhotoDecoder {
  /// Decodes what `plan` shows of a photo, reduces it in linear light, turns it upright and writes it into a frame.
  ///
  /// Memory follows the frame, not the photo, save for what `header.heldBytes` says.
  ///
  /// - Parameters:
  ///   - file: the file that `header` was read from, unchanged.
  ///   - frame: where to draw; inside `raster`, with the size that the plan was made for.
  ///   - background: what shows through photos that are not opaque.
  ///   - allowsDamage: take a photo that lost pixels, as far as its decoder can fill them in.
  ///   - isCancelled: asked once a row.
  /// - Returns: what was wrong with the photo without stopping it, in a few words; nil when all was well.
  package static func draw(
    _ file: borrowing PhotoFile, _ header: PhotoHeader, plan: DecodePlan, into frame: PixelRect, of raster: Raster,
    background: Colour, limits: DecodeLimits, allowsDamage: Bool, isCancelled: () -> Bool
  ) throws(CodecError) -> String? {
    let writer = FrameWriter(
      frame: frame, of: raster, orientation: header.orientation, background: background)
    switch header.format {
    case .jpeg:
      var reader = try JPEGReader.open(file)
      let size = plan.decodedSize(of: reader.header.size)
      guard reader.header.size == header.storedSize else { throw .changedWhileReading }
      let resampler = Resampler(
        plan.region, of: size, to: plan.target, depth: .eight, isOpaque: true, curve: header.curve, writer: writer)
      return try draw(
        &reader, plan, height: size.height, through: resampler, bytesPerPixel: 4, limits: limits,
        allowsDamage: allowsDamage, isCancelled: isCancelled) ?? header.fault
    case .png:
      var reader = try PNGReader.open(file)
      guard reader.header.size == header.storedSize else { throw .changedWhileReading }
      let depth = reader.header.depth
      let resampler = Resampler(
        plan.region, of: reader.header.size, to: plan.target, depth: depth, isOpaque: header.isOpaque,
        curve: header.curve, writer: writer)
      return try draw(
        &reader, plan, height: reader.header.size.height, through: resampler,
        bytesPerPixel: depth.bytesPerPixel, limits: limits, allowsDamage: allowsDamage,
        isCancelled: isCancelled) ?? header.fault
    }
  }

  private static func draw<Reader: RowReader & ~Copyable>(
    _ reader: inout Reader, _ plan: DecodePlan, height: Int,
    through resampler: consuming Resampler, bytesPerPixel: Int, limits: DecodeLimits, allowsDamage: Bool,
    isCancelled: () -> Bool
  ) throws(CodecError) -> String? {
    var resampler = resampler
    try reader.start(plan, limits: limits)
    let firstColumn = try reader.narrow(to: resampler.columns)
    let offset = (resampler.columns.lowerBound - firstColumn) * bytesPerPixel
    try reader.skip(resampler.rows.lowerBound)
    for _ in resampler.rows {
      if isCancelled() { throw .cancelled }
      let row = unsafe try reader.nextRow()
      unsafe resampler.push(row + offset)
    }
    do {
      try reader.finish(remaining: height - resampler.rows.upperBound)
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
