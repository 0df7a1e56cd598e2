internal import CPhotoCodecs
package import Imaging
internal import SystemPackage

/// Decodes a photo's file into the pixels of a frame.
package enum PhotoDecoder {
  /// From now on lets libjpeg and libpng decode by themselves, in the whole process: more slowly,
  /// with the same pixels. Call it before the first photo is decoded.
  package static func useLibrariesAlone() { cphoto_turn_fast_paths_off() }

  /// Decodes the region that `plan` shows, resamples it in linear light, rotates it upright and
  /// writes it into a frame.
  ///
  /// Memory depends on the frame's size, not on the photo's, except for
  /// `header.decoderBufferBytes`.
  ///
  /// - Parameters:
  ///   - file: the file that `header` was read from, unchanged.
  ///   - frame: where to draw, in pixels; inside `raster`, with the size that the plan was made
  ///     for.
  ///   - background: in sRGB; shown behind photos that are not opaque.
  ///   - tone: of the photo's pixels; its gains don't follow.
  ///   - allowsDamage: whether to accept a photo that lost pixels, with the filler that its decoder
  ///     puts there.
  ///   - pictures: pictures that were decoded before; nil for none.
  ///   - spare: threads that may help; nil for none.
  ///   - hasher: gets what is read of the file here, unless a worker reads it; nil for none.
  ///   - isCancelled: called once for each row and before each 64 KiB of the file.
  /// - Returns: a short description of a problem that did not stop decoding; nil if there was none.
  package static func draw(
    _ file: borrowing PhotoFile, _ header: PhotoHeader, plan: DecodePlan, into frame: Frame,
    of raster: Raster,
    background: Colour, tone: Tone = .none, limits: DecodeLimits, allowsDamage: Bool,
    pictures: PictureReuse? = nil, spare: SpareThreads? = nil, hasher: FileHasher? = nil,
    isCancelled: @escaping () -> Bool
  ) throws(CodecError) -> String? {
    try draw(
      file, header, plan: plan, into: frame, of: raster, gains: nil, background: background,
      tone: tone, limits: limits, allowsDamage: allowsDamage, pictures: pictures, spare: spare,
      hasher: hasher, isCancelled: isCancelled
    ).fault
  }

  /// The same, and draws how much brighter the photo's HDR rendition is.
  ///
  /// - Parameter gains: of the raster, in whose frame all pixels get their gains if the photo has
  ///   HDR; else they stay as they are. Nil to draw none.
  package static func draw(
    _ file: borrowing PhotoFile, _ header: PhotoHeader, plan: DecodePlan, into frame: Frame,
    of raster: Raster, gains: GainPlane?,
    background: Colour, tone: Tone = .none, limits: DecodeLimits, allowsDamage: Bool,
    pictures: PictureReuse? = nil, spare: SpareThreads? = nil, hasher: FileHasher? = nil,
    isCancelled: @escaping () -> Bool
  ) throws(CodecError) -> DrawingNotes {
    do throws(CodecError) {
      var notes = DrawingNotes()
      let light =
        gains == nil
        ? nil
        : try PhotoLight(
          of: file, header, limits: limits, fault: &notes.gainMapFault, isCancelled: isCancelled)
      notes.headroom = light?.headroom
      let drawing = Drawing(
        header: header, plan: plan, frame: frame, raster: raster, gains: gains, light: light,
        background: background, tone: tone, limits: limits, allowsDamage: allowsDamage,
        pictures: pictures, spare: spare, hasher: hasher)
      let faults = [
        try drawing.run(file, isCancelled: isCancelled),
        light == nil ? header.toneMappingFault : nil,
      ].compactMap(\.self)
      notes.fault = faults.isEmpty ? nil : faults.joined(separator: "; ")
      return notes
    } catch {
      throw file.cause(of: error)
    }
  }
}

/// What is known of a photo that was drawn.
package struct DrawingNotes: Hashable, Sendable {
  /// A short description of a problem that did not stop decoding; nil if there was none.
  package fileprivate(set) var fault: String?
  /// Why its gain map could not be used; nil if it could, or if there is none.
  package fileprivate(set) var gainMapFault: String?
  /// The headroom above white, in stops, with which a display shows its HDR rendition in full; nil
  /// if it has none, or if gains weren't asked for.
  package fileprivate(set) var headroom: Double?
}

/// One photo while it is drawn into its frame.
private struct Drawing {
  let header: PhotoHeader
  let plan: DecodePlan
  let frame: Frame
  let raster: Raster
  let gains: GainPlane?
  /// Nil for a photo without HDR, or if no gains are drawn.
  let light: PhotoLight?
  let background: Colour
  let tone: Tone
  let limits: DecodeLimits
  let allowsDamage: Bool
  let pictures: PictureReuse?
  let spare: SpareThreads?
  let hasher: FileHasher?

