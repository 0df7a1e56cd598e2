import ArgumentParser
import Imaging
import PhotoCodecs
import SamplePictures
import SystemPackage

/// Generates one input, painted or from a photograph; runs as a separate process, so that the measuring process stays small.
struct PaintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "paint", abstract: "Generate one photo.", shouldDisplay: false)

  @Argument var number: Int
  @Argument var width: Int
  @Argument var height: Int
  @Argument var format: OutputFormat
  @Argument var path: String
  @Option var original: String?

  func run() throws {
    let size = PixelSize(width: width, height: height)
    let raster =
      try original.map { try reduced(FilePath($0), to: size) }
      ?? SamplePicture.raster(number, size: size)
    let encoder = try PhotoEncoder(
      PixelBands(raster, as: format == .png ? .png(.default) : .jpeg(.default)), recipe: nil)
    let file = try FileDescriptor.open(
      FilePath(path), .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
    try file.closeAfter {
      while let bytes = try encoder.nextBytes() { try file.writeAll(bytes) }
    }
  }

  /// The middle of a photograph.
  private func reduced(_ path: FilePath, to size: PixelSize) throws -> Raster {
    let file = try PhotoFile.open(path)
    let header = try PhotoHeader(of: file, limits: DecodeLimits())
    let raster = Raster(size: size, filledWith: .white)
    let plan = DecodePlan(header, showing: Region(filling: size, from: header.size), at: size)
    _ = try PhotoDecoder.draw(
      file, header, plan: plan, into: Frame(size), of: raster, background: .white,
      limits: DecodeLimits(), allowsDamage: false, isCancelled: { false })
    return raster
  }
}

extension OutputFormat: ExpressibleByArgument {}
