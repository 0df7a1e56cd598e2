package import PhotoCodecs
package import SystemPackage

/// Where a collage goes: to a file, into the library, into an album of it, or to a file and an
/// album.
package struct CollageDestination: Hashable, Sendable {
  /// Nil to save in the library.
  package var file: OutputFile?
  /// Nil when none is known.
  package var library: PhotoLibrary?
  /// Besides the library, or besides the file.
  package var album: AlbumName?
  /// Whether a file is replaced that was not made by us.
  package var replacesForeign: Bool

  package init(
    file: OutputFile? = nil, library: PhotoLibrary?, album: AlbumName? = nil,
    replacesForeign: Bool = false
  ) {
    self.file = file
    self.library = library
    self.album = album
    self.replacesForeign = replacesForeign
  }

  /// The format follows from the file's extension, else from the options.
  package func encoding(_ options: CollageOptions) throws(UnsupportedFileExtension) -> Encoding {
    try Encoding(of: file?.path, options)
  }

  /// - Parameter files: what isn't replaced besides the photos; nil for nothing.
  package func writer(
    protecting files: (any FileProtection)? = nil
  ) throws(DestinationError) -> any PhotoWriter {
    let fileWriter = try file?.writer(replacesForeign: replacesForeign, protecting: files)
    if let fileWriter, album == nil { return fileWriter }
    let libraryWriter = LibraryWriter(
      try knownLibrary(), replacesForeign: replacesForeign, protecting: files)
    guard let album else { return libraryWriter }
    let albumWriter = AlbumWriter(album, libraryWriter)
    guard let fileWriter else { return albumWriter }
    return WriterPair(albumWriter, fileWriter)
  }

  package func knownLibrary() throws(DestinationError) -> PhotoLibrary {
    guard let library else { throw .noLibrary }
    return library
  }
}

/// Why nothing can be written where a collage is to go.
package enum DestinationError: Error, Hashable, Sendable {
  /// The file's name ends in a slash.
  case namesFolder(FilePath)
  /// Neither the user nor the system says where the library is.
  case noLibrary

  package func message(_ remedies: Remedies) -> String {
    switch self {
    case .namesFolder(let path): "\(path.displayed)/: names a folder; give a file name"
    case .noLibrary:
      "there is no library folder, because HOME is not set and the user has no home folder; "
        + remedies(.noLibrary)
    }
  }
}
