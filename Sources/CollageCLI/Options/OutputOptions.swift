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

  @Option(help: ArgumentHelp("How hard a PNG is compressed, 1 to 9; 4 by default.", valueName: "n"))
  var compression: Compression?

  @Flag(help: "Replace the output even if it is no collage of ours. A photo of the collage is never replaced.")
  var force = false

  /// The output's ending decides, else the option, else it is JPEG.
  func encoding() throws(CommandFailure) -> Encoding {
    do throws(ForeignEnding) {
      return try Encoding(of: output?.path, format: format, quality: quality, compression: compression)
    } catch {
      throw CommandFailure(.usage, error.description)
    }
  }

  func writer() throws(CommandFailure) -> any PhotoWriter {
    if let output {
      if output.namesFolder {
        throw CommandFailure(.cannotCreate, "\(output.path.displayed)/: names a folder; give a file's name")
      }
      return FileWriter(output.path, replacesForeign: force)
    }
    return LibraryWriter(try library.resolved(), replacesForeign: force)
  }
}
