@testable import Imaging
@testable import PhotoCodecs

/// A region lies within the picture, and no text is longer than what is read of it. The bytes are
/// read as IPTC, too.
func checkEXIF(_ bytes: [UInt8]) throws(BrokenPromise) {
  _ = EXIF(bytes)?.orientation
  _ = EXIF(bytes)?.moments
  // At most 64 bytes of make and model each, and a byte that is not UTF-8 becomes three.
  try expect(EXIF(bytes)?.camera?.utf8.count ?? 0 <= 2 * 3 * 64 + 1, "a camera's name is short")
  try checkLine(EXIF(bytes)?.description)
  let sets = IPTC.dataSets(IPTC.signature + bytes)
  for number in [IPTC.DataSet.objectName, .city, .caption] {
    try checkLine(IPTC.line(sets, number))
  }
  if let subject = EXIF(bytes)?.subject(of: PixelSize(width: 4000, height: 3000)) {
    try checkArea(subject)
  }
  try expect(EXIF.withoutSignature(EXIF.signature + bytes) == bytes, "one signature is removed")
}

/// A region's area is not empty and lies in its picture.
func checkArea(_ region: PhotoRegion) throws(BrokenPromise) {
  let area = region.area
  // Sums of doubles that are 1 but for their rounding.
  let all = -1e-9...1 + 1e-9
  try expect(
    all.contains(area.x) && all.contains(area.y) && all.contains(area.x + area.width)
      && all.contains(area.y + area.height), "a region lies in its picture: \(area)")
}
