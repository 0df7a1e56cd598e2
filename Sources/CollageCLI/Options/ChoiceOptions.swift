internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal

/// Which photos are taken of folders and of many photos.
struct ChoiceOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Take only the n best photos, also from folders: none of the same moment, spread over time "
        + "and views, in the order in which they were taken.",
      valueName: "n"), transform: Count.argument)
  var best: Count?

  @Flag(help: "Take all photos of folders.")
  var all = false

  func validate() throws {
    if best != nil, all {
      throw ValidationError("--best and --all can't be combined; leave one out")
    }
  }

  /// Nil if neither is given: folders are refused.
  var choice: PhotoChoice? { best.map { .best($0.value) } ?? (all ? .all : nil) }

  /// The photos to use; those at `addresses` if there is no choice to make.
  ///
  /// - Throws: also for URLs with `--best`.
  func photos(
    at addresses: [PhotoAddress], _ progress: ProgressLine, _ signals: SignalWatch
  ) throws(CommandFailure) -> ChosenPhotos? {
    guard let choice else { return nil }
    if case .best = choice, let url = addresses.first(where: { $0.url != nil }) {
      throw CommandFailure(.usage, SeriesTexts.notComparable(url))
    }
    let chooser = PhotoChooser(choice, store: .ofUser)
    return try signals.outcome(
      of: chooser.photos(at: addresses) { done, all in
        progress.show(every: .milliseconds(100)) { SeriesTexts.progress(done, of: all) }
      })
  }
}
