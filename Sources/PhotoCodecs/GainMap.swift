/// The second picture in photos of newer phones: how much brighter than white each pixel is on a
/// screen that can show it.
package enum GainMap {
  /// The names that mark a further picture in a JPEG or HEIF file as a gain map: those of Google
  /// and Adobe, of ISO 21496-1, and of Apple.
  private static let names = [
    "http://ns.adobe.com/hdr-gain-map/1.0/", "urn:iso:std:iso:ts:21496:-1",
    "http://ns.apple.com/HDRGainMap/1.0/",
    "urn:com:apple:photo:2020:aux:hdrgainmap",
  ].map { Array($0.utf8) }
  private static let pieceBytes = 1 << 20

  /// Whether a photo has one.
  ///
  /// - Cost: reads the file up to the map: most often all of it.
  package static func exists(in file: borrowing PhotoFile) -> Bool {
    guard let header = try? file.read(at: 0, count: min(PhotoFormat.signatureLength, file.size)),
      let format = try? PhotoFormat.recognise(header)
    else { return false }
    switch format {
    case .png, .webp, .raw: return false
    case .jpeg: return isNamed(in: file)
    case .heic, .avif:
      guard let heif = try? HEIFFile(file) else { return false }
      return heif.meta.items.values.contains { $0.type == "tmap" } || isNamed(in: file)
    }
  }

  private static func isNamed(in file: borrowing PhotoFile) -> Bool {
    let overlap = names.map(\.count).max() ?? 0
    var offset = 0
    while offset < file.size {
      let count = min(pieceBytes + overlap, file.size - offset)
      guard let piece = try? file.read(at: offset, count: count) else { return false }
      if names.contains(where: { piece[...].range(of: $0) != nil }) { return true }
      offset += pieceBytes
    }
    return false
  }
}
