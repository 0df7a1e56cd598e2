import Imaging
import PhotoCodecs
import PhotoLayouts
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

/// Templates that are read once for many collages.
@Suite struct LayerStoreTests {
  private let folder: TemporaryFolder
  private let layers = LayerStore(MemoryBudget(64 << 20))

  init() throws {
    folder = try TemporaryFolder()
    try write(clear: 5..<35)
  }

  /// A template with one opening in these columns.
  private func write(clear columns: Range<Int>) throws {
    let raster = Raster(size: PixelSize(width: 60, height: 40), filledWith: .black)
    for y in 5..<35 {
      raster.withRow(y) { row in for x in columns { row[4 * x + 3] = 0 } }
    }
    let pixels = PixelBands(raster, as: .png(.default), hasAlpha: true)
    try folder.write(pixels.encoded(), to: "t.png")
  }

  private func template() throws -> Template {
    try layers.template(in: folder.photo("t.png"), DecodeLimits(), isCancelled: { false })
  }

  private func layer(_ template: Template, at size: PixelSize) throws -> Raster {
    try PlacedLayer(template, on: size).drawn(
      in: .sRGB, DecodeLimits(), layers, isCancelled: { false })
  }

  @Test func `a template is read once, and drawn once in each size`() throws {
    let template = try template()
    #expect(try self.template() === template)
    let small = PixelSize(width: 30, height: 20)
    let first = try layer(template, at: small)
    #expect(try layer(template, at: small) === first)
    #expect(try layer(template, at: template.size) !== first)
    #expect(first[1, 1].alpha > 240 && first[10, 10].alpha < 8)
  }

  @Test func `another file of the same name is another template`() throws {
    let first = try template()
    try write(clear: 10..<50)
    let second = try template()
    #expect(first.openings[0].bounds != second.openings[0].bounds)
    #expect(first.picture.digest != second.picture.digest && first != second)
  }

  @Test func `a template that has changed, or is gone, isn't used, though it was drawn`() throws {
    let template = try template()
    _ = try layer(template, at: template.size)
    let address = template.picture.photo.address
    try write(clear: 10..<50)
    #expect(throws: PhotoError(address, cause: .codec(.changedWhileReading))) {
      _ = try layer(template, at: template.size)
    }
    try folder.remove("t.png")
    let error = #expect(throws: PhotoError.self) { _ = try layer(template, at: template.size) }
    #expect(error?.message(.plain).hasSuffix("there is no such file; check the path") == true)
  }

  @Test(arguments: [
    (2, 0, true), (2, 2, true), (2, 1, false), (3, 1, false), (3, 2, false), (4, 2, false),
  ])
  func `as many photos as openings are wanted`(openings: Int, chosen: Int, fits: Bool) {
    let sizes = Array(repeating: PixelSize(width: 6, height: 4), count: openings)
    var rules = SelectionRules()
    rules.openings = OpeningRule(sizes: sizes, repeats: false)
    let refusal = rules.refusalToSave(chosen)
    #expect((refusal == nil) == (fits && chosen > 0))
    // Fewer are enough where they can be repeated.
    rules.openings = OpeningRule(sizes: sizes, repeats: true)
    #expect(
      (rules.refusalToSave(chosen) == nil) == (chosen > 0 && openings % max(chosen, 1) == 0))
    #expect(rules.room(beside: chosen) == openings - chosen)
  }
}
