internal import CollageKit
internal import PhotoCodecs

/// What a photo's owner said of it, in words.
enum OwnerWords {
  /// Nobody listens to more of a text.
  private static let maxLength = 1000

  /// What its owner thinks of it: "4 stars", "favourite", "rejected"; empty if nothing is known.
  static func opinion(of owner: OwnerFacts) -> [String] {
    let stars = owner.rating.map { rating in
      owner.isRejected ? "rejected" : "\(rating) star\(rating == 1 ? "" : "s")"
    }
    return [stars, owner.isFavourite ? "favourite" : nil].compactMap(\.self)
  }

  /// "Ann", "Ann and Bob", "Ann, Bob and Carl".
  static func people(_ names: [String]) -> String {
    let names = names.prefix(20).map(shown)
    guard names.count > 1 else { return names.first ?? "" }
    return names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
  }

  /// A text of the owner's on one line, cut where it gets too long.
  static func shown(_ text: String) -> String {
    let words = text.prefix(maxLength).split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return Array(words.utf8).displayed + (text.count > maxLength ? ", and so on" : "")
  }
}
