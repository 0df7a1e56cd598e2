internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal

/// `collage library album create`: makes an empty album.
struct AlbumCreateCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "create",
    abstract: "Create an empty album and print its id.")

  @OptionGroup var library: LibraryOptions

  @Argument(
    help: ArgumentHelp("The album's name.", valueName: "name"), transform: AlbumName.argument)
  var name: AlbumName

  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    let signals = SignalWatch()
    let album = try signals.outcome(of: try library.resolved().createAlbum(name))
    try StandardOutput.answer(
      [album.id.text], or: "\(album.path.displayed): the album is created, but its id")
  }
}
