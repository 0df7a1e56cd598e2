internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal

/// `collage library album remove`: removes albums.
struct AlbumRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove albums, but not their collages, and print the albums' ids.")

  @OptionGroup var library: LibraryOptions

  @Argument(
    help: ArgumentHelp("The albums' names or ids.", valueName: "album"), completion: .albums,
    transform: AlbumName.argument)
  var albums: [AlbumName]

  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    let signals = SignalWatch(
      message: "interrupted; only albums whose ids were printed were removed")
    // Find all of them first, so that a mistyped name removes nothing.
    let library = try library.resolved()
    let found = try albums.map { try library.album($0) }
    var removed: Set<AlbumID> = []
    for album in found where removed.insert(album.id).inserted {
      try signals.outcome(of: library.remove(album))
      try StandardOutput.answer(
        [album.id.text], or: "\(album.path.displayed): was removed, but its id")
    }
  }
}
