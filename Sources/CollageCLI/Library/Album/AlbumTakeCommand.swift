internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal

/// `collage library album take`: takes assets out of an album.
struct AlbumTakeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "take",
    abstract: "Take collages out of an album and print their ids. They stay in the library.")

  @OptionGroup var argument: AlbumArgument
  @OptionGroup var arguments: AssetArguments

  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    let signals = SignalWatch(
      message: "interrupted; only collages whose ids were printed were taken out")
    let (library, album) = (try argument.library.resolved(), try argument.album())
    for asset in try arguments.assets(in: argument.library, album).uniqued() {
      try signals.outcome(of: library.take(asset, from: album))
      try StandardOutput.answer(
        [asset.id.text], or: "\(asset.path.displayed): was taken out of the album, but its id")
    }
  }
}
