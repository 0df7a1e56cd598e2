internal import ArgumentParser
internal import CollageKit

/// `collage library album`: groups of saved collages.
struct AlbumCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "album",
    abstract: "Group saved collages in albums.",
    discussion: """
      An album is a folder in the library with links to its collages, or a list of them if the \
      file system doesn't support links. Refer to it by its folder's name or by its id, which \
      stays when the folder is renamed.
      """,
    subcommands: [
      AlbumListCommand.self, AlbumShowCommand.self, AlbumCreateCommand.self,
      AlbumRenameCommand.self,
      AlbumRemoveCommand.self, AlbumAddCommand.self, AlbumTakeCommand.self,
    ],
    defaultSubcommand: AlbumListCommand.self)
}

/// The argument that names an album.
struct AlbumArgument: ParsableArguments {
  @OptionGroup var library: LibraryOptions

  @Argument(
    help: ArgumentHelp("The album's name or id.", valueName: "album"), completion: .albums,
    transform: AlbumName.argument)
  var name: AlbumName

  func album() throws -> Album { try library.resolved().album(name) }
}

extension Album {
  /// The output of `library album list --json` and `show --json`.
  func report(_ assets: [Asset]) -> Report {
    ["id": id.text, "name": nameText, "path": path.inJSON, "collages": assets.map(\.id.text)]
  }
}
