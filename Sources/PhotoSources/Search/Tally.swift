internal import PhotoCodecs

/// What photos have in common, and how many of them have each: the keywords that there are, or the
/// months in which photos were taken.
package struct Tally: Sendable {
  /// What is counted. A photo may have several people and keywords, and one of each of the others.
  package enum Field: String, CaseIterable, Sendable {
    case person, keyword, title, year, month, day, rating, format
  }

  package struct Entry: Hashable, Sendable {
    /// As it can be searched for: "food", "2024-07", "4".
    package let value: String
    /// How many photos have it, 1 or more.
    package let count: Int
  }

  /// Times in their order; else the most frequent first, and equally frequent ones by the alphabet.
  package let entries: [Entry]
  /// How many photos have none.
  package let withoutCount: Int

  /// - Cost: that of photos' headers, where they aren't known.
  package init(of photos: [IndexedPhoto], by field: Field) {
    var counts: [String: Int] = [:]
    var withoutCount = 0
    for photo in photos {
      let values = field.values(of: photo)
      if values.isEmpty { withoutCount += 1 }
      for value in Set(values) { counts[value, default: 0] += 1 }
    }
    self.withoutCount = withoutCount
    entries = counts.map { Entry(value: $0.key, count: $0.value) }.sorted { first, second in
      if !field.isTime, first.count != second.count { return first.count > second.count }
      return first.value < second.value
    }
  }
}

extension Tally.Field {
  fileprivate var isTime: Bool {
    switch self {
    case .year, .month, .day: true
    case .person, .keyword, .title, .rating, .format: false
    }
  }

  fileprivate func values(of photo: IndexedPhoto) -> [String] {
    /// The beginning of the photo's date, where it is known so precisely.
    func date(_ length: Int) -> [String] {
      guard let text = photo.moment()?.description, text.count >= length else { return [] }
      return [String(text.prefix(length))]
    }
    return switch self {
    case .person: photo.facts().owner.people
    case .keyword: photo.facts().owner.keywords
    case .title: [photo.facts().owner.title].compactMap(\.self)
    case .year: date("2024".count)
    case .month: date("2024-07".count)
    case .day: date("2024-07-15".count)
    case .rating: photo.facts().owner.rating.map { [$0 < 0 ? "rejected" : "\($0)"] } ?? []
    case .format: [photo.format.rawValue]
    }
  }
}
