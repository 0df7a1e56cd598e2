internal import ArgumentParser
internal import CollageKit
internal import SystemPackage

/// `collage library album add`: puts assets into an album.
struct AlbumAddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Put saved collages into an album; prints the ids that are in it now.")

  @OptionGroup var library: LibraryOptions
  @OptionGroup var reference: AlbumArgument

  @Argument(help: ArgumentHelp("The beginnings of ids: four digits or more each.", valueName: "id"))
  var ids: [AssetIDPrefix]

  func run() throws {
    let signals = SignalWatch(saying: "interrupted; only collages whose ids were printed are in the album")
    let (album, assets) = try library.reading { library throws(LibraryError) in
      (try library.album(reference.name), try ids.map { id throws(LibraryError) in try library.asset(id) })
    }
    for asset in assets {
      try signals.outcome(of: try library.resolved().add(asset, to: album))
      try StandardOutput.answer([asset.id.text], or: "\(asset.path.displayed): is in the album, but its id")
    }
  }
}
