internal import ArgumentParser
internal import CollageKit

/// `collage library remove`: removes assets.
struct LibraryRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove saved collages; prints the ids that are gone. The photos they were made of stay.")

  @OptionGroup var library: LibraryOptions

  @Argument(help: ArgumentHelp("The beginnings of ids: four digits or more each.", valueName: "id"))
  var ids: [AssetIDPrefix]

  @Flag(help: "Print a JSON object for each collage.")
  var json = false

  func run() throws {
    let signals = SignalWatch(saying: "interrupted; only collages whose ids were printed are removed")
    // Find all of them first: a mistyped id removes nothing.
    let assets = try library.reading { library throws(LibraryError) in
      try ids.map { id throws(LibraryError) in try library.asset(id) }
    }
    var removed: Set<ShortAssetID> = []
    for asset in assets where removed.insert(asset.id).inserted {
      let (bytes, isRemoved) = try library.reading { library throws(LibraryError) in
        (json ? try asset.bytes() : nil, try library.remove(asset, cancellation: signals.cancellation))
      }
      if !isRemoved, let failure = signals.failure { throw failure }
      try StandardOutput.answer(
        [json ? AssetReport(asset, bytes: bytes).json : asset.id.text],
        or: "\(asset.path.displayed): is removed, but its id")
    }
  }
}
