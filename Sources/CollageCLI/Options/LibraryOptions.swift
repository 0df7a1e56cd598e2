internal import ArgumentParser
internal import CollageKit
internal import Files
internal import SystemPackage
internal import LineEditing

/// The library to use.
struct LibraryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder that holds saved collages. By default $COLLAGE_LIBRARY, else $XDG_PICTURES_DIR/Collages (also as "
        + "user-dirs.dirs sets it), else ~/Pictures/Collages, also where only that exists.",
      valueName: "folder"),
    completion: .directory)
  var library: RawPath?

  /// - Throws: when neither an option nor a variable says where the library is.
  func resolved(_ remedies: Remedies = .commandLine) throws(CommandFailure) -> PhotoLibrary {
    if let folder = library?.path ?? UserFolders.folder("COLLAGE_LIBRARY") {
      return PhotoLibrary(folder: folder)
    }
    let usual = [UserFolders.pictures, UserFolders.home?.appending("Pictures")].compactMap {
      $0?.appending("Collages")
    }
    // If a library exists from before a pictures folder was configured, it stays in use.
    if let folder = usual.first(where: { (try? FileSystem.exists($0)) ?? true }) ?? usual.first {
      return PhotoLibrary(folder: folder)
    }
    throw CommandFailure(
      .usage,
      "no library is known, because HOME is not set and the user has no home folder; \(remedies(.noLibrary))"
    )
  }
}
