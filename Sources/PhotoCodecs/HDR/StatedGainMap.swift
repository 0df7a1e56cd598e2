internal import Glibc

/// What the metadata of a picture say of it as a gain map.
struct StatedGainMap {
  let kind: GainMapKind
  let metadata: GainMapMetadata
  /// Whether gains apply to linear values in the photo's own colour space.
  let usesBaseColours: Bool

  private static let xmpNamespace = "http://ns.adobe.com/hdr-gain-map/1.0/"
  private static let appleNamespace = "http://ns.apple.com/HDRGainMap/1.0/"

  private init(_ kind: GainMapKind, _ metadata: GainMapMetadata, usesBaseColours: Bool = true) {
    self.kind = kind
    self.metadata = metadata
    self.usesBaseColours = usesBaseColours
  }

  /// - Throws: `damaged` if no rendition can be made of what is stated.
  init(_ iso: ISOGainMap) throws(CodecError) {
    self.init(
      .iso, try GainMapMetadata(stated: iso.metadata), usesBaseColours: iso.usesBaseColours)
  }

  /// Reads a second picture's metadata: ISO 21496-1 comes before XMP, and that before Apple's. A
  /// record that can't be read is passed over, but one that states impossible numbers is not.
  ///
  /// - Parameters:
  ///   - picture: the metadata of a JPEG that may be a gain map.
  ///   - photo: those of the photo that it may belong to.
  /// - Returns: nil if the picture doesn't say that it is a gain map.
  /// - Throws: `damaged`, `unsupported`.
  static func read(
    _ picture: PhotoMetadata, of photo: PhotoMetadata
  ) throws(CodecError) -> StatedGainMap? {
    let properties = picture.xmp.map { XMPProperties($0, namespace: xmpNamespace) }
    let hasXMP = properties?.isEmpty == false
    // A photo's own record has only a version.
    if let record = picture.isoGainMap, record.count > 4 {
      let iso = Result { () throws(CodecError) in try ISOGainMap(record) }
      if !hasXMP || (try? iso.get()) != nil { return try StatedGainMap(iso.get()) }
    }
    if let properties, hasXMP {
      return StatedGainMap(.ultraHDR, try GainMapMetadata(properties))
    }
    guard let xmp = picture.xmp else { return nil }
    let apple = XMPProperties(xmp, namespace: appleNamespace)
    guard apple.text("HDRGainMapVersion") != nil else { return nil }
    return try self.apple(xmp, of: photo)
  }

  /// Apple's metadata for a picture that is known to be a gain map of theirs.
  ///
  /// - Parameter packet: the picture's XMP; nil if it has none.
  /// - Throws: `damaged` if neither that nor the photo says how bright it is.
  static func apple(
    _ packet: [UInt8]?, of photo: PhotoMetadata
  ) throws(CodecError) -> StatedGainMap {
    let properties = packet.map { XMPProperties($0, namespace: appleNamespace) }
    let stops: Double
    if let text = properties?.text("HDRGainMapHeadroom") {
      guard let headroom = Double(text) else {
        throw .damaged(reason: "its headroom is not a number")
      }
      stops = log2(headroom)
    } else if let note = photo.exifFields?.appleMakerNote {
      stops = note.stops
    } else {
      throw .damaged(reason: "nothing says how bright it is")
    }
    return StatedGainMap(.apple, try GainMapMetadata(appleStops: stops))
  }

  /// - Throws: `unsupported` for a map that leads to SDR, from a photo that is HDR itself.
  func requireGains() throws(CodecError) {
    if metadata.isBaseHDR { throw .unsupported(reason: "it leads from an HDR photo to SDR") }
  }

  /// Whether a photo's XMP says that it has a gain map.
  static func isAnnounced(in packet: [UInt8]) -> Bool {
    XMPProperties(packet, namespace: xmpNamespace).text("Version") != nil
  }
}

extension GainMapMetadata {
  /// - Throws: `damaged`, also if a property is missing that has no default; `unsupported` for
  ///   another version.
  fileprivate init(_ properties: XMPProperties) throws(CodecError) {
    guard properties.text("Version") == "1.0" else {
      throw .unsupported(reason: "it is of another version of XMP's gain maps")
    }
    func numbers(_ name: String, default missing: Float?) throws(CodecError) -> SIMD3<Float> {
      let texts = properties.values(name)
      if texts.isEmpty, let missing { return SIMD3(repeating: missing) }
      let values = texts.compactMap { Float($0) }
      guard values.count == texts.count, values.count == 1 || values.count == 3 else {
        throw .damaged(reason: "its \(name) \(texts.isEmpty ? "is missing" : "is no number")")
      }
      return values.count == 1 ? SIMD3(repeating: values[0]) : SIMD3(values)
    }
    try self.init(
      stated: GainMapMetadata(
        curve: .logarithmic(
          min: try numbers("GainMapMin", default: 0), max: try numbers("GainMapMax", default: nil),
          gamma: try numbers("Gamma", default: 1),
          offsetSDR: try numbers("OffsetSDR", default: 1 / 64),
          offsetHDR: try numbers("OffsetHDR", default: 1 / 64)),
        fullHeadroom: try numbers("HDRCapacityMax", default: nil)[0],
        leastHeadroom: try numbers("HDRCapacityMin", default: 0)[0],
        isBaseHDR: properties.text("BaseRenditionIsHDR")?.lowercased() == "true"))
  }
}
