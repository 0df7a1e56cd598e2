internal import Imaging

/// What the first directory of a TIFF says of its picture, checked as far as it is needed to decode
/// it.
struct TIFFDirectory {
  enum Tag {
    static let subfileType = 0x00FE
    static let width = 0x0100
    static let height = 0x0101
    static let bits = 0x0102
    static let compression = 0x0103
    static let photometric = 0x0106
    static let samples = 0x0115
    static let rowsPerStrip = 0x0116
    static let planes = 0x011C
    static let tileWidth = 0x0142
    static let tileHeight = 0x0143
    static let extraSamples = 0x0152
    static let sampleFormat = 0x0153
    static let xmp = 0x02BC
    static let iptc = 0x83BB
    static let profile = 0x8773
  }

  /// The colour models that are read, with the numbers that TIFF gives them.
  enum Model: Int {
    case invertedGrey = 0
    case grey = 1
    case rgb = 2
    case palette = 3
    case inks = 5
    case yCbCr = 6

    /// Samples of a pixel without extra ones.
    var channels: Int {
      switch self {
      case .invertedGrey, .grey, .palette: 1
      case .rgb, .yCbCr: 3
      case .inks: 4
      }
    }
  }

  /// More samples of a pixel than any picture of a camera or scanner has.
  static let maxSamples = 64
  private static let oldJPEG = 6
  private static let jpeg = 7

  let size: PixelSize
  let model: Model
  let bits: Int
  let samples: Int
  let isPlanar: Bool
  let compression: Int
  /// The index of the sample that is alpha; nil for an opaque picture.
  let alpha: Int?
  let isPremultiplied: Bool
  /// Nil for a picture in strips.
  let tile: PixelSize?
  /// At most the picture's height.
  let rowsPerStrip: Int

  /// - Throws: `damaged`, `unsupported`, `tooLarge`.
  init(_ structure: TIFFStructure, at directory: TIFFStructure.Directory) throws(CodecError) {
    let fields = TIFFFields(structure, directory)
    size = try fields.size()
    samples = try fields.samples()
    bits = try fields.bits(of: samples)
    try fields.requireIntegers()
    compression = fields.number(Tag.compression) ?? 1
    try fields.requireCompression(compression)
    model = try fields.model(of: samples)
    guard samples >= model.channels else {
      throw .damaged(reason: "a pixel has \(samples) samples instead of \(model.channels)")
    }
    isPlanar = samples > 1 && fields.number(Tag.planes) == 2
    let extra = fields.numbers(Tag.extraSamples, limit: Self.maxSamples) ?? []
    // Associated and unassociated alpha. Other samples, and alpha beside inks, aren't used.
    let place = model == .inks ? nil : extra.firstIndex { $0 == 1 || $0 == 2 }
    let firstExtra = model.channels
    let count = samples
    alpha = place.map { firstExtra + $0 }.flatMap { $0 < count ? $0 : nil }
    isPremultiplied = place.map { extra[$0] == 1 } ?? false
    tile = try fields.tile()
    rowsPerStrip = min(max(fields.number(Tag.rowsPerStrip) ?? size.height, 1), size.height)
    guard !isConverted || bits == 8 else {
      throw .unsupported(reason: "YCbCr with \(bits) bits a sample")
    }
    guard model != .palette || bits <= 8 || samples == 1 else {
      throw .unsupported(reason: "a palette with \(bits) bits a sample")
    }
  }

  /// Whether libtiff is asked to convert YCbCr of JPEGs, which it does for rows and tiles.
  var isJPEGOfYCbCr: Bool { model == .yCbCr && compression == Self.jpeg && !isPlanar }

  /// Whether libtiff converts chunks of the picture to RGB.
  var isConverted: Bool {
    compression == Self.oldJPEG || (model == .yCbCr && !isJPEGOfYCbCr)
  }

  /// The size in pixels of what is decoded at once where it isn't rows.
  var chunk: PixelSize { tile ?? PixelSize(width: size.width, height: rowsPerStrip) }
}

/// The fields of a directory, with the standard's defaults.
private struct TIFFFields {
  private typealias Tag = TIFFDirectory.Tag

