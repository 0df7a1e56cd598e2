import Imaging
import PhotoCodecs
import SystemPackage
import TestSupport

/// How two pictures differ, pixel by pixel.
enum PictureDifference: Equatable {
  /// No channel of any pixel is off by more than was allowed.
  case none
  case size(PixelSize, expected: PixelSize)
  /// So many pixels are off by more than was allowed, the worst by `worst` of 255; `first` is the
  /// first of them in reading order.
  case pixels(count: Int, worst: Int, first: Place)

  struct Place: Equatable {
    let x: Int
    let y: Int
  }

  init(_ actual: Raster, from expected: Raster, tolerance: Int) {
    guard actual.size == expected.size else {
      self = .size(actual.size, expected: expected.size)
      return
    }
    var count = 0
    var worst = 0
    var first: Place?
    for y in 0..<expected.size.height {
      for x in 0..<expected.size.width {
        let distance = actual[x, y].distance(to: expected[x, y])
        guard distance > tolerance else { continue }
        count += 1
        worst = max(worst, distance)
        if first == nil { first = Place(x: x, y: y) }
      }
    }
    self = if let first { .pixels(count: count, worst: worst, first: first) } else { .none }
  }
}

extension PictureDifference: CustomStringConvertible {
  var description: String {
    switch self {
    case .none: "no difference"
    case .size(let size, let expected): "\(size) instead of \(expected)"
    case .pixels(let count, let worst, let first):
      "\(count) pixels differ, by up to \(worst); the first is at \(first.x), \(first.y)"
    }
  }
}

extension Raster {
  /// All of a picture in a file, upright.
  ///
  /// - Parameters:
  ///   - longSide: the pixels on the longer side; nil for as many as the file has.
  ///   - limits: what the file may ask for.
  /// - Throws: `PhotoFileError`, `CodecError`.
  static func decoded(
    _ path: FilePath, longSide: Int? = nil, limits: DecodeLimits = DecodeLimits()
  ) throws -> Raster {
    SandboxedDecoding.useBuiltProgram()
    let file = try PhotoFile.open(path)
    let header = try PhotoHeader(of: file, limits: limits)
    let size = longSide.map { header.size.scaled(toLongSide: $0) } ?? header.size
    let raster = Raster(size: size, filledWith: .white)
    _ = try PhotoDecoder.draw(
      file, header, plan: DecodePlan(header, showing: Region(header.size), at: size),
      into: Frame(x: 0, y: 0, width: size.width, height: size.height), of: raster,
      background: .white, limits: limits, allowsDamage: false, isCancelled: { false })
    return raster
  }
}

extension Raster {
  /// The values of a photo's gain map as a grey picture; nil if it has none.
  static func gainMap(of path: FilePath) throws -> Raster? {
    var limits = DecodeLimits()
    limits.readsGainMaps = true
    let file = try PhotoFile.open(path)
    let header = try PhotoHeader(of: file, limits: limits)
    guard let place = header.gainMap else { return nil }
    let map = try place.picture(of: file, primary: header, limits: limits, isCancelled: { false })
    return Raster(size: map.size) { x, y in
      .grey(map.values[(y * map.size.width + x) * map.channels])
    }
  }
}

extension Colour {
  /// The greatest difference of a channel, of 255.
  fileprivate func distance(to other: Colour) -> Int {
    max(
      abs(Int(red) - Int(other.red)), abs(Int(green) - Int(other.green)),
      abs(Int(blue) - Int(other.blue)))
  }
}
