internal import Files
package import PhotoCodecs
package import SystemPackage

/// A photo that was measured.
package struct SeriesPhoto: Sendable {
  /// What doesn't depend on other photos; one object, because lists of many photos are copied.
  private final class Found: Sendable {
    let place: Int
    let path: FilePath
    let traits: PhotoTraits
    let identity: FileIdentity
    let owner: OwnerFacts

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
  }

  private let found: Found
  /// Where it stands in time among the others, in milliseconds; nil if nothing tells.
  package private(set) var time: Int?

  init(
    _ place: Int, _ path: FilePath, _ traits: PhotoTraits, _ identity: FileIdentity,
    _ owner: OwnerFacts
  ) {
    found = Found(place, path, traits, identity, owner)
  }

  /// Its index in the list that was given.
  package var place: Int { found.place }
  package var path: FilePath { found.path }
  package var traits: PhotoTraits { found.traits }
  package var identity: FileIdentity { found.identity }
  /// When it was taken, and what its owner said of it.
  package var owner: OwnerFacts { found.owner }

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
