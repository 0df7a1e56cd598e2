import Testing

/// What decodes faster than libjpeg and libpng alone, and can be left out of a build.
enum FastPaths {
  #if COLLAGE_PLAIN
    static let areBuilt = false
  #else
    static let areBuilt = true
  #endif

  static let reason: Comment = "built without the fast paths (COLLAGE_PLAIN)"
}
