/// What Apple's maker note, which is part of EXIF, says about a photo's gain map.
struct AppleMakerNote {
  private static let signature = Array("Apple iOS\0\0\u{1}MM".utf8)
  /// The directory follows the signature.
  private static let directoryOffset = 14
  private static let maxFields = 1024
  private static let headroomTag = 33
  private static let gainTag = 48

  /// How much brighter than SDR white the brightest parts are, in stops: at least 0.
  let stops: Double

  /// Nil if the bytes aren't Apple's, or don't say.
  ///
  /// - Parameter note: the whole maker note.
  init?(_ note: [UInt8]) {
    guard note.starts(with: Self.signature) else { return nil }
    // Offsets count from the note's beginning, so the note itself is a structure with another head.
    let header: [UInt8] = [0x4D, 0x4D, 0, 42]
    guard let structure = TIFFStructure(FileWindow(header + note.dropFirst(header.count))),
      let directory = structure.directory(at: Self.directoryOffset, limit: Self.maxFields)
    else { return nil }
    func number(_ tag: Int) -> Double? { directory.fields[tag].flatMap(structure.fraction) }
    let (headroom, gain) = (number(Self.headroomTag), number(Self.gainTag))
    guard headroom != nil || gain != nil else { return nil }
    stops = max(Self.stops(headroom ?? 0, gain ?? 0), 0)
  }

  /// By the formula that Apple publishes ("Applying Apple HDR effect to your photos").
  private static func stops(_ headroom: Double, _ gain: Double) -> Double {
    if headroom < 1 { return gain <= 0.01 ? -20 * gain + 1.8 : -0.101 * gain + 1.601 }
    return gain <= 0.01 ? -70 * gain + 3 : -0.303 * gain + 2.303
  }
}
