import Imaging
import PhotoCodecs
import SamplePictures
import SystemPackage
import TestSupport
import Testing

@testable import PhotoSources

/// What is measured in photos.
struct PhotoTraitsTests {
  @Test(arguments: [
    (PixelSize(width: 4000, height: 3000), PixelSize(width: 500, height: 375)),
    (PixelSize(width: 2880, height: 3840), PixelSize(width: 360, height: 480)),
    (PixelSize(width: 3839, height: 2000), PixelSize(width: 960, height: 500)),
    (PixelSize(width: 1601, height: 1200), PixelSize(width: 801, height: 600)),
    (PixelSize(width: 1439, height: 900), PixelSize(width: 1439, height: 900)),
    (PixelSize(width: 320, height: 240), PixelSize(width: 320, height: 240)),
  ])
  func `photos are looked at at a size to which decoders reduce them`(
    _ size: PixelSize, _ analysed: PixelSize
  ) {
    #expect(PhotoTraits.analysedSize(of: size) == analysed)
  }

  /// A strip of a photo as large as cameras make them.
  @Test func `a slight blur of a large photo is seen at an eighth of its size`() throws {
    let tree = try SeriesTree()
    let view = SamplePicture.raster(3, size: PixelSize(width: 4000, height: 480))
    try tree.write(view.blurred(across: 5, down: 5), to: "a.jpg")
    try tree.write(view, to: "b.jpg")
    try tree.write(view.blurred(across: 12, down: 0), to: "c.jpg")
    let result = try tree.series()
    #expect(result.names == ["b.jpg": ["a.jpg", "c.jpg"]])
    #expect(result.series[0].others.map(\.reasons) == [[.sharper], [.sharper]])
    #expect(result.photos.map(\.traits.scale) == [1, 1, 1])
  }
}
