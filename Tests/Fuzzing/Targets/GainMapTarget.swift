@testable import Imaging
@testable import PhotoCodecs

/// Whatever the bytes say of a gain map, a rendition can be made of it; a map lies in its file, keeps
/// to the limits, and has as many values as pixels. Bytes that are no JPEG are read as each of the
/// records.
func checkGainMap(_ bytes: [UInt8]) throws {
  if bytes.starts(with: [0xFF, 0xD8]) { return try checkGainMap(ofJPEG: bytes) }
  if let map = try? StatedGainMap(ISOGainMap(bytes)) { try checkMetadata(map.metadata) }
  let note = Array("Apple iOS\0\0\u{1}MM".utf8)
  if let stops = AppleMakerNote(note + bytes)?.stops {
    try expect(
      stops >= 0 && stops.isFinite, "the SDR rendition is never the brighter one: \(stops)")
  }
  _ = MPFIndex(bytes, at: 100)
  let directory = ContainerDirectory(bytes)
  for offset in [
    directory.gainMapOffset(inFileOf: 1000), directory.gainMapOffset(afterFirstEndingAt: 1000),
  ] {
    try expect(offset ?? 0 >= 0, "an item lies in the file: \(offset ?? 0)")
  }
  let picture = PhotoMetadata(xmp: bytes)
  if let stated = try? StatedGainMap.read(picture, of: PhotoMetadata()) {
    try checkMetadata(stated.metadata)
  }
}

private func checkGainMap(ofJPEG bytes: [UInt8]) throws {
  var limits = DecodeLimits(pixels: 1 << 20)
  limits.readsGainMaps = true
  let plain = DecodeLimits(pixels: limits.pixels)
  try withPhoto(bytes) { file throws(BrokenPromise) in
    let without = try? PhotoHeader(of: file, limits: plain)
    let header: PhotoHeader
    do throws(CodecError) {
      header = try PhotoHeader(of: file, limits: limits)
    } catch {
      return try expect(without == nil, "a photo stays one, whatever its map is: \(error)")
    }
    try expect(without?.storedSize == header.storedSize, "it is the same photo")
    try expect(
      header.gainMap == nil || header.gainMapFault == nil, "a map can be used, or it can't")
    guard let place = header.gainMap else { return }
    try checkMetadata(place.metadata)
    try expect(place.size.pixels <= limits.pixels, "a map keeps to the limit: \(place.size)")
    guard place.size.pixels <= 1 << 14 else { return }
    do throws(CodecError) {
      let picture = try place.picture(
        of: file, primary: header, limits: limits, isCancelled: { false })
      try expectWhole(picture, place)
    } catch {
      try expect(!error.isOfSystem && error != .cancelled, "bytes alone can't cause: \(error)")
    }
  }
}

private func expectWhole(_ picture: GainMapPicture, _ place: GainMapPlace) throws(CodecError) {
  guard picture.size == place.size, picture.metadata == place.metadata,
    picture.values.count == picture.channels * picture.size.pixels,
    [1, 3].contains(picture.channels)
  else { throw .changedWhileReading }
}

/// All numbers are finite and in order.
func checkMetadata(_ metadata: GainMapMetadata) throws(BrokenPromise) {
  try expect(
    metadata.leastHeadroom >= 0 && metadata.fullHeadroom >= metadata.leastHeadroom
      && metadata.fullHeadroom <= 32, "headrooms are in order: \(metadata)")
  switch metadata.curve {
  case .apple(let headroom):
    try expect(
      headroom >= 1 && headroom.isFinite, "the SDR rendition is the darker one: \(metadata)")
  case .logarithmic(let min, let max, let gamma, let offsetSDR, let offsetHDR):
    for channel in 0..<3 {
      try expect(
        min[channel] <= max[channel] && abs(min[channel]) <= 32 && abs(max[channel]) <= 32,
        "gains are in order: \(metadata)")
      try expect(
        gamma[channel] > 0 && (1 / gamma[channel]).isFinite, "values have a power: \(metadata)")
      try expect(
        offsetSDR[channel] >= 0 && offsetHDR[channel] >= 0 && offsetSDR[channel].isFinite
          && offsetHDR[channel].isFinite, "offsets only add: \(metadata)")
    }
  }
}
