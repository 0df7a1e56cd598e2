internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import Glibc
internal import PhotoCodecs
internal import PhotoSources

extension FindCommand {
  /// Prints what the photos have in common, and how many have each, instead of their paths.
  func printCounts(
    of photos: [IndexedPhoto], by field: Tally.Field, _ signals: SignalWatch
  ) throws(CommandFailure) {
    let tally = Tally(of: photos, by: field)
    if let failure = signals.failure { throw failure }
    guard !tally.entries.isEmpty else {
      throw CommandFailure(.nothingFound, FindTexts.nothingToCount(by: field, among: photos.count))
    }
    let output = RowOutput(ProgressLine(isWanted: false))
    let isTerminal = isatty(STDOUT_FILENO) == 1
    for entry in tally.entries.prefix(limit?.value ?? .max) {
      let report: Report = ["value": entry.value, "photos": entry.count]
      let value = isTerminal ? entry.value.displayedRaw : entry.value
      let row = json ? report.json : "\(entry.count)\t\(value)"
      guard output.append(row) else { break }
    }
    try output.finish()
    if tally.withoutCount > 0 {
      StandardError.error([FindTexts.uncounted(tally.withoutCount, by: field)])
    }
  }

  /// - Throws: for options that say something of paths, beside `--count-by`.
  func validateCounting() throws {
    guard countBy != nil else { return }
    if web { throw ValidationError("--count-by counts photos in folders; leave out --web") }
    if isNullTerminated { throw ValidationError("--count-by prints no paths; leave out -0") }
    if sort != nil {
      throw ValidationError(
        "--count-by has its own order, the most frequent first or times in "
          + "theirs; leave out --sort")
    }
    if series.isUsed {
      throw ValidationError("--count-by counts all photos; leave out --distinct and --best")
    }
  }
}

extension Tally.Field: ExpressibleByArgument {}
