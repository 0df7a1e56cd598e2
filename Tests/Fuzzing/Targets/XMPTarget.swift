@testable import PhotoCodecs

func checkXMP(_ bytes: [UInt8]) throws(BrokenPromise) {
  let orientation = XMP.orientation(bytes) ?? .up
  let regions = XMPRegions(bytes).regions(of: PixelSize(width: 4000, height: 3000), orientation)
  try expect(regions.count <= 256, "there are at most 256 regions")
  for region in regions { try checkArea(region) }
}
