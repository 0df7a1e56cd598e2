package import Imaging
package import PhotoCodecs

/// What a search may need of a photo: of its header, its sidecars and its name.
package struct PhotoFacts: Hashable, Sendable {
  /// The upright size in pixels; nil if the header can't be read.
  package let size: PixelSize?
  /// When it was taken, and what its owner said of it.
  package let owner: OwnerFacts

  init(size: PixelSize?, _ owner: OwnerFacts) { (self.size, self.owner) = (size, owner) }
}
