/// The brands with which HEIF files begin (ISO/IEC 23008-12 and 23000-22, AVIF 1.1).
enum HEIFBrands {
  /// How many bytes are enough to recognise files in use: the main brand and four compatible ones.
  static let signatureLength = 32

  private static let av1: Set<FourCC> = ["avif", "avis", "avio"]
  private static let others: Set<FourCC> = [
    "heic", "heix", "heim", "heis", "hevc", "hevx", "hevm", "hevs", "mif1", "mif2", "mif3", "msf1",
    "miaf", "MiHB", "MiHE",
    "avci", "avcs", "jpeg", "jpgs", "j2ki", "j2is", "vvic", "vvis", "evbi", "evbs", "unif",
  ]

  /// The format of a file that begins with these bytes: AVIF if it names AV1's brand, HEIC for
  /// other brands of HEIF; nil if no brand is one of HEIF's.
  static func format(of bytes: [UInt8]) -> PhotoFormat? {
    guard bytes.count >= 12, bytes[4..<8].elementsEqual("ftyp".utf8), let main = FourCC(bytes[8...])
    else { return nil }
    if av1.contains(main) { return .avif }
    let size = min(bytes[..<4].bigEndian, bytes.count, signatureLength)
    let compatible = stride(from: 16, through: size - 4, by: 4).compactMap { FourCC(bytes[$0...]) }
    guard
      others.contains(main)
        || compatible.contains(where: { others.contains($0) || av1.contains($0) })
    else {
      return nil
    }
    let names = [main] + compatible
    return names.contains(where: av1.contains) && !names.contains("heic") ? .avif : .heic
  }
}
