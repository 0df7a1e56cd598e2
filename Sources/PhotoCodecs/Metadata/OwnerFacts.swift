/// What is known of a photo beside its pixels: when it was taken, and what its owner said of it, by
/// the file, what lies beside it, and its name.
package struct OwnerFacts: Hashable, Sendable {
  /// Nil if nothing tells.
  package let moment: MomentTaken?
  /// 1 to 5 stars, or -1 for a rejected photo; nil if there are none.
  package let rating: Int?
  package let isFavourite: Bool
  package let people: [String]
  package let keywords: [String]
  package let title: String?
  /// What somebody wrote for people who don't see the photo, and below it; nil for nothing, and for
  /// a photo in an index, which doesn't keep them.
  package var altText: String?
  package var description: String?

  package var isRejected: Bool { rating == -1 }

  /// What was found before.
  package init(
    moment: MomentTaken?, rating: Int?, isFavourite: Bool, people: [String], keywords: [String],
    title: String?
  ) {
    self.moment = moment
    self.rating = rating
    self.isFavourite = isFavourite
    self.people = people
    self.keywords = keywords
    self.title = title
  }

  /// - Parameters:
  ///   - photo: what it states itself.
  ///   - sidecar: what the XMP file beside it says, which its owner said last: field by field, it
  ///     replaces what the photo states. Nil if there is none.
  ///   - takeout: what Google's Takeout says in a file beside it, which adds to that. Nil if there
  ///     is none.
  ///   - name: of the file; nil if it isn't the user's.
  ///   - modified: the file's time, in seconds since 1970, UTC; nil if it isn't the user's.
  package init(
    _ photo: StatedFacts, sidecar: StatedFacts? = nil, takeout: StatedFacts? = nil, name: [UInt8]?,
    modified: Int?
  ) {
    moment = MomentTaken(
      photo.moments, sidecar: sidecar?.moments ?? StatedMoments(),
      takeout: takeout?.moments.original, name: name, modified: modified)
    rating = sidecar?.rating ?? photo.rating
    isFavourite =
      photo.isFavourite || sidecar?.isFavourite == true || takeout?.isFavourite == true
    func list(_ list: (StatedFacts) -> [String]) -> [String] {
      sidecar.map(list).flatMap { $0.isEmpty ? nil : $0 } ?? list(photo)
    }
    people = (list(\.people) + (takeout?.people ?? [])).uniqued()
    keywords = list(\.keywords)
    title =
      [sidecar?.title, photo.title, takeout?.title].compactMap(\.self)
      .min { $0.kind < $1.kind }?.text
    altText = sidecar?.altText ?? photo.altText
    description = sidecar?.description ?? photo.description ?? takeout?.description
  }
}
