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

  /// For each photo, a number by which it is sorted, the greatest first.
  func ranks(of owners: [OwnerFacts]) -> [Int] {
    switch self {
    case .name, .folder: return owners.map { _ in 0 }
    case .date:
      let times = TimesInOrder(owners.map(\.moment))
      return owners.map { $0.moment.map(times.instant(of:)) ?? .min }
    case .rating: return owners.map { $0.rating ?? 0 }
    }
  }

  /// Whether the first comes before the second.
  ///
  /// - Parameters: two photos, and their ranks.
  func areInOrder(_ first: IndexedPhoto, _ rank: Int, _ second: IndexedPhoto, _ otherRank: Int)
    -> Bool
  {
    let (block, other) = (first.block, second.block)
    switch self {
    case .name: break
    case .folder:
      let folder = block.compareFolder(with: other)
      if folder != 0 { return folder < 0 }
    case .date, .rating:
      if rank != otherRank { return rank > otherRank }
    }
    let order = block.compareName(first.index, with: other, second.index)
    return order != 0 ? order < 0 : block.compareFolder(with: other) < 0
  }
}
