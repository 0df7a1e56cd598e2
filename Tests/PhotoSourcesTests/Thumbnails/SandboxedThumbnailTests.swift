import Imaging
import PhotoCodecs
import SystemPackage
import TestSupport
import Testing

@testable import PhotoSources

/// Thumbnails of photos that another process decodes.
@Suite(.enabled(if: SandboxedDecoding.hasWebP, "\(SandboxedDecoding.webPReason)"))
struct SandboxedThumbnailTests {
  let tree: ThumbnailTree

  init() throws { tree = try ThumbnailTree() }

  @Test func `a scan finds a WebP, and it has a thumbnail`() throws {
    let photo = try tree.add("a.webp", Fixtures.read("webp/lossless.webp"))
    #expect(photo.format == .webp)
    let raster = try tree.load(photo)
    #expect(raster.size == PixelSize(width: 16, height: 12))
    #expect(
      raster[0, 0] == Colour(red: 255, green: 0, blue: 0)
        && raster[15, 0] == Colour(red: 0, green: 255, blue: 0))
  }
}
