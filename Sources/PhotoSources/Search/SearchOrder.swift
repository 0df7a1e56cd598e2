/// The order of a search's results.
package enum SearchOrder: String, CaseIterable, Sendable {
  /// By file name in natural order, in which 2.jpg comes before 10.jpg; then by folder.
  case name
  /// By the folder's path, then by file name, both in natural order.
  case folder
  /// The newest first. Photos without a date come last.
  case date

  /// Whether the first comes before the second.
  ///
  /// - Parameters: two photos, and the digits of their dates, 0 for none.
  func areInOrder(_ first: IndexedPhoto, _ date: Int, _ second: IndexedPhoto, _ otherDate: Int)
    -> Bool
  {
    let (block, other) = (first.block, second.block)
    switch self {
    case .name: break
    case .folder:
      let folder = block.compareFolder(with: other)
      if folder != 0 { return folder < 0 }
    case .date:
      if date != otherDate { return date > otherDate }
    }
    let order = block.compareName(first.index, with: other, second.index)
    return order != 0 ? order < 0 : block.compareFolder(with: other) < 0
  }
}
