internal import Imaging

/// The fields of EXIF that are in use. Loops and wrong offsets are harmless: at most two
/// directories are read, each of them a few times.
struct EXIF {
  private enum Tag {
    static let imageDescription = 0x010E
    static let make = 0x010F
    static let model = 0x0110
    static let orientation = 0x0112
    static let xResolution = 0x011A
    static let yResolution = 0x011B
    static let resolutionUnit = 0x0128
    static let dateTime = 0x0132
    /// Holds the offset of a second directory, with the dates of taking and digitising.
    static let exifDirectory = 0x8769
    static let dateTimeOriginal = 0x9003
    static let dateTimeDigitized = 0x9004
    static let makerNote = 0x927C
    static let originalFraction = 0x9291
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

  private let structure: TIFFStructure
  private let first: Int

  /// Nil if the bytes are no TIFF structure.
  init?(_ bytes: [UInt8]) { self.init(TIFFStructure(FileWindow(bytes))) }

  /// Nil for nil, and for a structure without a directory.
  init?(_ structure: TIFFStructure?) {
    guard let structure, let first = structure.firstDirectory else { return nil }
    (self.structure, self.first) = (structure, first)
  }

  /// In the first directory; nil if there is none. A value outside the standard counts as upright.
  var orientation: Orientation? {
    guard let field = structure.field(Tag.orientation, in: first) else { return nil }
    return structure.number(of: field).flatMap { UInt8(exactly: $0) }.flatMap(Orientation.init)
      ?? .up
  }

  /// The print resolution that somebody meant; nil if EXIF has none, or another one down than
  /// across.
  var density: Density? {
    func resolution(_ tag: Int) -> Double? {
      structure.field(tag, in: first).flatMap(structure.fraction)
    }
    guard let across = resolution(Tag.xResolution) else { return nil }
    if let down = resolution(Tag.yResolution), down != across { return nil }
    let inches = 2
    let centimetres = 3
    switch structure.number(Tag.resolutionUnit, in: first) ?? inches {
    case inches: return Density(stated: across)
    case centimetres: return Density(stated: across * 2.54)
    default: return nil
    }
  }

  /// When the photo was taken, else digitised, else last changed, by the camera's clock; nil if
  /// none of these is a valid date.
  var taken: LocalTime? {
    structure.number(Tag.exifDirectory, in: first).flatMap(takenOrDigitized)
      ?? date(Tag.dateTime, in: first)
  }

  /// The milliseconds of `taken`; nil if EXIF doesn't say, or not when the photo was taken.
  var takenMilliseconds: Int? {
    guard let directory = structure.number(Tag.exifDirectory, in: first),
      date(Tag.dateTimeOriginal, in: directory) != nil,
      let digits = text(Tag.originalFraction, in: directory, limit: 16)?.prefix(while: {
        (0x30...0x39).contains($0)
      }), !digits.isEmpty
    else { return nil }
    return (digits.prefix(3) + [0x30, 0x30]).prefix(3).reduce(0) { $0 * 10 + Int($1 - 0x30) }
  }

  /// When the photo was taken, else digitised, for a structure whose first directory is the one
  /// that is usually the second.
  var takenOrDigitized: LocalTime? { takenOrDigitized(in: first) }

  private func takenOrDigitized(in directory: Int) -> LocalTime? {
    date(Tag.dateTimeOriginal, in: directory) ?? date(Tag.dateTimeDigitized, in: directory)
  }

  private func date(_ tag: Int, in directory: Int) -> LocalTime? {
    text(tag, in: directory, limit: 19).flatMap { LocalTime(exif: $0) }
  }

  private func text(_ tag: Int, in directory: Int, limit: Int) -> ArraySlice<UInt8>? {
    structure.field(tag, in: directory).flatMap { structure.text(of: $0, limit: limit) }
  }

  /// What the camera was pointed at, in shares of the stored picture. Nil if EXIF doesn't say, or
  /// only says that it is in the middle, which is what cameras write by default.
  func subject(of stored: PixelSize) -> PhotoRegion? {
    guard let directory = structure.number(Tag.exifDirectory, in: first) else { return nil }
    func numbers(_ tag: Int) -> [Double]? {
      structure.field(tag, in: directory).flatMap { structure.numbers(of: $0, limit: 4) }?.map(
        Double.init)
    }
    guard let area = numbers(Tag.subjectArea) ?? numbers(Tag.subjectLocation), area.count >= 2
    else { return nil }
    let width = numbers(Tag.pixelWidth)?.first ?? Double(stored.width)
    let height = numbers(Tag.pixelHeight)?.first ?? Double(stored.height)
    guard stored.hasRatio(of: width, height) else { return nil }
    let middle = (x: area[0] / width, y: area[1] / height)
    let isInMiddle = max(abs(middle.x - 0.5), abs(middle.y - 0.5)) < 0.02
    // A point, a circle's diameter, or a rectangle's width and height.
    let isPoint = area.count == 2
    let across = isPoint ? min(width, height) / 10 : area[2]
    let down = isPoint ? across : area[area.count - 1]
    return isInMiddle
      ? nil
      : PhotoRegion(
        declared: .subject, middle: middle, width: across / width, height: down / height)
  }

  /// The description of the picture, on one line; nil if there is none.
  var description: String? {
    text(Tag.imageDescription, in: first, limit: MetadataLine.maxBytes + 1).flatMap {
      MetadataLine.text($0.prefix { $0 != 0 })
    }
  }

  private static let maxNoteBytes = 1 << 17

  /// The maker note of a photo that was taken with Apple's devices; nil if there is none.
  var appleMakerNote: AppleMakerNote? {
    guard let directory = structure.number(Tag.exifDirectory, in: first),
      let range = structure.field(Tag.makerNote, in: directory).flatMap(structure.data)
    else { return nil }
    return structure.bytes(range, limit: Self.maxNoteBytes).flatMap { AppleMakerNote(Array($0)) }
  }

  private static let maxCameraBytes = 64

  /// The camera's make and model, such as "Canon EOS 80D"; without the make if the model begins
  /// with it; nil if there is neither. At most 64 bytes of each.
  var camera: String? {
    func words(_ tag: Int) -> String? {
      guard let bytes = text(tag, in: first, limit: Self.maxCameraBytes + 1) else { return nil }
      return MetadataLine.text(bytes.prefix { $0 != 0 }, limit: Self.maxCameraBytes)
    }
    let (make, model) = (words(Tag.make), words(Tag.model))
    guard let make, let model, !model.lowercased().hasPrefix(make.lowercased()) else {
      return model ?? make
    }
    return "\(make) \(model)"
  }
}
