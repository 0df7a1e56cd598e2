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
        + "user-dirs.dirs sets it), else ~/Pictures/Collages, also where only that exists.", valueName: "folder"),
    completion: .directory)
  var library: RawPath?

  /// - Throws: when neither an option nor a variable says where the library is.
  func resolved(_ remedies: Remedies = .commandLine) throws(CommandFailure) -> PhotoLibrary {
    PhotoLibrary(folder: try folder(remedies))
  }

  private func folder(_ remedies: Remedies) throws(CommandFailure) -> FilePath {
    if let library { return library.path }
    if let folder = UserFolders.folder("COLLAGE_LIBRARY") { return folder }
    let usual = [UserFolders.pictures, UserFolders.home?.appending("Pictures")].compactMap { $0?.appending("Collages") }
    // A library that was begun before the folder for pictures was named stays in use.
    if let folder = usual.first(where: { (try? FileSystem.exists($0)) ?? true }) ?? usual.first { return folder }
    throw CommandFailure(.usage, "no library is known, because HOME is not set; \(remedies(.noLibrary))")
  }
}
