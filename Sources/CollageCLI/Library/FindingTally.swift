internal import CollageKit

/// How many findings of each kind `library verify` has, and the failure that they come to.
struct FindingTally {
  private var counts: [Finding.Kind: Int] = [:]
  /// Albums whose ids can't be read, which count as damaged.
  private var albums = 0
  /// Files with a collage's name that are not ours, which count as foreign.
  private var impostors = 0

  mutating func add(_ finding: Finding) {
    counts[finding.kind, default: 0] += 1
    if finding.isAlbumID { albums += 1 }
    if finding.isImpostor { impostors += 1 }
  }

  /// Nil when all is well.
  var failure: CommandFailure? {
    let damaged = counts[.damaged, default: 0] - albums
    if damaged > 0 {
      return CommandFailure(.data, "\(damaged) damaged; make them again from their photos, with --force if need be")
    }
    if albums > 0 {
      return CommandFailure(.data, "\(albums) without an album's id; delete this file in each to keep plain folders")
    }
    if impostors > 0 {
      return CommandFailure(
        .data, "\(impostors) with a collage's name, but not ours; move them away, or make the collages with --force")
    }
    let dangling = counts[.dangling, default: 0]
    guard dangling > 0 || counts[.missing] != nil || counts[.unreadable] != nil else { return nil }
    let advice = dangling > 0 ? ", \(dangling) dangling; take these out with 'collage library album take'" : ""
    return CommandFailure(
      .noInput, "\(counts[.missing, default: 0]) missing, \(counts[.unreadable, default: 0]) unreadable\(advice)")
  }
}
