internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import Glibc
internal import SystemPackage

/// Where the collage goes.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Write to this file instead of the library; - is standard output.", valueName: "file"))
  var output: RawPath?

  @OptionGroup var library: LibraryOptions

  @Option(
    help: ArgumentHelp(
      "Also add it to this album of the library, by name or id; a new name creates an album.",
      valueName: "name"),
    completion: .albums, transform: AlbumName.argument)
  var album: AlbumName?

  @Flag(
    help: """
      Replace the output even if collage didn't make it. The collage's own photos are never \
      replaced.
      """
  )
  var force = false

  /// Whether the collage is written to standard output, which then gets nothing else.
  var isStandardOutput: Bool { output?.path == "-" }

  /// What writes the collage to standard output, to a file, or into the library.
  ///
  /// - Throws: also when standard output is a terminal.
  func writer(protecting files: any FileProtection) throws -> any PhotoWriter {
    let destination = try destination()
    guard isStandardOutput else { return try destination.writer(protecting: files) }
    guard isatty(STDOUT_FILENO) == 0 else {
      throw CommandFailure(
        .usage,
        "a terminal can't show the collage's bytes; lead standard output to a file or a pipe")
    }
    return StreamWriter(.standardOutput, named: "standard output")
  }

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
