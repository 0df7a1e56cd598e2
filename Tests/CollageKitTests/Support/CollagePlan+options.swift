import PhotoCodecs

@testable import CollageKit

extension CollagePlan {
  /// A plan of photos with what was asked for.
  init(
    _ photos: [Photo], _ asked: CollageOptions, faces: FaceFinder? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(CollageError) {
    try self.init(photos, MadeOptions(asked), faces: faces, isCancelled: isCancelled)
  }
}
