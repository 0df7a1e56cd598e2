internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import ThreadPool

/// `collage library undo`: brings removed assets back.
struct LibraryUndoCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract:
      "Bring the collages of the last 'remove' back from the trash, also into their albums; prints their ids.",
    discussion:
      "Given again, undoes the removal before that. What was removed with --permanently is gone.")

  @OptionGroup var library: LibraryOptions

  @Flag(
    help:
      "Bring back the collages that are in the trash without a note of where they were, instead.")
  var withoutNote = false

  @Flag(help: "Print a JSON object for each collage.")
  var json = false

  func run() throws {
    let signals = SignalWatch(message: "interrupted; only collages whose ids were printed are back")
    let library = try library.resolved()
    let failure = Locked<CommandFailure?>(nil)
    let work = library.bringBack(withoutNote ? .withoutNote : .lastRemoval, from: .user) {
      [json] restored in
      let asset = restored.asset
      if restored.missingAlbums > 0 {
        StandardError.error([
          "\(asset.path.displayed): is back, but albums that it was in are gone: \(restored.missingAlbums)"
        ])
      }
      let written = Result { () throws(CommandFailure) in
        try StandardOutput.answer(
          [json ? asset.report(bytes: try? asset.bytes()).json : asset.id.text],
          or: "\(asset.path.displayed): is back, but its id")
      }
      failure.withLock { $0 = written.failure ?? $0 }
    }
    try signals.outcome(of: work)
    if let failure = failure.withLock({ $0 }) { throw failure }
  }
}
