/// The series that a picker knows of, and which photos stand for them.
///
/// What is known of photos outlives a search, so that the next one shows its hits folded at once.
struct KnownSeries: Sendable {
  private struct Member {
    let series: Int
    let isBest: Bool
    /// Whether it is shown when the series is folded.
    var isShown: Bool
    var isUnfolded: Bool
  }

  private var members: [FoundFile: Member] = [:]
  /// How many series were ever known.
  private var count = 0

  /// Replaces what is known of the photos that were compared.
  ///
  /// - Parameter isKept: whether a photo stays to be seen; if none of a series does, its best one
  ///   is seen.
  mutating func update(
    _ series: FoundSeries, among found: PickerHits, isKept: (PickerPhoto) -> Bool
  ) {
    let old = members
    for file in series.compared.lazy.compactMap({ FoundFile(found[$0]) }) { members[file] = nil }
    for group in series.groups {
      let files = group.places.compactMap { place in
        FoundFile(found[place]).map { (place: place, file: $0) }
      }
      let isUnfolded = files.contains { old[$0.file]?.isUnfolded == true }
      for (place, file) in files {
        members[file] = Member(
          series: count, isBest: place == group.best, isShown: false, isUnfolded: isUnfolded)
      }
      count += 1
    }
    show(isKept) { old[$0]?.series != $1.series }
  }

  /// Unfolds a photo's series, or folds it again.
  ///
  /// - Parameter isKept: which photos are seen once it is folded, as above.
  mutating func toggle(_ photo: PickerPhoto, isKept: (PickerPhoto) -> Bool) {
    guard let member = FoundFile(photo).flatMap({ members[$0] }) else { return }
    for (file, other) in members where other.series == member.series {
      members[file]!.isUnfolded = !member.isUnfolded
    }
    if member.isUnfolded { show(isKept) { $1.series == member.series } }
  }

  /// Folds or unfolds all.
  ///
  /// - Parameter photo: whose series is left as it is; nil for none.
  mutating func setUnfolded(_ isUnfolded: Bool, except photo: PickerPhoto? = nil) {
    let excepted = photo.flatMap(FoundFile.init).flatMap { members[$0] }?.series
    for (file, member) in members where member.series != excepted {
      members[file]!.isUnfolded = isUnfolded
    }
  }

  /// Decides anew which photos stand for their series.
  mutating func show(_ isKept: (PickerPhoto) -> Bool) { show(isKept) { _, _ in true } }

  private mutating func show(
    _ isKept: (PickerPhoto) -> Bool, of isConcerned: (FoundFile, Member) -> Bool
  ) {
    let concerned = members.filter { isConcerned($0.key, $0.value) }
    let kept = Set(concerned.keys.filter { isKept($0.photo) })
    let keeping = Set(kept.map { members[$0]!.series })
    for (file, member) in concerned {
      members[file]!.isShown =
        keeping.contains(member.series) ? kept.contains(file) : member.isBest
    }
  }

  /// The photos that were found, folded; nil if none show the same.
  ///
  /// - Parameter isUnfolded: whether all are shown, in the order in which they were found.
  func folded(_ found: PickerHits, showingAll isUnfolded: Bool) -> FoldedHits? {
    guard !members.isEmpty else { return nil }
    let known = found.map { FoundFile($0).flatMap { members[$0] } }
    let groups = Dictionary(grouping: known.indices.filter { known[$0] != nil }) {
      known[$0]!.series
    }.filter { $0.value.count > 1 }
    guard !groups.isEmpty else { return nil }
    var (places, series, standIns) = ([Int](), [Int: TileSeries](), [Int: Int]())
    places.reserveCapacity(found.count)
    for place in found.indices {
      guard let member = known[place], let group = groups[member.series] else {
        places.append(place)
        continue
      }
      let lead =
        group.first { known[$0]!.isShown } ?? group.first { known[$0]!.isBest } ?? group[0]
      let isFolded = !member.isUnfolded && !isUnfolded
      series[place] = TileSeries(
        count: group.count, isBest: member.isBest, isFolded: isFolded && place == lead)
      if isUnfolded || place == lead || (isFolded && member.isShown) {
        places.append(place)
      } else if isFolded {
        standIns[place] = lead
      }
      // The others follow the one that the user has seen.
      if !isUnfolded, !isFolded, place == lead { places += group.filter { $0 != lead } }
    }
    return FoldedHits(found, places: places, series: series, standIns: standIns)
  }
}
