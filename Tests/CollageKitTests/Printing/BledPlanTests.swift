import Imaging
import PhotoCodecs
import PhotoLayouts
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

/// What photos show beyond the edge of a collage.
@Suite struct BledPlanTests {
  private let folder: TemporaryFolder
  /// 30 by 20 mm, and 3 mm around it.
  private let canvas = PixelSize(width: 300, height: 200)
  private let bleed = 30

  init() throws { folder = try TemporaryFolder() }

  private func placement(
    _ frame: Frame, of size: PixelSize, faces: [Region] = [], awayFrom unsafe: FrameInsets = .none
  ) throws -> Placement {
    try folder.writePhoto("photo.png", .varied(size))
    return Placement(
      filling: frame, with: try folder.photo("photo.png"), PhotoOptions(),
      keeping: faces.map { PhotoRegion(.face, .found, $0) }, awayFrom: unsafe)
  }

  private func extended(_ placement: Placement, keepsWhole: Bool = false) -> Placement {
    placement.extended(by: bleed, beyond: canvas, keepsWhole: keepsWhole, .standard)
  }

  @Test func `a frame inside is only moved`() throws {
    let inside = try placement(
      Frame(x: 10, y: 10, width: 100, height: 80), of: .init(width: 50, height: 50))
    let moved = extended(inside)
    #expect(moved.frame == Frame(x: 40, y: 40, width: 100, height: 80))
    #expect(moved.crop == inside.crop && moved.plan == inside.plan)
  }

  @Test func `where there is more of the photo, nothing changes within the edge`() throws {
    // 100 of 200 columns are shown, and the photo's whole height, but not at the edge.
    let middle = try placement(
      Frame(x: 200, y: 50, width: 100, height: 100), of: PixelSize(width: 200, height: 100))
    let larger = extended(middle)
    #expect(larger.frame == Frame(x: 230, y: 80, width: 130, height: 100))
    #expect(larger.crop == Region(x: 50, y: 0, width: 130, height: 100))
  }

  @Test func `else it is enlarged around what was in the middle`() throws {
    let whole = try placement(
      Frame(x: 0, y: 0, width: 300, height: 200), of: PixelSize(width: 300, height: 200))
    let larger = extended(whole)
    #expect(
      larger.frame == Frame(x: 0, y: 0, width: 360, height: 260) && larger.frame.opening == nil)
    // 360 by 260 in a photo of 300 by 200: 10 of 13 of that.
    let crop = larger.crop
    #expect(abs(crop.height - 200) < 1e-9 && abs(crop.width - 200 * 360 / 260) < 1e-9)
    #expect(abs(crop.x + crop.width / 2 - 150) < 1e-9 && crop.y == 0)
  }

  @Test func `no face is lost for it: then the photo's edge is repeated`() throws {
    let frame = Frame(x: 0, y: 0, width: 300, height: 200)
    let size = PixelSize(width: 300, height: 200)
    let atEdge = Region(x: 0.9, y: 0.4, width: 0.1, height: 0.2)
    let kept = extended(try placement(frame, of: size, faces: [atEdge]))
    #expect(kept.frame.bounds == PixelRect(x: 0, y: 0, width: 360, height: 260))
    #expect(kept.frame.photoArea == Region(x: 30, y: 30, width: 300, height: 200))
    #expect(kept.crop == Region(size))
    let inMiddle = Region(x: 0.45, y: 0.4, width: 0.1, height: 0.2)
    #expect(extended(try placement(frame, of: size, faces: [inMiddle])).frame.opening == nil)
    // It would be on the edge of the safe zone.
    let nearEdge = Region(x: 0.8, y: 0.4, width: 0.1, height: 0.2)
    let zone = SafeZone(of: canvas, inset: 25)
    let near = try placement(
      frame, of: size, faces: [nearEdge], awayFrom: zone.insets(of: frame.bounds))
    #expect(near.facesOutsideSafeZone == 0 && extended(near).frame.opening != nil)
  }

  @Test func `a photo that stays whole is not enlarged`() throws {
    let whole = try placement(
      Frame(x: 0, y: 0, width: 300, height: 200), of: PixelSize(width: 300, height: 200))
    let larger = extended(whole, keepsWhole: true)
    #expect(larger.frame.opening != nil && larger.crop == whole.crop)
  }

  private func options(_ canvas: String = "10x6cm@100dpi", bleed: String = "3mm") throws
    -> CollageOptions
  {
    var options = CollageOptions()
    options.layout.canvas = try #require(Canvas(canvas))
    options.print.bleed = try #require(Bleed(bleed))
    return options
  }

  @Test func `a margin that nobody asked for gives way to a wider bleed`() throws {
    var options = try options()
    #expect(MadeOptions(options).options.layout.margin == .zero && options.bleedPixels == 12)
    options.layout.margin = .percent(1)
    #expect(MadeOptions(options).options.layout.margin == .percent(1) && options.isMarginInBleed)
    options = try self.options(bleed: "0.5mm")
    #expect(MadeOptions(options).options.layout.margin == .percent(1) && !options.isMarginInBleed)
    #expect(MadeOptions(CollageOptions()).options == CollageOptions())
  }

  @Test func `a smaller text helps only where texts may be cut`() {
    func warning(captions: [Int]) -> String {
      PhotoWarning(address: nil, cause: .outsideSafeZone([], captions: captions, faces: [2]))
        .message(.plain)
    }
    #expect(warning(captions: []).hasSuffix("where the print is cut; 21 faces"))
    #expect(warning(captions: [1]).hasSuffix("where the print is cut; 21"))
  }

  @Test func `the safe zone is the bleed, and at least a hundredth of what is printed`() throws {
    #expect(CollageOptions().safePixels == 0)
    #expect(try options().safePixels == 12)
    // 236 pixels on the short side.
    #expect(try options(bleed: "0.1mm").safePixels == 2)
    #expect(try options(bleed: "0").safePixels == 2)
    #expect(try options(bleed: "pixum").safePixels == 20)
    var given = try options()
    given.print.safe = .zero
    #expect(given.safePixels == 0)
    given.print.safe = Length("5mm")
    #expect(given.safePixels == 20)
  }

  @Test func `on paper the trim is exact, and pixels cover the bleed`() throws {
    let layout = try #require(try PrintLayout(MadeOptions(options("10x6cm@200dpi"))))
    let page = layout.page
    let millimetre = 72 / 25.4
    #expect(layout.bleed == 24 && layout.size == PixelSize(width: 835, height: 520))
    #expect(
      abs(page.paper.width - 106 * millimetre) < 1e-9 && abs(page.bleed - 3 * millimetre) < 1e-9)
    let area = page.copies[0].area
    #expect(
      area.x < 0 && area.y < 0 && area.right > page.paper.width && area.bottom > page.paper.height)
    // The 24th pixel ends where the trim begins.
    #expect(abs(area.x + 24 * area.width / 835 - 3 * millimetre) < 1e-9)
    #expect(abs(area.y + 24 * area.height / 520 - 3 * millimetre) < 1e-9)
  }
}
