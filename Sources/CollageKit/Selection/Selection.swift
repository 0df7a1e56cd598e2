/// The photos chosen so far, in order. The same photo may be chosen more than once.
package struct Selection: Hashable, Sendable {
  package private(set) var photos: [Photo]

  package init(_ photos: [Photo] = []) { self.photos = photos }

  package var count: Int { photos.count }
}
