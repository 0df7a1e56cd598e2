internal import Files
package import PhotoCodecs
package import SystemPackage

/// A photo that was measured.
package struct SeriesPhoto: Sendable {
  /// Its index in the list that was given.
  package let place: Int
  package let path: FilePath
  package let traits: PhotoTraits
  package let identity: FileIdentity
  /// When it was taken, and what its owner said of it.
  package let owner: OwnerFacts
  /// Where it stands in time among the others, in milliseconds; nil if nothing tells.
  package private(set) var time: Int?

  init(
    _ place: Int, _ path: FilePath, _ traits: PhotoTraits, _ identity: FileIdentity,
    _ owner: OwnerFacts
  ) {
    self.place = place
    self.path = path
    self.traits = traits
    self.identity = identity
    self.owner = owner
  }

  /// Nil if not even the file's time can be shown.
  package var moment: MomentTaken? { owner.moment }

  /// The photos, placed in time.
  static func placed(_ photos: [SeriesPhoto]) -> [SeriesPhoto] {
    let times = TimesInOrder(photos.map(\.moment))
    return photos.map { photo in
      var photo = photo
      photo.time = photo.moment.map { times.instant(of: $0) / 1000 }
      return photo
    }
  }
}
