internal import PhotoSources
internal import ReactiveTraits

/// A page of a picker's hits. Two are equal if they show the same photos of the same hits, as far
/// as their ends tell.
struct HitsPage: Sendable {
  let range: Range<Int>
  let hits: PickerHits

  /// Which of its photos have the same bytes as one before them: one set, then finished. Cold; in
  /// the background.
  func repeated(_ finder: DuplicateFinder) -> Single<Set<PickerPhoto.ID>, Never> {
    Single<[IndexedPhoto], Never>.work { _ in hits.files }.flatMap { files in
      finder.duplicates(among: files, shown: range)
        .map { duplicates in Set(range.filter(duplicates.isRepeated).map { hits[$0].id }) }
    }
  }
}

extension HitsPage: Hashable {
  static func == (first: Self, second: Self) -> Bool {
    first.range == second.range && first.hits.count == second.hits.count
      && first.ends == second.ends
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(range)
    hasher.combine(hits.count)
  }

  private var ends: [PickerPhoto] {
    range.isEmpty ? [] : [hits[range.lowerBound], hits[range.upperBound - 1]]
  }
}

extension PickerHits {
  /// - Cost: 24 bytes a photo.
  fileprivate var files: [IndexedPhoto] {
    compactMap { if case .file(let photo) = $0 { photo } else { nil } }
  }
}
