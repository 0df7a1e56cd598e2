import Imaging
import PhotoCodecs
import PhotoLayouts
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

/// In which photos faces are looked for.
@Suite struct FaceSearchTests {
  private let folder: TemporaryFolder
  private let resources = Resources(jobs: 1)

  init() throws { folder = try TemporaryFolder() }

  /// A photo that declares a face in its middle.
  private func writeDeclaring(_ name: FilePath, _ size: PixelSize) throws {
    let packet =
      "http://ns.adobe.com/xap/1.0/\0<x:xmpmeta><rdf:RDF><rdf:Description><mwg-rs:Regions><mwg-rs:RegionList>"
      + "<rdf:Bag><rdf:li><rdf:Description mwg-rs:Type='Face'><mwg-rs:Area stArea:x='0.5' stArea:y='0.5' "
      + "stArea:w='0.3' stArea:h='0.4'/></rdf:Description></rdf:li></rdf:Bag></mwg-rs:RegionList></mwg-rs:Regions>"
      + "</rdf:Description></rdf:RDF></x:xmpmeta>"
    let jpeg = try Raster.varied(size).encoded(.jpeg(.default))
    let length = packet.utf8.count + 2
    try folder.write(
      jpeg.prefix(2) + [0xFF, 0xE1, UInt8(length / 256), UInt8(length % 256)] + packet.utf8
        + jpeg.dropFirst(2), to: name)
  }

  /// A large photo on the left, and two small ones on the right, of which the first shows somebody.
  /// They fill the canvas without a crop; every other layout crops much.
  private func plan(on canvas: PixelSize) throws -> CollagePlan {
    try folder.writePhoto("large.png", .varied(PixelSize(width: 1200, height: 1000)))
    try writeDeclaring("face.jpg", PixelSize(width: 600, height: 400))
    try folder.writePhoto("small.png", .varied(PixelSize(width: 600, height: 400)))
    let photos = try ["large.png", "face.jpg", "small.png"].map { try folder.photo($0) }
    var options = CollageOptions.on(canvas, .mosaic)
    options.layout.gap = .zero
    options.layout.margin = .zero
    // Then faces don't decide which layout is chosen, so that they aren't looked for before.
    options.layout.balance = 0
    return try CollagePlan(photos, options, faces: FaceFinder(resources: resources))
  }

  /// Somebody should be on the large photo, but that isn't worth a crop.
  @Test func `photos that only layouts crop that are too dear aren't looked at`() throws {
    let plan = try plan(on: PixelSize(width: 1560, height: 800))
    #expect(plan.measures.worstCrop < 0.001 && plan.pick == 1)
    #expect(plan.placements.map(\.regions.isEmpty) == [true, true, true])
    // The large one; what is decoded for a search is kept for its frame.
    #expect(resources.pictures.count == 1)
  }

  @Test func `photos that are cropped in the best layout are`() throws {
    let plan = try plan(on: PixelSize(width: 1560, height: 1000))
    #expect(plan.measures.worstCrop > 0.03)
    let searched = plan.placements.filter {
      $0.mayCrowdFaces && $0.photo.header.declaredRegions.isEmpty
    }
    #expect(resources.pictures.count >= max(searched.count, 1))
  }

  @Test func `the leader is the first photo that shows somebody`() throws {
    try folder.writePhoto("nobody.png", .varied(PixelSize(width: 600, height: 400)))
    try writeDeclaring("face.jpg", PixelSize(width: 600, height: 400))
    func leader(_ names: [FilePath], _ change: (inout CollageOptions) -> Void = { _ in }) throws
      -> Int
    {
      var options = CollageOptions()
      options.layout.lead = 4
      change(&options)
      return try options.choosingLeader(
        of: names.map { try folder.photo($0) }, by: FaceFinder(resources: resources)
      ) { false }.layout.leader
    }
    #expect(try leader(["nobody.png", "nobody.png", "face.jpg", "face.jpg"]) == 2)
    #expect(try leader(["face.jpg", "nobody.png", "face.jpg"]) == 0)
    #expect(try leader(["nobody.png", "nobody.png"]) == 0 && leader([]) == 0)
    let named: [FilePath] = ["nobody.png", "face.jpg"]
    #expect(try leader(named) { $0.layout.lead = 1 } == 0)
    #expect(try leader(named) { $0.layout.focus = .centre } == 0)
    let plan = try CollagePlan(
      named.map { try folder.photo($0) },
      CollageOptions.on(PixelSize(width: 900, height: 600), .mosaic).with(\.layout.lead, 6),
      faces: FaceFinder(resources: resources))
    let areas = plan.placements.map(\.frame.size.pixels)
    #expect(areas[1] > 2 * areas[0])
  }
}
