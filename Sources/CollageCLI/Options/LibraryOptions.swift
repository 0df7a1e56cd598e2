internal import ArgumentParser
internal import CollageKit
internal import SystemPackage
internal import LineEditing

/// Which library is meant.
struct LibraryOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The folder that holds saved collages. By default $COLLAGE_LIBRARY, else $XDG_PICTURES_DIR/Collages, else "
        + "~/Pictures/Collages.", valueName: "folder"))
  var library: RawPath?

  /// - Throws: when nothing says where the library is.
  func resolved() throws(CommandFailure) -> PhotoLibrary {
    PhotoLibrary(folder: try folder())
  }

  private func folder() throws(CommandFailure) -> FilePath {
    if let library { return library.path }
    if let folder = path("COLLAGE_LIBRARY") { return folder }
    if let pictures = path("XDG_PICTURES_DIR") { return pictures.appending("Collages") }
    if let home = UserFolders.home { return home.appending("Pictures").appending("Collages") }
    throw CommandFailure(.usage, "where is the library? HOME is not set; give a folder with --library")
  }

  private func path(_ variable: String) -> FilePath? {
    Environment[variable].map { FilePath(bytes: LosslessText.bytes(of: $0)) }
  }
}
