/// A file of an index, as a key that is cheap to compare: it is equal only to the same file of the
/// same scan.
struct FoundFile: Hashable, Sendable {
  private let block: PhotoBlock
  private let index: Int

  /// Nil for a photo from the web.
  init?(_ photo: PickerPhoto) {
    guard case .file(let file) = photo else { return nil }
    (block, index) = (file.block, file.index)
  }

  var photo: PickerPhoto { .file(IndexedPhoto(block: block, index: index)) }

  static func == (first: Self, second: Self) -> Bool {
    first.block === second.block && first.index == second.index
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(block))
    hasher.combine(index)
  }
}
