internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import SystemPackage

/// Where the collage goes.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write to this file instead of the library.", valueName: "file"))
  var output: RawPath?

  @OptionGroup var library: LibraryOptions

  @Option(
    help: ArgumentHelp(
      "Also add it to this album of the library, by name or id; a new name creates an album.",
      valueName: "name"),
    completion: .albums, transform: AlbumName.argument)
  var album: AlbumName?

  @Flag(
    help:
      "Replace the output even if collage didn't make it. The collage's own photos are never replaced."
  )
  var force = false

  /// - Parameter needsLibrary: whether the library must be known although a file is given.
  /// - Throws: when it says two places.
  func destination(needsLibrary: Bool = false) throws(CommandFailure) -> CollageDestination {
    if output != nil, album != nil {
      throw CommandFailure(
        .usage, "albums are for collages in the library; leave out the album or the file")
    }
    return CollageDestination(
      file: output?.output, library: output == nil || needsLibrary ? library.known : nil,
      album: album, replacesForeign: force)
  }
}

extension RawPath {
  /// The file as one that is read, "-" being standard input.
  func needed(_ use: NeededFile.Use) -> NeededFile {
    path == "-" ? NeededFile("/proc/self/fd/0", use) : NeededFile(path, use)
  }

  /// The file as one that is written.
  var output: OutputFile { OutputFile(path, namesFolder: namesFolder) }
}
