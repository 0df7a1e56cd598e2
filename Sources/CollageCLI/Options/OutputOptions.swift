internal import ArgumentParser
internal import CollageKit
internal import PhotoCodecs
internal import SystemPackage

/// Where the collage goes.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write this file instead of saving in the library.", valueName: "file"))
  var output: RawPath?

  @OptionGroup var library: LibraryOptions

  @Flag(help: "Replace the output even if it is no collage of ours. A photo of the collage is never replaced.")
  var force = false

  /// The format follows from the output's file extension, else from the option, else it is JPEG.
  func encoding(_ options: EncodingOptions) throws(CommandFailure) -> Encoding {
    do throws(UnsupportedFileExtension) {
      return try Encoding(of: output?.path, options)
    } catch {
      throw CommandFailure(.usage, error.description)
    }
  }

  func writer(_ remedies: Remedies = .commandLine) throws(CommandFailure) -> any PhotoWriter {
    if let output {
      if output.namesFolder {
        throw CommandFailure(.cannotCreate, "\(output.path.displayed)/: names a folder; give a file's name")
      }
      return FileWriter(output.path, replacesForeign: force)
    }
    return LibraryWriter(try library.resolved(remedies), replacesForeign: force)
  }
}
