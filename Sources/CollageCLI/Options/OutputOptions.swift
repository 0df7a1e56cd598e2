internal import ArgumentParser
internal import CollageKit
internal import PhotoCodecs
internal import SystemPackage

/// Where the collage goes, and in what format.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write this file instead of saving in the library.", valueName: "file"))
  var output: RawPath?

  @OptionGroup var library: LibraryOptions

  @Option(help: "jpeg or png; by default what the output's name says, else jpeg.")
  var format: PhotoFormat?

  @Option(help: ArgumentHelp("The quality of a JPEG, 1 to 100; 90 by default.", valueName: "n"))
  var quality: Quality?

  @Flag(help: "Replace the output even if it is no collage of ours. A photo of the collage is never replaced.")
  var force = false

  /// Endings of picture formats that can't be written: writing another format under such a name would only confuse.
  private static let foreignEndings: Set<String> = [
    "avif", "bmp", "gif", "heic", "heif", "jp2", "jxl", "pdf", "ppm", "svg", "tif", "tiff", "webp",
  ]

  /// The output's ending decides, else the option, else it is JPEG.
  func encoding() throws(CommandFailure) -> Encoding {
    let ending = output?.path.extension?.lowercased() ?? ""
    if format == nil, Self.foreignEndings.contains(ending) {
      let name = output?.path.displayed ?? ""
      throw CommandFailure(.usage, "\(name): can't write \(ending) files; name it .jpg or .png")
    }
    let format: PhotoFormat =
      switch ending {
      case "jpg", "jpeg", "jpe", "jfif": .jpeg
      case "png": .png
      default: self.format ?? .jpeg
      }
    return switch format {
    case .jpeg: .jpeg(quality ?? .default)
    case .png: .png
    }
  }

  func writer() throws(CommandFailure) -> any PhotoWriter {
    if let output { return FileWriter(output.path, replacesForeign: force) }
    return LibraryWriter(try library.resolved())
  }
}