  func run(_ file: borrowing PhotoFile, isCancelled: @escaping () -> Bool) throws(CodecError)
    -> String?
  {
    let request = header.request?.resized(to: decodedSize)
    let key = DecodedPictures.Key(
      identity: file.identity, request: request, eighths: plan.eighths,
      requiresSandbox: limits.requiresSandbox)
    if let pixels = pictures?.take(key) {
      pictures?.put(pixels, for: key)
      return try draw(StoredReader(pixels), pixels.depth, isCancelled: isCancelled)
    }
    switch header.format {
    case .jpeg, .raw:
      var reader = try JPEGReader.open(
        file, in: header.preview, hasher: hasher, isCancelled: isCancelled)
      guard reader.header.size == header.storedSize else { throw .changedWhileReading }
      if case .table = header.colours { reader.keepsInks = true }
      return try record(reader, .eight, key, isCancelled: isCancelled)
    case .png:
      guard let rows = header.preview else {
        return try drawPNG(file, key, hasher, isCancelled: isCancelled)
      }
      let png = try PDFPicture.png(
        of: header.storedSize, rows, in: file, isCancelled: isCancelled)
      return try drawPNG(png, key, nil, isCancelled: isCancelled)
    case .webp, .heic, .avif, .jxl, .tiff:
      guard let request else {
        preconditionFailure("the header is of a photo that was not read")
      }
      let pixels = try SandboxWorker.decode(
        request.requiringProtections(of: limits), photo: file.descriptor.rawValue,
        isCancelled: isCancelled)
      pictures?.put(pixels, for: key)
      return try draw(StoredReader(pixels), pixels.depth, isCancelled: isCancelled)
    }
  }

  /// - Parameter hasher: gets what is read; nil for none.
  private func drawPNG(
    _ png: borrowing PhotoFile, _ key: DecodedPictures.Key, _ hasher: FileHasher?,
    isCancelled: @escaping () -> Bool
  ) throws(CodecError) -> String? {
    let reader = try PNGReader.open(png, spare: spare, hasher: hasher, isCancelled: isCancelled)
    guard reader.header.size == header.storedSize else { throw .changedWhileReading }
    let depth = reader.header.depth
    return try record(reader, depth, key, isCancelled: isCancelled)
  }

  /// The size at which the decoder delivers the stored picture.
  private var decodedSize: PixelSize { plan.decodedSize(of: header.storedSize) }

  /// Draws, and keeps what is read for the next drawing if that is wanted.
  private func record<Reader: RowReader & ~Copyable>(
    _ reader: consuming Reader, _ depth: SampleDepth, _ key: DecodedPictures.Key,
    isCancelled: () -> Bool
  ) throws(CodecError) -> String? {
    let storage = storage(depth)
    guard case .keeping(let pictures) = pictures,
      let memory = pictures.memory(for: storage.bytes(of: decodedSize))
    else { return try draw(reader, depth, isCancelled: isCancelled) }
    let recording = RecordingReader(
      reader, of: decodedSize, storage, in: memory, for: pictures, key)
    return try draw(recording, depth, isCancelled: isCancelled)
  }

  /// How pixels are kept for the next drawing. What a table converts may have four inks.
  private func storage(_ depth: SampleDepth) -> PixelStorage {
    if case .table = header.colours { return .whole(depth) }
    guard header.isOpaque, depth == .eight else { return .whole(depth) }
    return decodedSize.pixels >= Self.leastCodedPixels ? .coded : .packed
  }

  /// The size from which a picture is coded: smaller ones hardly take memory.
  private static let leastCodedPixels = 400_000

  private func draw<Reader: RowReader & ~Copyable>(
    _ reader: consuming Reader, _ depth: SampleDepth, isCancelled: () -> Bool
  ) throws(CodecError) -> String? {
    guard plan.boxSide > 1, header.isOpaque, depth == .eight else {
      return try resample(reader, depth, reducedBy: 1, isCancelled: isCancelled)
    }
    let averaging = AveragingReader(reader, side: plan.boxSide, of: decodedSize)
    return try resample(averaging, depth, reducedBy: plan.boxSide, isCancelled: isCancelled)
  }

