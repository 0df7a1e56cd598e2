internal import ArgumentParser
internal import CollageKit

/// `collage library album`: groups of saved collages.
struct AlbumCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "album",
    abstract: "Group saved collages in albums.",
    discussion: """
      An album is a folder in the library with a link to each of its collages. It is known by its folder's name, or by its \
      id, which stays when the folder is renamed.
      """,
    subcommands: [
      AlbumListCommand.self, AlbumShowCommand.self, AlbumCreateCommand.self, AlbumRenameCommand.self,
      AlbumRemoveCommand.self, AlbumAddCommand.self, AlbumTakeCommand.self,
    ])
}

/// The album that a command is about.
struct AlbumArgument: ParsableArguments {
  @OptionGroup var library: LibraryOptions

  @Argument(
    help: ArgumentHelp("The album's name, or its id.", valueName: "album"), completion: .albums,
    transform: AlbumName.argument)
  var name: AlbumName

  func album() throws(CommandFailure) -> Album {
    try library.reading { library throws(LibraryError) in try library.album(name) }
  }
}

/// What `library album list --json` and `show --json` print for an album.
struct AlbumReport: Report {
  let id: String
  let name: String
  let path: String
  let collages: [String]

  init(_ album: Album, _ assets: [Asset]) {
    id = album.id.text
    name = album.nameText
    path = album.path.inJSON
    collages = assets.map(\.id.text)
  }
}
