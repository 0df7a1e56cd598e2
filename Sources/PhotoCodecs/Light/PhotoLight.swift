internal import Imaging

/// What the HDR rendition of a photo is made of.
enum PhotoLight {
  case gainMap(GainMapPicture, toXYZ: Matrix3?)
  /// The photo's own samples.
  case samples(HDRSpace)

  /// Decodes the photo's gain map. Nil for a photo without HDR.
  ///
  /// - Parameter fault: set if the map can't be decoded, which leaves the photo as it is.
  /// - Throws: `cancelled`.
  init?(
    of file: borrowing PhotoFile, _ header: PhotoHeader, limits: DecodeLimits,
    fault: inout String?, isCancelled: @escaping () -> Bool
  ) throws(CodecError) {
    guard header.hasHDR else { return nil }
    if case .highDynamicRange(let space) = header.colours {
      self = .samples(space)
      return
    }
    guard let place = header.gainMap else { return nil }
    do throws(CodecError) {
      let map = try place.picture(
        of: file, primary: header, limits: limits, isCancelled: isCancelled)
      self = .gainMap(map, toXYZ: place.toXYZ)
    } catch {
      if error == .cancelled { throw error }
      fault = "its gain map is left out: \(error)"
      return nil
    }
  }

  /// The headroom above white, in stops, with which a display shows it in full.
  var headroom: Double {
    switch self {
    case .gainMap(let map, _): Double(map.metadata.fullHeadroom)
    case .samples(let space): space.headroom
    }
  }

  /// Makes the light of the photo's rows.
  ///
  /// - Parameters:
  ///   - size: of the picture that they are of.
  ///   - columns: of the rows.
  ///   - depth: of their samples.
  ///   - space: of what is resampled.
  ///   - isConverted: whether that are words that were converted to the collage's colours.
  ///   - isOpaque: whether all pixels are.
  ///   - isWhole: whether to make all light of the HDR rendition, not only what it has more.
  ///   - target: the collage's colours.
  func source(
    size: PixelSize, columns: Range<Int>, depth: SampleDepth, in space: RGBSpace,
    isConverted: Bool, isOpaque: Bool, isWhole: Bool, for target: ColourSpace
  ) -> any LightSource {
    switch self {
    case .gainMap(let map, let toXYZ):
      GainMappedLight(
        map, of: size, columns: columns, depth: isConverted ? .sixteen : depth, in: space,
        toXYZ: toXYZ, isOpaque: isOpaque, isWhole: isWhole, for: target)
    case .samples(let source):
      TransformedLight(
        HDRTransform(from: source, to: target, depth: depth), count: columns.count,
        isWhole: isWhole, for: target)
    }
  }
}

extension PhotoHeader {
  /// Whether the photo has an HDR rendition that a collage can keep.
  package var hasHDR: Bool {
    if case .highDynamicRange = colours { return true }
    return gainMap != nil
  }

  /// The headroom above white, in stops, with which a display shows the photo in full; nil for one
  /// without HDR.
  package var headroom: Double? {
    if case .highDynamicRange(let space) = colours { return space.headroom }
    return gainMap.map { Double($0.metadata.fullHeadroom) }
  }

  /// What is done to samples of high dynamic range where that isn't kept, for a warning; nil for
  /// other photos.
  var toneMappingFault: String? {
    guard case .highDynamicRange(let space) = colours else { return nil }
    return "its high dynamic range (\(space.curve)) was tone-mapped to the canvas's colours"
  }

  /// What its HDR comes from, as users may know it; nil for a photo without.
  package var hdrKind: String? {
    if case .highDynamicRange(let space) = colours { return space.curve.rawValue }
    return gainMap?.kind.rawValue
  }
}
