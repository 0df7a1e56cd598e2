import Imaging
import PhotoCodecs
import SystemPackage
import TestSupport
import Testing

/// An open photo with these bytes; its file is already removed.
func opened(_ bytes: [UInt8]) throws -> PhotoFile {
  let folder = try TemporaryFolder()
  let path = try folder.write(bytes, to: "photo")
  defer { withExtendedLifetime(folder) {} }
  return try PhotoFile.open(path)
}

/// The header of a photo of these bytes.
func header(_ bytes: [UInt8], limits: DecodeLimits = DecodeLimits()) throws -> PhotoHeader {
  try PhotoHeader(of: try opened(bytes), limits: limits)
}

extension CodecError {
  /// Whether bytes alone can cause it: the bytes themselves, or a limit; not the system, its
  /// memory, or a cancellation.
  var isFaultOfBytes: Bool {
    switch self {
    case .notAPicture, .damaged, .unsupported, .tooManyPixels, .tooManyScans, .tooLarge,
      .oversizedFile, .needsMemory:
      true
    case .decoderFailed, .encoderFailed, .readFailed, .changedWhileReading, .outOfMemory,
      .systemMemory, .cancelled:
      false
    }
  }
}

/// Expects that bytes which may be invalid are either accepted, or refused because of what they
/// are.
func expectTakenOrRefused(
  sourceLocation: SourceLocation = #_sourceLocation, _ body: () throws -> Void
) {
  do {
    try body()
  } catch {
    #expect(
      (error as? CodecError)?.isFaultOfBytes == true, "\(error)", sourceLocation: sourceLocation)
  }
}

/// A photo drawn into a raster of its own.
struct Drawn {
  let raster: Raster
  let warning: String?

  /// - Parameters:
  ///   - region: what is shown, in upright pixels; all by default.
  ///   - size: how large it is shown; without reduction by default.
  init(
    _ bytes: [UInt8], showing region: Region? = nil, at size: PixelSize? = nil,
    _ fidelity: Fidelity = .standard,
    background: Colour = .white, limits: DecodeLimits = DecodeLimits(), allowsDamage: Bool = false
  ) throws {
    try self.init(
      opened(bytes), showing: region, at: size, fidelity, background: background, limits: limits,
      allowsDamage: allowsDamage)
  }

  init(
    _ file: borrowing PhotoFile, showing region: Region? = nil, at size: PixelSize? = nil,
    _ fidelity: Fidelity = .standard,
    background: Colour = .white, limits: DecodeLimits = DecodeLimits(), allowsDamage: Bool = false,
    eighths: Int? = nil, pictures: PictureReuse? = nil
  ) throws(CodecError) {
    let header = try PhotoHeader(of: file, limits: limits)
    let region = region ?? Region(header.size)
    let size =
      size ?? PixelSize(width: Int(region.width.rounded()), height: Int(region.height.rounded()))
    // A colour that no test draws, so that pixels left out are noticed.
    raster = Raster(size: size, filledWith: Colour(red: 1, green: 255, blue: 2))
    warning = try PhotoDecoder.draw(
      file, header,
      plan: DecodePlan(header, showing: region, at: size, fidelity, eighths: eighths),
      into: Frame(size), of: raster, background: background, limits: limits,
      allowsDamage: allowsDamage, pictures: pictures, isCancelled: { false })
  }
}

/// A raster as a file.
func encoded(_ raster: Raster, _ encoding: Encoding = .png(.default), recipe: RecipeRecord? = nil)
  throws -> [UInt8]
{
  try PixelBands(raster, as: encoding).encoded(recipe: recipe)
}

extension PixelRect {
  /// The whole of a picture.
  init(_ size: PixelSize) { self.init(x: 0, y: 0, width: size.width, height: size.height) }
}

extension Region {
  /// A rectangle of whole pixels.
  init(_ rect: PixelRect) {
    self.init(
      x: Double(rect.x), y: Double(rect.y), width: Double(rect.width), height: Double(rect.height))
  }
}

extension Colour {
  init(_ red: UInt8, _ green: UInt8, _ blue: UInt8) {
    self.init(red: red, green: green, blue: blue)
  }

  init(grey: UInt8) { self.init(grey, grey, grey) }

  /// The largest difference of a channel.
  func distance(to other: Colour) -> Int {
    max(
      abs(Int(red) - Int(other.red)), abs(Int(green) - Int(other.green)),
      abs(Int(blue) - Int(other.blue)))
  }
}

extension Raster {
  /// The same part of the raster as a raster of its own.
  func cut(_ rect: PixelRect) -> Raster {
    Raster(size: rect.size) { x, y in self[rect.x + x, rect.y + y] }
  }

  private func bytes(ofRow y: Int) -> [UInt8] {
    withRow(y) { row in unsafe row.withUnsafeBufferPointer { unsafe Array($0) } }
  }

  /// Where two rasters first differ by more than `tolerance` in a channel; nil when they don't.
  func difference(from other: Raster, tolerance: Int = 0) -> String? {
    guard size == other.size else { return "\(size) instead of \(other.size)" }
    var first: String?
    var count = 0
    for y in 0..<size.height where bytes(ofRow: y) != other.bytes(ofRow: y) {
      for x in 0..<size.width where self[x, y].distance(to: other[x, y]) > tolerance {
        count += 1
        first = first ?? "at \(x),\(y): \(self[x, y]) instead of \(other[x, y])"
      }
    }
    return first.map { "\($0), \(count) pixels in all" }
  }
}
