import Imaging
import PhotoCodecs
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit
@testable import PhotoSources

@Suite struct PhotoIntakeTests {
  let folder: TemporaryFolder
  private let intake = PhotoIntake(web: nil, limits: DecodeLimits())

  init() throws { folder = try TemporaryFolder() }

  @Test func `photos keep the order of their addresses, good and bad`() throws {
    let paths = try folder.writePhotos(2)
    let bad = try folder.write("notes".utf8, to: "notes.txt")
    let addresses: [PhotoAddress] = [
      .file(paths[1]), .file(bad), .file(paths[0]), .file(folder.path(of: "nothing")),
    ]
    let results = try intake.photos(at: addresses).wait().get()
    #expect(results.map { try? $0.get().path } == [paths[1], nil, paths[0], nil])
    #expect(results.compactMap(\.failure).map(\.address) == [addresses[1], addresses[3]])
    #expect(try intake.photos(at: []).wait().get().isEmpty)
  }

  @Test func `what is cancelled delivers no photos`() throws {
    let path = try folder.writePhotos(1)[0]
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(intake.photos(at: [.file(path)]).wait(cancelledBy: cancellation) == nil)
  }

  @Test
  func
    `a result of a search is missing until it is fetched, and has the size that the service says`()
    throws
  {
    let credit = PhotoCredit(title: "Lake")
    func result(_ size: PixelSize?) -> WebPhoto {
      WebPhoto(url: "https://x.org/1", thumbnail: nil, format: .jpeg, size: size, credit: credit)
    }
    let photo = PhotoIntake.unfetched(result(PixelSize(width: 40, height: 30)))
    #expect(
      photo.isMissing && photo.size == PixelSize(width: 40, height: 30) && photo.address.url != nil)
    #expect(PhotoIntake.unfetched(result(nil)).size == PixelSize(width: 4, height: 3))
    #expect(SelectionRules().refusalToSave([photo])?.rule == .noneMissing)
  }
}
