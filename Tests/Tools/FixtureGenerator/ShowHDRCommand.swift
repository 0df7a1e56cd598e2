internal import ArgumentParser
internal import Glibc
internal import Imaging
internal import PhotoCodecs
internal import SystemPackage

/// `collage-fixtures show-hdr`: draws a JPEG with a gain map twice, side by side: as it is shown
/// without HDR, and with it. Both have the same tone curve, which leaves room for what is brighter
/// than white, so that the difference can be seen on any display.
struct ShowHDRCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show-hdr", abstract: "Draw a picture without HDR, and beside it with HDR.")

  @Argument(help: "A JPEG with a gain map.")
  var picture: String

  @Option(help: "The display's headroom above white, in stops.")
  var stops = 2.0

  @Option(help: "The JPEG to write.")
  var output: String

  func run() throws {
    let picture = try GainMappedPicture(picture)
    let size = picture.raster.size
    let (gap, white) = (8, exp2(stops))
    let shown = Raster(size: PixelSize(width: 2 * size.width + gap, height: size.height)) { x, y in
      if x < size.width { return picture.colour(x, y, stops: 0, white: white) }
      if x < size.width + gap { return .white }
      return picture.colour(x - size.width - gap, y, stops: stops, white: white)
    }
    let path = FilePath(output)
    let folder = path.removingLastComponent().string
    try FixtureFile(path.lastComponent?.string ?? "", shown.encoded(as: .jpeg(Quality(85)!)))
      .write(into: folder.isEmpty ? "." : folder)
  }
}

/// A JPEG with its gain map, which has the same size.
private struct GainMappedPicture {
  let raster: Raster
  private let map: GainMapPicture

  init(_ path: String) throws {
    var limits = DecodeLimits()
    limits.readsGainMaps = true
    let file = try PhotoFile.open(FilePath(path))
    let header = try PhotoHeader(of: file, limits: limits)
    guard let place = header.gainMap, place.size == header.size else {
      throw ValidationError("\(path) has no gain map of its own size")
    }
    map = try place.picture(of: file, primary: header, limits: limits, isCancelled: { false })
    raster = Raster(size: header.size, filledWith: .white)
    _ = try PhotoDecoder.draw(
      file, header, plan: DecodePlan(header, showing: Region(header.size), at: header.size),
      into: Frame(header.size), of: raster, background: .white, limits: limits,
      allowsDamage: false, isCancelled: { false })
  }

  /// A pixel on a display with some headroom, after a tone curve that ends at `white`.
  func colour(_ x: Int, _ y: Int, stops: Double, white: Double) -> Colour {
    let pixel = raster[x, y]
    let channels = [pixel.red, pixel.green, pixel.blue].map { sample in
      let light = rendition(of: SRGB.linear(Double(sample) / 255), x, y, stops: stops)
      // Reinhard's curve with a white point.
      let toned = light * (1 + light / (white * white)) / (1 + light)
      return UInt8((SRGB.coded(min(max(toned, 0), 1)) * 255).rounded())
    }
    return Colour(red: channels[0], green: channels[1], blue: channels[2])
  }

  private func rendition(of light: Double, _ x: Int, _ y: Int, stops: Double) -> Double {
    guard case .logarithmic(let least, let most, _, let before, let after) = map.metadata.curve
    else { return light }
    let share = Double(map.values[(y * map.size.width + x) * map.channels]) / 255
    let gain = Double(least.x) + Double(most.x - least.x) * share
    let weight = min(stops / Double(map.metadata.fullHeadroom), 1)
    return (light + Double(before.x)) * exp2(weight * gain) - Double(after.x)
  }
}
