internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import LineEditing

/// `collage library album add`: puts assets into an album.
struct AlbumAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add saved collages to an album and print their ids.")

  @OptionGroup var argument: AlbumArgument
  @OptionGroup var arguments: AssetArguments

  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    let signals = SignalWatch(
      message: "interrupted; only collages whose ids were printed were added")
    let (library, album) = (try argument.library.resolved(), try album())
    for asset in try arguments.assets(in: argument.library) {
      try signals.outcome(of: library.add(asset, to: album))
      try StandardOutput.answer(
        [asset.id.text], or: "\(asset.path.displayed): is in the album, but its id")
    }
  }

  private func album() throws -> Album {
    do {
      return try argument.album()
    } catch LibraryError.noAlbum(let path) {
      let name = ShellWords.quoted(argument.name.displayed, as: .backslash)
      throw CommandFailure(
        .noInput,
        "\(path.displayed): there is no such album; 'collage library album create \(name)' makes it"
      )
    }
  }
}
