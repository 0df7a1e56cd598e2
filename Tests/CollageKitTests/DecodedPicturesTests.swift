import PhotoCodecs
import PhotoLayouts
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

/// What the search for faces has decoded is not decoded again for the collage.
@Suite(.enabled(if: ForeignDecoding.hasWebP, "\(ForeignDecoding.webPReason)"))
struct DecodedPicturesTests {
  private let photo: Photo
  private let plan: CollagePlan
  private let options = CollageOptions.on(PixelSize(width: 32, height: 12), background: .blue)

  init() throws {
    photo = try Photo(at: Fixtures.path(of: "webp/lossless.webp"), limits: DecodeLimits())
    plan = try CollagePlan([photo, photo], options)
  }

  /// The photo's pixels, as a worker delivers them.
  private var bytes: Int { photo.size.pixels * 4 }

  private func look(_ resources: Resources, keepsPictures: Bool = true) {
    _ = FaceFinder(resources: resources, keepsPictures: keepsPictures)
      .regions(in: [photo, photo], DecodeLimits(), isCancelled: { false })
  }

  private func collage(_ resources: Resources) throws -> Raster {
    var maker = CollageMaker(options, encoding: .png(.default))
    maker.resources = resources
    return try maker.compose(plan).wait().get().raster
  }

  @Test func `it is kept until the collage is drawn`() throws {
    let resources = Resources(jobs: 1)
    look(resources)
    #expect(resources.pictures.bytes == bytes)
    let raster = try collage(resources)
    #expect(resources.pictures.bytes == 0)
    #expect(try raster.colours == collage(Resources(jobs: 1)).colours)
  }

  @Test func `it is kept only where a collage follows, and where there is room`() throws {
    let resources = Resources(jobs: 1)
    look(resources, keepsPictures: false)
    #expect(resources.pictures.bytes == 0)
    let needed = DecodePlan(photo.header, showing: Region(photo.size), at: photo.size).decoderBufferBytes
    let tight = Resources(jobs: 1, memory: Raster.bytes(of: plan.layout.canvas) + needed + bytes - 1)
    look(tight)
    #expect(throws: Never.self) { try collage(tight) }
    #expect(tight.pictures.bytes == 0)
  }

  @Test func `of several, the oldest are dropped first`() throws {
    let other = try Photo(at: Fixtures.path(of: "webp/lossy.webp"), limits: DecodeLimits())
    let resources = Resources(jobs: 1)
    let finder = FaceFinder(resources: resources, keepsPictures: true)
    for photo in [photo, other] { _ = finder.regions(in: [photo], DecodeLimits(), isCancelled: { false }) }
    let later = resources.pictures.bytes - bytes
    #expect(later > 0)
    resources.pictures.shrink(to: bytes + later - 1)
    #expect(resources.pictures.bytes == later)
    resources.pictures.shrink(to: -1)
    #expect(resources.pictures.bytes == 0)
  }
}
