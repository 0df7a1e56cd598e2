@testable import PhotoCodecs
internal import Imaging

/// A header that is read keeps to the limits, is the same a second time, and whatever is wrong is
/// the fault of the bytes.
///
/// - Parameter formats: others are left to their own targets.
func checkHeader(_ bytes: [UInt8], of formats: Set<PhotoFormat>) throws {
  guard let format = try? PhotoFormat.recognise(Array(bytes.prefix(PhotoFormat.signatureLength))),
    formats.contains(format)
  else { return }
  var limits = DecodeLimits(pixels: 100_000_000)
  limits.readsGainMaps = true
  try checkHeader(bytes, limits)
}

private func checkHeader(_ bytes: [UInt8], _ limits: DecodeLimits) throws {
  try withPhoto(bytes) { file throws(BrokenPromise) in
    let one = Result { () throws(CodecError) in try PhotoHeader(of: file, limits: limits) }
    let other = Result { () throws(CodecError) in try PhotoHeader(of: file, limits: limits) }
    try expect(one == other, "it is read the same twice: \(one), \(other)")
    switch one {
    case .failure(let error):
      try expect(!error.isOfSystem && error != .cancelled, "bytes alone can't cause: \(error)")
    case .success(let header):
      try expect(
        header.storedSize.pixels <= limits.pixels,
        "it keeps to the limit of pixels: \(header.storedSize)")
      try expect(header.storedSize.width > 0 && header.storedSize.height > 0, "it has pixels")
      try expect(header.decoderBufferBytes >= 0, "it needs \(header.decoderBufferBytes) bytes")
      if let request = header.request {
        try expect(
          request.totalBytes >= request.pixelBytes
            && request.pixelBytes >= header.storedSize.pixels,
          "the worker has room for the pixels")
      }
      if let map = header.gainMap {
        try checkMetadata(map.metadata)
        try expect(map.size.pixels <= limits.pixels, "so does its gain map: \(map.size)")
      }
      for region in header.declaredRegions { try checkArea(region) }
    }
  }
}
