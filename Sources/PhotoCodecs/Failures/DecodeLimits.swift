internal import ThreadPool

/// Limits above which a photo is rejected as hostile.
package struct DecodeLimits: Hashable, Sendable {
  /// Maximum pixels of one photo; 16383 squared by default, a quarter of a gigapixel.
  package var pixels: Int
  /// Maximum scans of one progressive JPEG; 100 by default, while encoders write about ten.
  package var scans: Int
  /// Whether the JPEG in a PDF of ours is read, for lists of collages; false by default, because a
  /// PDF is no photo.
  package var readsCollagePDFs = false
  /// Whether a header says where a photo's gain map is, which takes a few reads more; false by
  /// default.
  package var readsGainMaps = false

  /// Whether workers decode only with every protection; false by default, when they do with those
  /// that the system has.
  package var requiresSandbox = false

  private static let isSandboxAlwaysRequired = Locked(false)

  /// From now on every photo and every text requires it, whatever its limits say.
  package static func requireSandbox() { isSandboxAlwaysRequired.withLock { $0 = true } }

  package static var alwaysRequireSandbox: Bool { isSandboxAlwaysRequired.withLock { $0 } }

  var requiresProtections: Bool { requiresSandbox || Self.alwaysRequireSandbox }

  /// The most that `pixels` may be: bytes of such a picture still are a number.
  package static let maxPixels = 1_000_000_000_000

  package init(pixels: Int = 16_383 * 16_383, scans: Int = 100) {
    self.pixels = pixels
    self.scans = scans
  }
}
