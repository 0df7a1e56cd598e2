internal import ArgumentParser

/// Which of the photos that show the same are printed.
struct SeriesOptions: ParsableArguments {
  @Flag(
    help:
      "Of photos that show the same moment (bursts, copies, edits), print only the best.")
  var distinct = false

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "Print the n best photos, none of which show the same: those with most stars, then spread "
        + "over time and views, in the order in which they were taken.",
      valueName: "n"), transform: Count.argument)
  var best: Count?

  @Flag(help: "With --distinct or --best, explain the choice on standard error.")
  var explain = false

  /// Whether any of them needs photos to be compared.
  var isUsed: Bool { distinct || best != nil }
}
