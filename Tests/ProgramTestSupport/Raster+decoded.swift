package import Imaging
package import PhotoCodecs
package import SystemPackage
import TestSupport

extension Raster {
  /// All of a picture in a file, upright.
  ///
  /// - Parameters:
  ///   - longSide: the pixels on the longer side; nil for as many as the file has.
  ///   - limits: what the file may ask for.
  /// - Throws: `PhotoFileError`, `CodecError`.
  package static func decoded(
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
  /// The values of a photo's gain map as a grey picture; nil if it has none.
  package static func gainMap(of path: FilePath) throws -> Raster? {
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