  /// - Parameter side: of the boxes of decoded pixels that `reader` averages.
  private func resample<Reader: RowReader & ~Copyable>(
    _ reader: consuming Reader, _ depth: SampleDepth, reducedBy side: Int, isCancelled: () -> Bool
  ) throws(CodecError) -> String? {
    let size = decodedSize.divided(by: side)
    let transform = try sampleTransform(depth)
    let resampler = resampler(
      plan.region.scaled(by: 1 / Double(side)), of: size, reducedBy: side,
      depth: transform == nil ? depth : .sixteen)
    defer { resampler.finish() }
    let lightSink = lightSink(resampler, of: size, depth)
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
        unsafe words.withUnsafeBytes {
          unsafe resampler.push($0.baseAddress!)
          unsafe lightSink?.push(row, $0.baseAddress!)
        }
      } else {
        unsafe resampler.push(row)
        unsafe lightSink?.push(row, nil)
      }
    }
    let fault = try finish(&reader, remaining: size.height - resampler.rows.upperBound)
    if let lightSink {
      resampler.finish()
      lightSink.finish()
      gains?.turnIntoGains(over: raster, in: frame.bounds, isWhole: lightIsWhole)
    }
    // Always report that only the embedded preview is shown.
    guard header.format == .raw, let fault, let preview = header.fault else {
      return fault ?? header.fault
    }
    return "\(preview); \(fault)"
  }

  /// Converts the photo's samples to the raster's colours before resampling; nil if curves before
  /// it and a matrix after it are enough.
  private func sampleTransform(_ depth: SampleDepth) throws(CodecError) -> (any SampleTransform)? {
    switch header.colours {
    case .rgb: return nil
    case .highDynamicRange(let space):
      return HDRTransform(from: space, to: raster.colourSpace, depth: depth)
    case .table(let table):
      guard let transform = table.transform(to: raster.colourSpace, depth: depth) else {
        throw .outOfMemory
      }
      return transform
    }
  }

  /// The colour space of what is resampled.
  private var resampledSpace: RGBSpace {
    switch header.colours {
    case .rgb(let space): space
    case .highDynamicRange, .table: raster.colourSpace.rgb
    }
  }

  /// Whether all light of the HDR rendition is drawn, not only what it has more than the photo's
  /// own pixels: of an enlarged photo, because Lanczos spreads the light of these beyond their
  /// edges.
  private var lightIsWhole: Bool {
    plan.tilted == nil && header.isOpaque && plan.region.width < Double(plan.target.width)
  }

  /// What makes the photo's gains; nil for none.
  ///
  /// - Parameters:
  ///   - resampler: gets the same rows.
  ///   - size: of the picture that they are of.
  private func lightSink(
    _ resampler: any RowSink, of size: PixelSize, _ depth: SampleDepth
  ) -> (any LightSink)? {
    guard let light, let gains else { return nil }
    let isConverted = if case .rgb = header.colours { false } else { true }
    let source = light.source(
      size: size, columns: resampler.columns, depth: depth, in: resampledSpace,
      isConverted: isConverted, isOpaque: header.isOpaque, isWhole: lightIsWhole,
      for: raster.colourSpace)
    let region = plan.region
    func writer(_ orientation: Orientation) -> LightWriter {
      LightWriter(frame: frame, of: gains, orientation: orientation)
    }
    if let tilted = plan.tilted {
      return TiltedLightResampler(
        region, to: tilted, plan.orientation, rows: resampler.rows, columns: resampler.columns,
        source, writer: writer(.up))
    }
    return LightResampler(
      region, of: size, rows: resampler.rows, columns: resampler.columns, to: plan.target, source,
      writer: writer(plan.orientation))
  }

  private func resampler(
    _ region: Region, of size: PixelSize, reducedBy side: Int, depth: SampleDepth
  ) -> any RowSink {
    let source = resampledSpace
    func writer(_ orientation: Orientation) -> FrameWriter {
      FrameWriter(
        frame: frame, of: raster, orientation: orientation, source: source, background: background,
        tone: tone)
    }
    if let tilted = plan.tilted {
      return TiltedResampler(
        region, of: size, to: tilted, plan.orientation, depth: depth, isOpaque: header.isOpaque,
        curves: source.curves, writer: writer(.up))
    }
    let available = plan.available.map { $0.divided(by: side) } ?? PixelRect(size)
    return Resampler(
      region, of: available, to: plan.target, depth: depth, isOpaque: header.isOpaque,
      curves: source.curves, writer: writer(plan.orientation), spare: spare)
  }

  private func finish<Reader: RowReader & ~Copyable>(
    _ reader: inout Reader, remaining: Int
  ) throws(CodecError) -> String? {
    do {
      try reader.finish(remaining: remaining)
    } catch .damaged(let reason, _), .unsupported(let reason) {
      // Every visible row has been decoded; the damage comes after them.
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

extension PixelSize {
  /// Of boxes of so many pixels on each side, some of which may be cut.
  fileprivate func divided(by side: Int) -> PixelSize {
    PixelSize(width: (width + side - 1) / side, height: (height + side - 1) / side)
  }
}
