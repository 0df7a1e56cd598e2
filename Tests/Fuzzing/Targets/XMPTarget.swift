@testable import Imaging
@testable import PhotoCodecs

/// A region lies within the picture, and a text is one line.
func checkXMP(_ bytes: [UInt8]) throws(BrokenPromise) {
  let orientation = XMP.orientation(bytes) ?? .up
  let regions = XMPRegions(bytes).regions(of: PixelSize(width: 4000, height: 3000), orientation)
  try expect(regions.count <= 256, "there are at most 256 regions")
  for region in regions { try checkArea(region) }
  let metadata = PhotoMetadata(xmp: bytes)
  try checkLine(metadata.facts.title?.text)
  try checkLine(metadata.place)
}

/// A text of the metadata is short, and on one line.
func checkLine(_ text: String?) throws(BrokenPromise) {
  guard let text else { return }
  // Three texts at most, and a byte that is not UTF-8 becomes three.
  try expect(
    !text.isEmpty && text.utf8.count <= 3 * 3 * MetadataLine.maxBytes + 4,
    "a text is short: \(text)")
  try expect(
    text.unicodeScalars.allSatisfy { $0.value >= 0x20 },
    "a text is one line: \(text.debugDescription)")
}
