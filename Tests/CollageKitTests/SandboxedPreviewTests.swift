import Imaging
import PhotoCodecs
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

/// Previews of photos that another process decodes.
@Suite(.enabled(if: SandboxedDecoding.hasWebP, "\(SandboxedDecoding.webPReason)"))
struct SandboxedPreviewTests {
  @Test func `a preview shows a WebP, within the budget that its decoder needs`() throws {
    let photo = try Photo(at: Fixtures.path(of: "webp/lossless.webp"), limits: DecodeLimits())
    let options = CollageOptions.on(PixelSize(width: 32, height: 12), background: .blue)
    let plan = try CollagePlan([photo, photo], options)
    let size = PixelSize(width: 32, height: 12)
    let roomy = PreviewComposer(resources: Resources(memory: 64 << 20))
    let raster = try roomy.preview(of: plan, options, size: size).wait().get().raster
    #expect(
      raster[0, 0] == Colour(red: 255, green: 0, blue: 0)
        && raster[31, 0] == Colour(red: 0, green: 255, blue: 0))
    let tight = PreviewComposer(resources: Resources(memory: 1 << 20))
    #expect(try tight.preview(of: plan, options, size: size).wait().get().raster[0, 0] == .blue)
  }
}
