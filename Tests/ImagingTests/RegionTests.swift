import Imaging
import Testing

@Suite struct RegionTests {
  static let sizes = [
    PixelSize(width: 1, height: 1), PixelSize(width: 3, height: 2), PixelSize(width: 2, height: 3),
    PixelSize(width: 800, height: 533), PixelSize(width: 1, height: 1000),
    PixelSize(width: 16_000, height: 7),
  ]

  @Test(arguments: [
    // The frame, the photo, and what is shown.
    (
      PixelSize(width: 10, height: 10), PixelSize(width: 300, height: 200),
      Region(x: 50, y: 0, width: 200, height: 200)
    ),
    (
      PixelSize(width: 10, height: 10), PixelSize(width: 200, height: 300),
      Region(x: 0, y: 50, width: 200, height: 200)
    ),
    (
      PixelSize(width: 30, height: 20), PixelSize(width: 300, height: 200),
      Region(x: 0, y: 0, width: 300, height: 200)
    ),
    (
      PixelSize(width: 40, height: 20), PixelSize(width: 20, height: 20),
      Region(x: 0, y: 5, width: 20, height: 10)
    ),
    (
      PixelSize(width: 10, height: 10), PixelSize(width: 3, height: 2),
      Region(x: 0.5, y: 0, width: 2, height: 2)
    ),
  ])
  func `a frame shows the middle of a photo`(frame: PixelSize, photo: PixelSize, shown: Region) {
    #expect(Region(filling: frame, from: photo) == shown)
  }

  @Test(arguments: sizes, sizes)
  func `what a frame shows has its proportions, is centred, and is as large as it can be`(
    frame: PixelSize, photo: PixelSize
  ) {
    let region = Region(filling: frame, from: photo)
    let width = Double(photo.width)
    let height = Double(photo.height)
    let close = 1e-9 * max(width, height)
    #expect(
      abs(region.width * Double(frame.height) - region.height * Double(frame.width)) <= 1e-6 * width
        * height)
    #expect(abs(region.x - (width - region.x - region.width)) <= close)
    #expect(abs(region.y - (height - region.y - region.height)) <= close)
    #expect(region.x >= -close && region.y >= -close)
    #expect(abs(region.width - width) <= close || abs(region.height - height) <= close)
  }

  @Test func `a region scales with its picture`() {
    #expect(
      Region(x: 8, y: 16, width: 24, height: 4).scaled(by: 0.375)
        == Region(x: 3, y: 6, width: 9, height: 1.5)
    )
  }
}
