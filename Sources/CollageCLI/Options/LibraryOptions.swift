internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import Files
internal import SystemPackage
internal import LineEditing

/// The library to use.
struct LibraryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder of saved collages; by default $COLLAGE_LIBRARY, or Collages in the pictures "
        + "folder ($XDG_PICTURES_DIR, also from user-dirs.dirs), or ~/Pictures/Collages if only "
        + "that exists.",
      valueName: "folder"),
    completion: .directory)
  var library: RawPath?

  /// Nil when neither an option nor a variable says where it is, and the user has no home folder.
  var known: PhotoLibrary? {
    if let folder = library?.path ?? UserFolders.folder("COLLAGE_LIBRARY") {
      return PhotoLibrary(folder: folder)
    }
    let usual = [UserFolders.pictures, UserFolders.home?.appending("Pictures")].compactMap {
      $0?.appending("Collages")
    }
    // If a library exists from before a pictures folder was configured, it stays in use.
    let folder = usual.first { (try? FileSystem.exists($0)) ?? true } ?? usual.first
    return folder.map { PhotoLibrary(folder: $0) }
  }

  /// - Throws: when none is known.
  func resolved() throws(DestinationError) -> PhotoLibrary {
    guard let known else { throw .noLibrary }
    return known
  }
}
