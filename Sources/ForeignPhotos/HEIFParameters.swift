internal import CForeignPhotos

/// What the worker needs to know to decode a HEIC or AVIF.
package struct HEIFParameters: Hashable, Sendable {
  /// How many box types may be replaced.
  package static let maxPatches = Int(CFOREIGN_HEIF_MAX_PATCHES)

  /// The item to decode.
  package var item: UInt32
  /// Offsets in the file of four-byte box types that are replaced by "free" in the worker's copy; the first `maxPatches`.
  package var patches: [UInt64] = []
  package var hasAlpha = false
  package var isPremultiplied = false
  /// Matrix coefficients of ITU-T H.273; nil for the bitstream's.
  package var matrix: UInt8?
  /// Primaries of ITU-T H.273; nil for the bitstream's.
  package var primaries: UInt8?
  /// Nil for the bitstream's.
  package var isFullRange: Bool?

  package init(item: UInt32) { self.item = item }

  var code: cforeign_heif_request {
    var request = cforeign_heif_request()
    request.item = item
    request.patch_count = UInt32(min(patches.count, Self.maxPatches))
    unsafe withUnsafeMutableBytes(of: &request.patches) { bytes in
      let places = unsafe bytes.bindMemory(to: UInt64.self)
      for (index, patch) in patches.prefix(Self.maxPatches).enumerated() { unsafe places[index] = patch }
    }
    request.has_alpha = hasAlpha ? 1 : 0
    request.is_premultiplied = isPremultiplied ? 1 : 0
    request.matrix = matrix.map(Int32.init) ?? -1
    request.primaries = primaries.map(Int32.init) ?? -1
    request.is_full_range = isFullRange.map { $0 ? 1 : 0 } ?? -1
    return request
  }
}
