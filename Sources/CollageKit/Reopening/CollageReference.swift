package import SystemPackage

/// Which saved collage is meant.
package enum CollageReference: Hashable, Sendable {
  /// The one in the library whose id begins so.
  case id(AssetIDPrefix)
  case file(FilePath)
}
