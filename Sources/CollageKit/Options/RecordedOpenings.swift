internal import Imaging
internal import PhotoCodecs

/// In which openings of its template a saved collage had its photos. A collage that is made again
/// from the same photos keeps them there, however photos are given to openings then.
struct RecordedOpenings: Hashable, Sendable {
  private struct Key: Hashable {
    let identity: FileIdentity
    let turn: Turn
  }

  private let template: Digest
  private let photos: [Key]
  /// Of each photo its opening, from 0.
  private let places: [Int]

  /// - Parameter photos: as they are turned.
  init(_ places: [Int], of photos: [Photo], in template: Template) {
    self.template = template.picture.digest
    self.photos = photos.map(Self.key)
    self.places = places
  }

  /// Nil for other photos, for some that are turned in another way, and for another template.
  func places(of photos: [Photo], in template: Template) -> [Int]? {
    template.picture.digest == self.template && photos.map(Self.key) == self.photos
      ? places : nil
  }

  private static func key(_ photo: Photo) -> Key {
    Key(identity: photo.identity, turn: photo.header.turn)
  }
}
