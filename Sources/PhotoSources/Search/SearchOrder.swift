internal import PhotoCodecs

/// The order of a search's results.
package enum SearchOrder: String, CaseIterable, Sendable {
  /// By file name in natural order, in which 2.jpg comes before 10.jpg; then by folder.
  case name
  /// By the folder's path, then by file name, both in natural order.
  case folder
  /// The newest first. Photos without a date come last.
  case date
}

/// A photo that was found, with its date if the order needs it.
struct SearchHit: Sendable {
  let photo: IndexedPhoto
  let date: LocalTime?
}

extension SearchOrder {
  /// Whether the first comes before the second.
  func areInOrder(_ first: SearchHit, _ second: SearchHit) -> Bool {
    areInOrder(first.photo, first.date?.digits ?? 0, second.photo, second.date?.digits ?? 0)
  }

  /// - Parameters: two photos, and the digits of their dates, 0 for none.
  func areInOrder(_ first: IndexedPhoto, _ date: Int, _ second: IndexedPhoto, _ otherDate: Int) -> Bool {
    let (block, other) = (first.block, second.block)
    let name = { block.compareName(first.index, with: other, second.index) }
    switch self {
    case .name: break
    case .folder:
      let folder = block.compareFolder(with: other)
      if folder != 0 { return folder < 0 }
    case .date:
      if date != otherDate { return date > otherDate }
    }
    let order = name()
    return order != 0 ? order < 0 : block.compareFolder(with: other) < 0
  }
}
