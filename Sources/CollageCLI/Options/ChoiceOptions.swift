internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import SystemPackage

/// Which photos are taken of folders and of many photos.
struct ChoiceOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Take only the n best photos, also from folders below: none of the same moment, those with "
        + "most stars first, then spread over time and views, in the order in which they were "
        + "taken.",
      valueName: "n"), transform: Count.argument)
  var best: Count?

  @Flag(help: "Take all photos, however many they are.")
  var all = false

  @OptionGroup var folders: FolderOptions

  func validate() throws {
    if best != nil, all {
      throw ValidationError("--best and --all can't be combined; leave one out")
    }
  }

  /// The photos to choose from: those that were named, and those in folders.
  ///
  /// - Parameter library: the folder of saved collages, which is no folder of photos; nil if that
  ///   is unknown.
  /// - Throws: also for URLs with `--best`.
  func listed(
    _ addresses: [PhotoAddress], excluding library: FilePath?, _ signals: SignalWatch
  ) throws(CommandFailure) -> ListedPhotos {
    if best != nil, let url = addresses.first(where: { $0.url != nil }) {
      throw CommandFailure(.usage, SeriesTexts.notComparable(url))
    }
    return try signals.outcome(of: chooser.listed(addresses, excluding: library))
  }

  /// - Parameter named: the photos of which the collages of this program are told.
  /// - Throws: when there would be more or fewer photos than the rules allow, which is known before
  ///   any of them is compared; but first for those that were named and can't be opened. If no
  ///   folder was named, photos are refused later, likewise.
  func check(
    _ listed: ListedPhotos, naming named: NamedPhotos, _ rules: SelectionRules
  ) throws(CommandFailure) {
    if let best {
      guard let refusal = rules.refusal(of: best.value) else { return }
      throw CommandFailure(.usage, ChoiceTexts.refusedBest(best.value, refusal, rules))
    }
    let count = listed.addresses.count
    guard listed.hasFolders, !all, rules.refusal(of: count) != nil else { return }
    let unusable = listed.refusedAtSight
    if !unusable.isEmpty { throw CommandFailure(CollageError.photos(unusable)) }
    throw CommandFailure(
      .usage,
      ChoiceTexts.refused(
        count, below: listed.belowCount, in: listed.onlyFolder, collages: named.collages, rules))
  }

  /// The photos to use.
  func photos(
    among listed: ListedPhotos, _ progress: ProgressLine, _ signals: SignalWatch
  ) throws(CommandFailure) -> ChosenPhotos {
    try signals.outcome(
      of: chooser.photos(among: listed) { done, all in
        progress.show(every: .milliseconds(100)) { SeriesTexts.progress(done, of: all) }
      })
  }

  /// With `--all`, the rules allow so many photos.
  func widen(_ rules: inout SelectionRules, to count: Int) {
    guard all else { return }
    rules.maxCount = max(rules.maxCount, count)
    if count % 2 != 0 { rules.allowsAnyCount = true }
  }

  private var chooser: PhotoChooser {
    PhotoChooser(best.map { .best($0.value) } ?? .all, folders.reading, store: .ofUser)
  }
}
