internal import ArgumentParser
internal import CollageKit

/// `collage library remove`: removes assets.
struct LibraryRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Move saved collages to the trash; prints the ids that are gone.",
    discussion: "'collage library undo' brings them back. The photos they were made of stay where they are.")

  @OptionGroup var library: LibraryOptions

  @Argument(help: ArgumentHelp("The beginnings of ids: four digits or more each.", valueName: "id"))
  var ids: [AssetIDPrefix]

  @Flag(help: "Delete them instead.")
  var permanently = false

  @Flag(help: "Print a JSON object for each collage.")
  var json = false

  func run() throws {
    let signals = SignalWatch(saying: "interrupted; only collages whose ids were printed are removed")
    // Find all of them first: a mistyped id removes nothing.
    let (assets, albums) = try library.reading { library throws(LibraryError) in
      (try ids.map { id throws(LibraryError) in try library.asset(id) }, try library.albums())
    }
    let disposal = permanently ? .deleted : AssetDisposal.trashed(.user, AssetRemoval())
    var removed: Set<ShortAssetID> = []
    for asset in assets where removed.insert(asset.id).inserted {
      let (bytes, isRemoved) = try library.reading { library throws(LibraryError) in
        let bytes = json ? try asset.bytes() : nil
        return (bytes, try library.remove(asset, disposal, from: albums, cancellation: signals.cancellation))
      }
      if !isRemoved, let failure = signals.failure { throw failure }
      try StandardOutput.answer(
        [json ? AssetReport(asset, bytes: bytes).json : asset.id.text],
        or: "\(asset.path.displayed): is removed, but its id")
    }
  }
}

extension Trash {
  /// The trash of the user who runs the program.
  static var user: Trash { Trash(dataFolder: UserFolders.data) }
}
