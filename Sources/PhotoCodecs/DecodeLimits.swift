/// What a photo may ask for before it counts as hostile.
package struct DecodeLimits: Hashable, Sendable {
  /// Pixels of one photo; 16383 squared by default, a quarter of a gigapixel.
  package var pixels: Int
  /// Scans of one progressive JPEG; 100 by default, where encoders write about ten.
  package var scans: Int

  package init(pixels: Int = 16_383 * 16_383, scans: Int = 100) {
    self.pixels = pixels
    self.scans = scans
  }
}
