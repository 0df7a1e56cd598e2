internal import Files
package import PhotoCodecs
package import SystemPackage

/// The file that a collage is to become, as the user named it.
package struct OutputFile: Hashable, Sendable {
  package let path: FilePath
  /// Whether the name ends in a slash, as only the name of a folder may; `FilePath` drops it.
  private let namesFolder: Bool

  package init(_ path: FilePath, namesFolder: Bool = false) {
    self.path = path
    self.namesFolder = namesFolder
  }

  /// - Parameter files: what isn't replaced besides the photos; nil for nothing.
  package func writer(
    replacesForeign: Bool, protecting files: (any FileProtection)? = nil
  ) throws(DestinationError) -> FileWriter {
    if namesFolder { throw .namesFolder(path) }
    return FileWriter(path, replacesForeign: replacesForeign, protecting: files)
  }

  /// The same; where the name has no file extension, and no folder has the name, with that of the
  /// format.
  package func withExtension(of encoding: Encoding) -> OutputFile {
    guard path.extension == nil, !namesFolder, (try? Stat(path))?.type != .directory else {
      return self
    }
    var path = path
    path.extension = encoding.format.fileExtension
    return OutputFile(path)
  }
}
