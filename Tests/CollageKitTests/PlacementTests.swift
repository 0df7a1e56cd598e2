import Imaging
import PhotoCodecs
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

@Suite struct PlacementTests {
  @Test func `a photo fills its frame with its middle`() throws {
    let folder = try TemporaryFolder()
    try folder.writePhoto("a.png", .varied(PixelSize(width: 30, height: 20)))
    let photo = try folder.photo("a.png")
    let placement = Placement(filling: Frame(x: 7, y: 9, width: 10, height: 10), with: photo)
    #expect(placement.crop == Region(x: 5, y: 0, width: 20, height: 20))
    #expect(abs(placement.croppedShare - 1.0 / 3) < 1e-12)
    #expect(
      placement.plan
        == DecodePlan(photo.header, showing: placement.crop, at: PixelSize(width: 10, height: 10)))
    let whole = Placement(filling: Frame(x: 0, y: 0, width: 3, height: 2), with: photo)
    #expect(whole.croppedShare == 0)
  }

  @Test func `a photo that is reduced more costs less, a PNG costs all its pixels`() throws {
    let folder = try TemporaryFolder()
    let picture = Raster.plain(.red, PixelSize(width: 400, height: 400))
    try folder.writePhoto("a.jpg", picture, as: .jpeg(.default))
    try folder.writePhoto("a.png", picture)
    func cost(_ photo: Photo, side: Int) -> Int {
      Placement(filling: Frame(x: 0, y: 0, width: side, height: side), with: photo).cost
    }
    let jpeg = try folder.photo("a.jpg")
    let png = try folder.photo("a.png")
    #expect(cost(jpeg, side: 40) < cost(jpeg, side: 150))
    #expect(cost(jpeg, side: 150) < cost(jpeg, side: 400))
    #expect(cost(png, side: 40) == cost(png, side: 400))
    #expect(cost(png, side: 40) > cost(jpeg, side: 400))
  }
}
