internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import ThreadPool

/// `collage library undo`: brings removed assets back.
struct LibraryUndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract:
      "Restore the collages of the last 'remove' from the trash, also to their albums, and print "
      + "their ids.",
    usage: "collage library undo [<id> ...] [options]",
    discussion:
      "With ids, restore these instead. Without, run it again to undo the removal before that. "
      + "Collages removed with --permanently can't be restored."
  )

  @Argument(
    help: ArgumentHelp(
      "The first four or more characters of each id; by default those of the last removal.",
      valueName: "id"),
    transform: AssetIDPrefix.argument)
  var ids: [AssetIDPrefix] = []

  @OptionGroup var library: LibraryOptions

  @Flag(
    help:
      "Instead, restore collages in the trash that have no note of where they were.")
  var withoutNote = false

  @Flag(help: "Print a JSON object for each collage.")
  var json = false

  @OptionGroup var sandbox: SandboxOptions

  func validate() throws {
    if withoutNote, !ids.isEmpty {
      throw ValidationError(
        "--without-note restores all collages that have no note; leave out the ids")
    }
  }

  func run() throws {
    let signals = SignalWatch(
      message: "interrupted; only collages whose ids were printed were restored")
    let library = try library.resolved()
    let failure = Locked<CommandFailure?>(nil)
    let wanted: TrashedAssets =
      withoutNote ? .withoutNote : ids.isEmpty ? .lastRemoval : .named(ids)
    let work = library.bringBack(wanted, from: .user) {
      [json] restored in
      let asset = restored.asset
      if restored.missingAlbums > 0 {
        StandardError.error([
          "\(asset.path.displayed): was restored, but some of its albums no longer exist: "
            + "\(restored.missingAlbums)"
        ])
      }
      let written = Result { () throws(CommandFailure) in
        try StandardOutput.answer(
          [json ? asset.report(bytes: try? asset.bytes()).json : asset.id.text],
          or: "\(asset.path.displayed): was restored, but its id")
        StandardError.tellReader(["restored as \(UserFolders.abbreviated(asset.path))"])
      }
      failure.withLock { $0 = written.failure ?? $0 }
    }
    try signals.outcome(of: work)
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}