  private static let maxSide = Int(Int32.max)

  private let structure: TIFFStructure
  private let directory: TIFFStructure.Directory

  init(_ structure: TIFFStructure, _ directory: TIFFStructure.Directory) {
    self.structure = structure
    self.directory = directory
  }

  func number(_ tag: Int) -> Int? { directory.fields[tag].flatMap(structure.number) }

  func numbers(_ tag: Int, limit: Int) -> [Int]? {
    directory.fields[tag].flatMap { structure.numbers(of: $0, limit: limit) }
  }

  func size() throws(CodecError) -> PixelSize {
    guard let width = number(Tag.width), let height = number(Tag.height), width > 0, height > 0
    else { throw .damaged(reason: "its directory doesn't say how large the picture is") }
    guard width <= Self.maxSide, height <= Self.maxSide else {
      throw .tooLarge(reason: "\(width)x\(height) pixels")
    }
    return PixelSize(width: width, height: height)
  }

  func samples() throws(CodecError) -> Int {
    let samples = number(Tag.samples) ?? 1
    guard samples > 0 else { throw .damaged(reason: "a pixel has no samples") }
    guard samples <= TIFFDirectory.maxSamples else {
      throw .unsupported(reason: "\(samples) samples a pixel")
    }
    return samples
  }

  func bits(of samples: Int) throws(CodecError) -> Int {
    let all = numbers(Tag.bits, limit: TIFFDirectory.maxSamples) ?? [1]
    guard let bits = all.first, bits > 0 else { throw .damaged(reason: "0 bits a sample") }
    guard all.prefix(samples).allSatisfy({ $0 == bits }) else {
      throw .unsupported(reason: "samples of different sizes, \(Set(all).sorted()) bits a sample")
    }
    // What is more is told with the format of samples, where that says more.
    return bits
  }

  /// - Throws: `unsupported` for samples that aren't whole numbers without a sign, of up to 16
  ///   bits.
  func requireIntegers() throws(CodecError) {
    let formats = numbers(Tag.sampleFormat, limit: TIFFDirectory.maxSamples) ?? [1]
    let bits = numbers(Tag.bits, limit: TIFFDirectory.maxSamples)?.first ?? 1
    for format in formats {
      switch format {
      case 1, 4: break
      case 2: throw .unsupported(reason: "a sample format with signs, \(bits) bits a sample")
      case 3: throw .unsupported(reason: "floating-point samples, \(bits) bits a sample")
      case 5, 6: throw .unsupported(reason: "complex samples, \(bits) bits a sample")
      default: throw .unsupported(reason: "unknown sample format \(format)")
      }
    }
    guard bits <= 16 else { throw .unsupported(reason: "\(bits) bits a sample") }
  }

  /// - Throws: `unsupported` for JBIG; what else libtiff lacks it says itself.
  func requireCompression(_ compression: Int) throws(CodecError) {
    if compression == 34661 { throw .unsupported(reason: "JBIG compression") }
    guard (1...65_535).contains(compression) else {
      throw .damaged(reason: "its compression has no valid number")
    }
  }

  func model(of samples: Int) throws(CodecError) -> TIFFDirectory.Model {
    let number = number(Tag.photometric) ?? (samples < 3 ? 1 : 2)
    if let model = TIFFDirectory.Model(rawValue: number) { return model }
    switch number {
    case 4: throw .unsupported(reason: "a transparency mask")
    case 8, 9, 10: throw .unsupported(reason: "CIE Lab colours")
    case 32844, 32845: throw .unsupported(reason: "floating-point luminances (LogLuv)")
    default: throw .unsupported(reason: "an unknown colour model, \(number)")
    }
  }

  func tile() throws(CodecError) -> PixelSize? {
    guard directory.fields[Tag.tileWidth] != nil || directory.fields[Tag.tileHeight] != nil else {
      return nil
    }
    guard let width = number(Tag.tileWidth), let height = number(Tag.tileHeight), width > 0,
      height > 0, width <= Self.maxSide, height <= Self.maxSide
    else { throw .damaged(reason: "its tiles have no valid size") }
    return PixelSize(width: width, height: height)
  }
}
