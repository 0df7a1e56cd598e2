internal import PhotoCodecs

/// The order of a search's results.
package enum SearchOrder: String, CaseIterable, Sendable {
  /// By file name in natural order, in which 2.jpg comes before 10.jpg; then by folder.
  case name
  /// By the folder's path, then by file name, both in natural order.
  case folder
  /// Most stars first, rejected photos last.
  case rating
  /// The newest first. Photos without a date come last.
  case date

  /// Whether it depends on photos' headers and sidecars.
  var needsFacts: Bool { self == .date || self == .rating }

  /// For each photo, a number by which it is sorted, the greatest first. One whose header isn't
  /// known counts by its name and its file.
  func ranks(of photos: [IndexedPhoto]) -> [Int] {
    switch self {
    case .name, .folder: return photos.map { _ in 0 }
    case .date:
      let moments = known(of: photos) { known, photo in
        known.contains(photo.index) ? known.moment(photo.index) : photo.momentByName
      }
      let times = TimesInOrder(moments)
      return moments.map { $0.map(times.instant(of:)) ?? .min }
    case .rating: return known(of: photos) { known, photo in known.rating(photo.index) ?? 0 }
    }
  }

  private func known<Value>(
    of photos: [IndexedPhoto], _ value: (PackedFacts, IndexedPhoto) -> Value
  ) -> [Value] {
    var facts: [ObjectIdentifier: PackedFacts] = [:]
    var last: (block: PhotoBlock, facts: PackedFacts)?
    return photos.map { photo in
      if let last, last.block === photo.block { return value(last.facts, photo) }
      let known = facts[ObjectIdentifier(photo.block)] ?? photo.block.knownFacts
      facts[ObjectIdentifier(photo.block)] = known
      last = (photo.block, known)
      return value(known, photo)
    }
  }

  /// Whether the first of two photos with the same rank comes before the second.
  func areInOrder(_ first: IndexedPhoto, _ second: IndexedPhoto) -> Bool {
    let (block, other) = (first.block, second.block)
    if self == .folder {
      let folder = block.compareFolder(with: other)
      if folder != 0 { return folder < 0 }
    }
    let order = block.compareName(first.index, with: other, second.index)
    return order != 0 ? order < 0 : block.compareFolder(with: other) < 0
  }
}
