internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import ThreadPool

/// `collage library remove`: removes assets.
struct LibraryRemoveCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Move saved collages to the trash and print their ids.",
    usage: "collage library remove <id> ... [options]",
    discussion:
      "'collage library undo' restores them. The photos they were made of stay where they are.")

  @OptionGroup var library: LibraryOptions

  @OptionGroup var arguments: AssetArguments

  @Flag(help: "Delete them for good instead.")
  var permanently = false

  @Flag(help: "Print a JSON object for each collage.")
  var json = false

  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    let signals = SignalWatch(
      message: "interrupted; only collages whose ids were printed were removed")
    let assets = try arguments.assets(in: library).uniqued()
    let failure = Locked<CommandFailure?>(nil)
    let work = try library.resolved().removal(of: assets, to: permanently ? nil : .user) {
      [json] removed in
      let asset = removed.asset
      let written = Result { () throws(CommandFailure) in
        try StandardOutput.answer(
          [json ? asset.report(bytes: removed.bytes).json : asset.id.text],
          or: "\(asset.path.displayed): was removed, but its id")
      }
      failure.withLock { $0 = written.failure }
      return written.failure == nil
    }
    try signals.outcome(of: work)
    if let failure = failure.withLock({ $0 }) { throw failure }
    let inTrash =
      assets.count == 1
      ? "it is in the trash; 'collage library undo' restores it"
      : "they are in the trash; 'collage library undo' restores them"
    StandardError.tellReader([permanently ? "deleted for good" : inTrash])
  }
}
