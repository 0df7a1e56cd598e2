internal import ArgumentParser
internal import CollageKit
internal import CollageTerminal
internal import ThreadPool

/// `collage library verify`: reads every asset and compares it with its id.
struct LibraryVerifyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "verify",
    abstract: "Read every saved collage and check it against its id.",
    discussion: """
      Prints a line for each file: intact, changed (by another program, or by damage, since it was \
      saved), damaged, missing, unreadable, foreign (not made by collage) or leftover (from a \
      killed run); album for each album, and dangling for a collage in an album that no longer \
      exists. With ids, checks only those; an id without a file is missing. Exits with 65 if \
      anything is changed, damaged or only named like a collage, or else with 66 if anything is \
      missing, unreadable or dangling.
      """)

  @OptionGroup var library: LibraryOptions

  @Argument(
    help: ArgumentHelp(
      "The first four or more characters of each id; all collages by default.", valueName: "id"),
    completion: .savedCollages, transform: AssetIDPrefix.argument)
  var ids: [AssetIDPrefix] = []

  @Flag(help: "Print a JSON object for each file.")
  var json = false

  @OptionGroup var sandbox: SandboxOptions

  func run() throws {
    let signals = SignalWatch(message: "interrupted; only the files printed so far were checked")
    let progress = ProgressLine(isWanted: true)
    // Unbuffered, because reading the next file may take long.
    let output = RowOutput(progress, unbuffered: true)
    defer { progress.finish() }
    let tally = Locked(FindingTally())
    let report = { @Sendable [json] (finding: Finding, share: Double) -> Bool in
      tally.withLock { $0.add(finding) }
      output.append(
        json
          ? (["state": finding.kind.rawValue, "path": finding.path.inJSON] as Report).json
          : "\(finding.kind.rawValue)\t\(finding.path.displayed)")
      let bar = ProgressBar(share)
      output.show { "\(bar.text) \(bar.percent)%" }
      // Everything is checked even if nobody reads all rows, because the exit status covers
      // everything.
      return true
    }
    let library = try library.resolved()
    try signals.outcome(
      of: ids.isEmpty ? library.verification(report) : library.verification(of: ids, report))
    try output.finish()
    progress.finish()
    StandardError.tellReader([tally.withLock(\.summary)])
    if let failure = tally.withLock({ $0.failure }) { throw failure }
  }
}

/// Counts the findings of `library verify` by kind, and derives the failure.
struct FindingTally {
  private var counts: [Finding.Kind: Int] = [:]
  /// Albums whose ids can't be read; they also count as damaged.
  private var albums = 0
  /// Files with a collage's name that aren't ours; they also count as foreign.
  private var impostors = 0

  mutating func add(_ finding: Finding) {
    counts[finding.kind, default: 0] += 1
    if finding.isAlbumID { albums += 1 }
    if finding.isImpostor { impostors += 1 }
  }

  /// How many there are of each kind: "12 intact, 1 changed".
  var summary: String {
    let known = Finding.Kind.allCases.compactMap { kind in
      counts[kind].map { "\($0) \(kind.rawValue)" }
    }
    return known.isEmpty ? "there is nothing to check" : known.joined(separator: ", ")
  }

  /// Nil if everything is in order.
  var failure: CommandFailure? {
    let damaged = counts[.damaged, default: 0] - albums
    let changed = counts[.changed, default: 0]
    if changed > 0 {
      let others = damaged > 0 ? "\(damaged) damaged, " : ""
      let verb = changed == 1 ? "it was" : "they were"
      return CommandFailure(
        .data,
        "\(others)\(changed) changed since \(verb) saved; keep the changes under another name, or "
          + "move them to the trash with 'collage library remove', before making a collage again")
    }
    if damaged > 0 {
      return CommandFailure(.data, "\(damaged) damaged; make them again from their photos")
    }
    if albums > 0 {
      return CommandFailure(
        .data, "\(albums) without an album id; delete this file in each to keep plain folders")
    }
    if impostors > 0 {
      return CommandFailure(
        .data,
        "\(impostors) named like a collage, but not made by collage; move them away, or make the "
          + "collages with --force"
      )
    }
    let dangling = counts[.dangling, default: 0]
    guard dangling > 0 || counts[.missing] != nil || counts[.unreadable] != nil else { return nil }
    let advice =
      dangling > 0 ? ", \(dangling) dangling; take these out with 'collage library album take'" : ""
    return CommandFailure(
      .noInput,
      "\(counts[.missing, default: 0]) missing, \(counts[.unreadable, default: 0]) "
        + "unreadable\(advice)"
    )
  }
}
