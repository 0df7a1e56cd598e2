/// What a photo or a sidecar says beside pixels that its owner may have said: when it was taken,
/// stars, persons, words.
package struct StatedFacts: Hashable, Sendable {
  /// Which text a title is; the first that there is counts.
  package enum TitleKind: Int, Comparable, Sendable {
    case title, objectName, headline, iptcHeadline, description, caption, imageDescription
    case pngTitle, pngDescription, takeout

    package static func < (first: TitleKind, second: TitleKind) -> Bool {
      first.rawValue < second.rawValue
    }
  }

  package struct Title: Hashable, Sendable {
    package let kind: TitleKind
    package let text: String

    package init(_ kind: TitleKind, _ text: String) {
      self.kind = kind
      self.text = text
    }
  }

  /// The most names and keywords that are read of one photo.
  static let maxNames = 1000

  package var moments = StatedMoments()
  /// 1 to 5 stars, or -1 for a rejected photo; nil if there are none.
  package var rating: Int?
  package var isFavourite = false
  /// Without duplicates, in the order in which they are stated.
  package var people: [String] = []
  package var keywords: [String] = []
  package var title: Title?
  /// What somebody wrote for people who don't see the photo; nil if nobody did.
  package var altText: String?
  /// What somebody wrote below the photo: no text of a camera. Nil if nobody did.
  package internal(set) var description: String?

  package init() {}

  package mutating func setPeople(_ names: [String]) { people = names.uniqued() }

  /// - Parameter text: Takeout's description.
  package mutating func setTitle(takeout text: String?) {
    setTitle([(.takeout, text)])
    setDescription([text])
  }

  /// The first description that is no text of a camera.
  mutating func setDescription(_ texts: [String?]) {
    description = texts.compactMap(\.self).first { !CameraBoilerplate.contains($0) }
  }

  /// The first title that is no text of a camera.
  mutating func setTitle(_ titles: [(TitleKind, String?)]) {
    for (kind, text) in titles {
      if let text, !CameraBoilerplate.contains(text) {
        title = Title(kind, text)
        return
      }
    }
  }
}

extension Sequence<String> {
  /// The first of each, up to the limit.
  func uniqued(atMost limit: Int = StatedFacts.maxNames) -> [String] {
    var seen: Set<String> = []
    var names: [String] = []
    for name in self where seen.insert(name).inserted {
      names.append(name)
      if names.count == limit { break }
    }
    return names
  }
}
