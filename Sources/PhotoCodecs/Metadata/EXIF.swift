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
    /// Microsoft's: stars, and the same as a percentage.
    static let rating = 0x4746
    static let ratingPercent = 0x4749
    static let exposureTime = 0x829A
    static let fNumber = 0x829D
    static let isoSpeed = 0x8827
    static let focalLength = 0x920A
    static let lensModel = 0xA434
    /// Holds the offset of a second directory, with the dates of taking and digitising.
    static let exifDirectory = 0x8769
    static let dateTimeOriginal = 0x9003
    static let dateTimeDigitized = 0x9004
    static let changedOffset = 0x9010
    static let originalOffset = 0x9011
    static let digitizedOffset = 0x9012
    static let makerNote = 0x927C
    static let changedFraction = 0x9290
    static let originalFraction = 0x9291
    static let digitizedFraction = 0x9292
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

  /// The dates that are stated, by the camera's clock.
  var moments: StatedMoments {
    var moments =
      structure.number(Tag.exifDirectory, in: first).map(moments(in:)) ?? StatedMoments()
    moments.changed = date(Tag.dateTime, Tag.changedFraction, Tag.changedOffset, in: first)
    return moments
  }

  /// The dates of a structure whose first directory is the one that is usually the second.
  var momentsOfDetails: StatedMoments { moments(in: first) }

  private func moments(in directory: Int) -> StatedMoments {
    StatedMoments(
      original: date(
        Tag.dateTimeOriginal, Tag.originalFraction, Tag.originalOffset, in: directory),
      digitised: date(
        Tag.dateTimeDigitized, Tag.digitizedFraction, Tag.digitizedOffset, in: directory))
  }

  private func date(_ tag: Int, _ fraction: Int, _ offset: Int, in directory: Int) -> MomentTaken? {
    guard let text = text(tag, in: directory, limit: 32)?.prefix(while: { $0 != 0 }) else {
      return nil
    }
    // The fraction and the offset are in the same directory, also those of the date in the first.
    let details = structure.number(Tag.exifDirectory, in: directory) ?? directory
    return MomentTaken(
      exif: text, fraction: self.text(fraction, in: details, limit: 16),
      offset: self.text(offset, in: details, limit: 8))
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

  /// Stars, 1 to 5, or -1 for a rejected photo; nil if there are none.
  var rating: Int? {
    structure.number(Tag.rating, in: first).flatMap { Rating.stars(Double($0)) }
  }

  /// The same from Microsoft's percentage.
  var percentRating: Int? {
    structure.number(Tag.ratingPercent, in: first).flatMap { Rating.stars(percent: Double($0)) }
  }

  /// How the camera was set.
  var settings: CameraSettings {
    structure.number(Tag.exifDirectory, in: first).map(settings(in:)) ?? CameraSettings()
  }

  /// The same of a structure whose first directory is the one that is usually the second.
  var settingsOfDetails: CameraSettings { settings(in: first) }

  private func settings(in directory: Int) -> CameraSettings {
    func fraction(_ tag: Int) -> Double? {
      structure.field(tag, in: directory).flatMap(structure.fraction).flatMap {
        $0 > 0 && $0 < 1_000_000 ? $0 : nil
      }
    }
    let lens = text(Tag.lensModel, in: directory, limit: Self.maxCameraBytes + 1)
    return CameraSettings(
      lens: lens.flatMap { MetadataLine.text($0.prefix { $0 != 0 }, limit: Self.maxCameraBytes) },
      aperture: fraction(Tag.fNumber), shutter: fraction(Tag.exposureTime),
      sensitivity: structure.number(Tag.isoSpeed, in: directory).flatMap { $0 > 0 ? $0 : nil },
      focalLength: fraction(Tag.focalLength))
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
