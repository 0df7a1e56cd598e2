import Imaging
import PhotoCodecs
import PhotoLayouts
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

/// What the search for faces has decoded is not decoded again for the collage.
@Suite(.enabled(if: SandboxedDecoding.hasWebP, "\(SandboxedDecoding.webPReason)"))
struct DecodedPicturesTests {
  private let photo: Photo
  /// Needs less memory than the first.
  private let other: Photo
  private let plan: CollagePlan
  private let options = CollageOptions.on(PixelSize(width: 32, height: 12), background: .blue)

  init() throws {
    photo = try Photo(at: Fixtures.path(of: "webp/alpha.webp"), limits: DecodeLimits())
    other = try Photo(at: Fixtures.path(of: "webp/lossless.webp"), limits: DecodeLimits())
    plan = try CollagePlan([photo, photo], options)
  }

  /// What workers deliver of the photos.
  private var bytes: Int { photo.size.pixels * 4 }
  private var otherBytes: Int { other.size.pixels * 4 }

  private func look(at photos: Photo..., with resources: Resources) throws {
    let finder = FaceFinder(resources: resources)
    for photo in photos {
      _ = try finder.regions(in: placements(of: [photo]), DecodeLimits(), isCancelled: { false })
    }
  }

  private func placements(of photos: [Photo]) throws -> [Placement] {
    try CollagePlan(photos, options).placements
  }

  private func collage(_ resources: Resources) throws -> Raster {
    let maker = CollageMaker(
      options, encoding: .png(.default), in: MakingContext(resources: resources))
    return try maker.compose(plan).wait().get().raster
  }

  @Test func `it is kept until the collage is drawn`() throws {
    let resources = Resources(jobs: 1)
    try look(at: photo, with: resources)
    #expect(resources.pictures.bytes == bytes)
    let raster = try collage(resources)
    #expect(resources.pictures.bytes == 0)
    #expect(try raster.colours == collage(Resources(jobs: 1)).colours)
  }

  @Test func `a search for faces that was cancelled is not taken for one that found none`() throws {
    let finder = FaceFinder(resources: Resources(jobs: 1))
    #expect(throws: CollageError.cancelled) {
      try finder.regions(in: placements(of: [photo]), DecodeLimits(), isCancelled: { true })
    }
    let found = try finder.regions(
      in: placements(of: [photo]), DecodeLimits(), isCancelled: { false })
    #expect(found == [[]])
  }

  @Test func `it is kept only where a collage follows`() throws {
    let resources = Resources(jobs: 1, keepsPictures: false)
    try look(at: photo, with: resources)
    #expect(resources.pictures.bytes == 0)
  }

  @Test func `what leaves no room for a collage of other photos is dropped before it is drawn`()
    throws
  {
    let needed = try #require(plan.placements.map(\.plan.decoderBufferBytes).max())
    let roomy = Raster.bytes(of: plan.layout.canvas) + needed + otherBytes
    for (memory, kept) in [(roomy, otherBytes), (roomy - 1, 0)] {
      let resources = Resources(jobs: 1, memory: memory)
      try look(at: other, with: resources)
      #expect(resources.pictures.bytes == otherBytes)
      _ = try collage(resources)
      #expect(resources.pictures.bytes == kept)
    }
  }

  @Test func `of several, the largest are dropped first`() throws {
    let resources = Resources(jobs: 1)
    try look(at: photo, other, with: resources)
    resources.pictures.shrink(to: bytes + otherBytes)
    #expect(resources.pictures.bytes == bytes + otherBytes)
    resources.pictures.shrink(to: bytes + otherBytes - 1)
    #expect(resources.pictures.bytes == otherBytes)
    resources.pictures.shrink(to: 0)
    #expect(resources.pictures.bytes == 0)
  }
}
