internal import Imaging

extension PhotoColours {
  /// Interprets a photo's metadata in this order of precedence: code points, an embedded profile, a
  /// PNG's sRGB chunk, its gamma and primaries. A photo without any of these is sRGB.
  ///
  /// - Parameters:
  ///   - channels: 1 for grey, 3 for colour, 4 for CMYK.
  ///   - fault: set to a description of metadata that was ignored.
  /// - Throws: `unsupported` for high dynamic range with unknown primaries.
  init(_ metadata: PhotoMetadata, channels: Int, fault: inout String?) throws(CodecError) {
    let former = fault
    if let codePoints = metadata.codePoints {
      if let curve = codePoints.highDynamicRange {
        let peak = metadata.contentPeak ?? metadata.masteringPeak
        guard let primaries = codePoints.chromaticities,
          let space = HDRSpace(curve, primaries, isFullRange: codePoints.isFullRange, peak: peak)
        else {
          throw .unsupported(reason: "high dynamic range (\(curve)) in unknown colours")
        }
        self = .highDynamicRange(space)
        return
      }
      if let space = codePoints.space {
        self = .rgb(space.simplified)
        return
      }
      fault = fault ?? "its colour code points are unknown and are ignored"
    }
    if let bytes = metadata.profile {
      let profile = ColourProfile.profile(bytes)
      if let profile, profile.channels == channels {
        self = profile.colours
        return
      }
      fault =
        fault
        ?? (profile == nil
          ? "its colour profile can't be used and is ignored"
          : "its colour profile doesn't fit this kind of picture and is ignored")
    }
    guard !metadata.isTaggedSRGB, metadata.gamma != nil || metadata.primaries != nil else {
      if former == nil { fault = fault.map { "\($0); its colours are taken as sRGB" } }
      self = .sRGB
      return
    }
    let curve = TransferCurve(pngGamma: metadata.gamma)
    self = .rgb(
      (metadata.primaries.flatMap { RGBSpace(curve, $0) } ?? RGBSpace(curve, .rec709)!).simplified)
  }
}
