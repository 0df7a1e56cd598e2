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
    discussion:
      "Run it again to undo the removal before that. Collages removed with --permanently can't be "
      + "restored."
  )

  @OptionGroup var library: LibraryOptions

  @Flag(
    help:
      "Instead, restore collages in the trash that have no note of where they were.")
  var withoutNote = false

  @Flag(help: "Print a JSON object for each collage.")
  var json = false

  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    let signals = SignalWatch(
      message: "interrupted; only collages whose ids were printed were restored")
    let library = try library.resolved()
    let failure = Locked<CommandFailure?>(nil)
    let work = library.bringBack(withoutNote ? .withoutNote : .lastRemoval, from: .user) {
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
      }
      failure.withLock { $0 = written.failure ?? $0 }
    }
    try signals.outcome(of: work)
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}
