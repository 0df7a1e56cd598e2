internal import ArgumentParser
internal import CollageKit
internal import PhotoCodecs

/// Where the collage goes.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong, help: ArgumentHelp("Write this file instead of saving in the library.", valueName: "file"))
  var output: RawPath?

  @OptionGroup var library: LibraryOptions

  @Option(
    help: ArgumentHelp("Put it into this album of the library too; the album is made if needed.", valueName: "name"),
    completion: .albums, transform: AlbumName.argument)
  var album: AlbumName?

  @Flag(help: "Replace the output even if it is no collage of ours. A photo of the collage is never replaced.")
  var force = false

  /// The format follows from the output's file extension, else from the option, else it is JPEG.
  func encoding(_ options: EncodingOptions) throws(CommandFailure) -> Encoding {
    try Self.encoding(of: output, options)
  }

  static func encoding(of output: RawPath?, _ options: EncodingOptions) throws(CommandFailure) -> Encoding {
    do throws(UnsupportedFileExtension) {
      return try Encoding(of: output?.path, options)
    } catch {
      throw CommandFailure(.usage, error.description)
    }
  }

  /// - Parameter albums: those that the program has saved into before.
  func writer(
    _ remedies: Remedies = .commandLine, albums: RememberedAlbums = RememberedAlbums()
  ) throws(CommandFailure) -> any PhotoWriter {
    if let output {
      if album != nil { throw CommandFailure(.usage, "an album is in the library; leave out the album or the file") }
      return try output.writer(replacesForeign: force)
    }
    let writer = LibraryWriter(try library.resolved(remedies), replacesForeign: force)
    return if let album { AlbumWriter(album, writer, remembered: albums) } else { writer }
  }
}

extension RawPath {
  /// A writer of this file.
  ///
  /// - Throws: when it is the name of a folder.
  func writer(replacesForeign: Bool) throws(CommandFailure) -> FileWriter {
    if namesFolder { throw CommandFailure(.cannotCreate, "\(path.displayed)/: names a folder; give a file's name") }
    return FileWriter(path, replacesForeign: replacesForeign)
  }
}
