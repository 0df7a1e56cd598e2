internal import ArgumentParser
internal import CollageKit
internal import PhotoCodecs
internal import SystemPackage

/// Where the collage goes.
struct OutputOptions: ParsableArguments {
  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("Write this file instead of saving in the library.", valueName: "file"))
  var output: RawPath?

  @OptionGroup var library: LibraryOptions

  @Option(
    help: ArgumentHelp(
      "Put it into this album of the library, too, given by name or id; a new name makes an album.",
      valueName: "name"),
    completion: .albums, transform: AlbumName.argument)
  var album: AlbumName?

  @Flag(
    help:
      "Replace the output even if it was not made by collage. A photo of the collage is never replaced."
  )
  var force = false

  /// The format follows from the output's file extension, else from the option, else it is JPEG.
  func encoding(_ options: EncodingOptions) throws(CommandFailure) -> Encoding {
    try Self.encoding(of: output, options)
  }

  static func encoding(of output: RawPath?, _ options: EncodingOptions) throws(CommandFailure)
    -> Encoding
  {
    do throws(UnsupportedFileExtension) {
      return try Encoding(of: output?.path, options)
    } catch {
      throw CommandFailure(.usage, error.description)
    }
  }

  /// A writer of the file, of the library, or of both where a file and an album are given.
  ///
  /// - Parameter needed: files that were given besides the photos, which aren't replaced.
  func writer(
    _ remedies: Remedies = .commandLine, protecting needed: [NeededFile] = []
  ) throws(CommandFailure) -> any PhotoWriter {
    let files = BatchFiles(needed)
    let file = try output?.writer(replacesForeign: force, protecting: files)
    if let file, album == nil { return file }
    let writer = LibraryWriter(
      try library.resolved(remedies), replacesForeign: force, protecting: files)
    guard let album else { return writer }
    let albumWriter = AlbumWriter(album, writer)
    return if let file { WriterPair(albumWriter, file) } else { albumWriter }
  }

  /// - Throws: when it says two places.
  func checkPlace() throws(CommandFailure) {
    if output != nil, album != nil {
      throw CommandFailure(.usage, "an album is in the library; leave out the album or the file")
    }
  }
}

extension RawPath {
  /// The file as one that is read, "-" being standard input.
  func needed(_ use: NeededFile.Use) -> NeededFile {
    path == "-" ? NeededFile("/proc/self/fd/0", use) : NeededFile(path, use)
  }

  /// A writer of this file.
  ///
  /// - Throws: when it is the name of a folder.
  func writer(replacesForeign: Bool, protecting files: BatchFiles? = nil) throws(CommandFailure)
    -> FileWriter
  {
    if namesFolder {
      throw CommandFailure(.cannotCreate, "\(path.displayed)/: names a folder; give a file's name")
    }
    return FileWriter(path, replacesForeign: replacesForeign, protecting: files)
  }

  /// The same; where the name has no file extension, and no folder has the name, with that of the
  /// format.
  func withExtension(of encoding: Encoding) -> RawPath {
    guard path.extension == nil, !namesFolder, (try? Stat(path))?.type != .directory else {
      return self
    }
    var path = path
    path.extension = encoding.format.fileExtension
    return RawPath(path, namesFolder: false)
  }
}
