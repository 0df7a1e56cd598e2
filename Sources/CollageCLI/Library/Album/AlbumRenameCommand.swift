internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal

/// `collage library album rename`: gives an album another name.
struct AlbumRenameCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename an album and print its id, which stays the same.")

  @OptionGroup var argument: AlbumArgument

  @Argument(help: ArgumentHelp("The new name.", valueName: "name"), transform: AlbumName.argument)
  var name: AlbumName

  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    let signals = SignalWatch(message: "interrupted; nothing was renamed")
    let album = try argument.album()
    try signals.outcome(of: try argument.library.resolved().rename(album, to: name))
    try StandardOutput.answer(
      [album.id.text], or: "\(name.displayed): the album is renamed, but its id")
  }
}
