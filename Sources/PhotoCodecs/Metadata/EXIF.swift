/// Reads the fields of EXIF that are in use: the orientation, and when and by which camera the photo was taken.
enum EXIF {
  private enum Tag {
    static let imageDescription = 0x010E
    static let make = 0x010F
    static let model = 0x0110
    static let orientation = 0x0112
    static let dateTime = 0x0132
    /// Holds the offset of a second directory, with the dates of taking and digitising.
    static let exifDirectory = 0x8769
    static let dateTimeOriginal = 0x9003
    static let dateTimeDigitized = 0x9004
    static let subjectArea = 0x9214
    static let pixelWidth = 0xA002
    static let pixelHeight = 0xA003
    static let subjectLocation = 0xA214
  }

  /// Precedes the TIFF structure in a JPEG, and in PNGs whose writer copied it.
  static let signature = Array("Exif\0\0".utf8)

  static func withoutSignature(_ bytes: [UInt8]) -> [UInt8] {
    bytes.starts(with: signature) ? Array(bytes.dropFirst(signature.count)) : bytes
  }

  /// The orientation in the first directory of a TIFF structure; nil if there is none.
  static func orientation(_ bytes: [UInt8]) -> Orientation? { TIFFStructure(bytes).flatMap(orientation) }

  /// A value outside the standard counts as upright. Loops and wrong offsets are harmless: only one directory is read.
  static func orientation(_ structure: TIFFStructure) -> Orientation? {
    guard let directory = structure.firstDirectory,
      let field = structure.field(Tag.orientation, in: directory)
    else { return nil }
    return structure.number(of: field).flatMap { UInt8(exactly: $0) }.flatMap(Orientation.init) ?? .up
  }

  /// When the photo was taken, else digitised, else last changed, by the camera's clock; nil if none of these is a date.
  static func taken(_ bytes: [UInt8]) -> LocalTime? { TIFFStructure(bytes).flatMap(taken) }

  /// At most two directories are read, each searched at most twice, so loops are harmless.
  static func taken(_ structure: TIFFStructure) -> LocalTime? {
    guard let first = structure.firstDirectory else { return nil }
    let second = structure.field(Tag.exifDirectory, in: first).flatMap(structure.number)
    return second.flatMap { takenOrDigitized(structure, in: $0) } ?? date(Tag.dateTime, structure, in: first)
  }

  /// When the photo was taken, else digitised, according to an EXIF directory.
  static func takenOrDigitized(_ structure: TIFFStructure, in directory: Int) -> LocalTime? {
    date(Tag.dateTimeOriginal, structure, in: directory) ?? date(Tag.dateTimeDigitized, structure, in: directory)
  }

  private static func date(_ tag: Int, _ structure: TIFFStructure, in directory: Int) -> LocalTime? {
    structure.field(tag, in: directory).flatMap { structure.text(of: $0, limit: 19) }.flatMap { LocalTime(exif: $0) }
  }

  /// What the camera was pointed at, in shares of the stored picture; nil if EXIF doesn't say, or only that it is in the
  /// middle, which is what cameras say by default.
  static func subject(_ bytes: [UInt8], of stored: PixelSize) -> PhotoRegion? {
    guard let structure = TIFFStructure(bytes), let first = structure.firstDirectory,
      let directory = structure.field(Tag.exifDirectory, in: first).flatMap(structure.number)
    else { return nil }
    func numbers(_ tag: Int) -> [Double]? {
      structure.field(tag, in: directory).flatMap { structure.numbers(of: $0, limit: 4) }?.map(Double.init)
    }
    guard let area = numbers(Tag.subjectArea) ?? numbers(Tag.subjectLocation), area.count >= 2 else { return nil }
    let width = numbers(Tag.pixelWidth)?.first ?? Double(stored.width)
    let height = numbers(Tag.pixelHeight)?.first ?? Double(stored.height)
    guard stored.hasRatio(of: width, height) else { return nil }
    let middle = (x: area[0] / width, y: area[1] / height)
    let isInMiddle = max(abs(middle.x - 0.5), abs(middle.y - 0.5)) < 0.02
    // A point, a circle's diameter, or a rectangle's width and height.
    let size = area.count > 2 ? (area[2], area[area.count - 1]) : (min(width, height) / 10, min(width, height) / 10)
    return isInMiddle
      ? nil : PhotoRegion(declared: .subject, middle: middle, width: size.0 / width, height: size.1 / height)
  }

  /// "Canon EOS 80D": the camera's make, unless its model begins with it, and model; nil if there is none. At most 64
  /// bytes of each.
  static func camera(_ bytes: [UInt8]) -> String? { TIFFStructure(bytes).flatMap(camera) }

  /// The description of the picture, on one line; nil if there is none.
  static func description(_ bytes: [UInt8]) -> String? {
    guard let structure = TIFFStructure(bytes), let directory = structure.firstDirectory,
      let field = structure.field(Tag.imageDescription, in: directory),
      let text = structure.text(of: field, limit: MetadataLine.maxBytes)
    else { return nil }
    return MetadataLine.text(text.prefix { $0 != 0 })
  }

  static func camera(_ structure: TIFFStructure) -> String? {
    guard let directory = structure.firstDirectory else { return nil }
    func text(_ tag: Int) -> String? {
      guard let field = structure.field(tag, in: directory), let bytes = structure.text(of: field, limit: 64) else {
        return nil
      }
      let words = String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self).split(separator: " ")
      return words.isEmpty ? nil : words.joined(separator: " ")
    }
    let (make, model) = (text(Tag.make), text(Tag.model))
    guard let make, let model, !model.lowercased().hasPrefix(make.lowercased()) else { return model ?? make }
    return "\(make) \(model)"
  }
}
