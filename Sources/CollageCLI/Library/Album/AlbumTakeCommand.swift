internal import ArgumentParser
internal import CollageKit
internal import SystemPackage

/// `collage library album take`: takes assets out of an album.
struct AlbumTakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "take",
    abstract: "Take collages out of an album; prints their ids. They stay in the library.")

  @OptionGroup var library: LibraryOptions
  @OptionGroup var reference: AlbumArgument

  @Argument(help: ArgumentHelp("The beginnings of ids: four digits or more each.", valueName: "id"))
  var ids: [AssetIDPrefix]

  func run() throws {
    let signals = SignalWatch(saying: "interrupted; only collages whose ids were printed are out of the album")
    let (album, assets) = try library.reading { library throws(LibraryError) in
      let album = try library.album(reference.name)
      return (album, try ids.map { id throws(LibraryError) in try library.asset(id, in: album) })
    }
    var taken: Set<ShortAssetID> = []
    for asset in assets where taken.insert(asset.id).inserted {
      try signals.outcome(of: try library.resolved().take(asset, from: album))
      try StandardOutput.answer([asset.id.text], or: "\(asset.path.displayed): is out of the album, but its id")
    }
  }
}
