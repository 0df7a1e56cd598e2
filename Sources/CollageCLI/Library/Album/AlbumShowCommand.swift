internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal

/// `collage library album show`: an album and its assets.
struct AlbumShowCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Print an album's id and folder, and the ids of its collages.")

  @OptionGroup var argument: AlbumArgument

  @Flag(help: "Print a JSON object.")
  var json = false

  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    let album = try argument.album()
    let assets = try argument.library.resolved().assets(in: album)
    if json { return try StandardOutput.answer([album.report(assets).json]) }
    try StandardOutput.answer(
      [
        "id          \(album.id)",
        "name        \(album.name.displayed)",
        "folder      \(album.path.displayed)",
        "collages    \(assets.count)",
      ] + assets.map { "collage     \($0.id)" })
  }
}
