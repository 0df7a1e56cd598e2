import ArgumentParser
import Imaging
import PhotoCodecs
import SamplePictures
import SystemPackage

/// Generates one input; runs as a separate process, so that the measuring process stays small.
struct PaintCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "paint", abstract: "Generate one photo.", shouldDisplay: false)

  @Argument var number: Int
  @Argument var width: Int
  @Argument var height: Int
  @Argument var format: OutputFormat
  @Argument var path: String

  func run() throws {
    let raster = SamplePicture.raster(number, size: PixelSize(width: width, height: height))
    let encoder = try PhotoEncoder(
      PixelBands(raster, as: format == .png ? .png(.default) : .jpeg(.default)), recipe: nil)
    let file = try FileDescriptor.open(
      FilePath(path), .writeOnly, options: [.create, .truncate], permissions: .ownerReadWrite)
    try file.closeAfter {
      while let bytes = try encoder.nextBytes() { try file.writeAll(bytes) }
    }
  }
}

extension OutputFormat: ExpressibleByArgument {}
