import Glibc

/// What decodes faster than libjpeg and libpng alone, and can be left out of a build.
package enum FastPaths {
  /// Whether they must be there. Not asked of the readers: those that never use them must fail.
  package static let areBuilt = unsafe getenv("COLLAGE_PLAIN") == nil
}
