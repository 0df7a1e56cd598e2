/// How photos fit their frames.
package enum PhotoFit: String, Hashable, Sendable, CaseIterable {
  /// They fill them, and are cropped for that.
  case fill
  /// All are shown whole; a frame is as large as its photo can be in the place for it.
  case whole
}
