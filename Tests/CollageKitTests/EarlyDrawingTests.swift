import Imaging
import PhotoCodecs
import PhotoLayouts
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

/// Photos that are drawn while faces are looked for in others.
@Suite struct EarlyDrawingTests {
  private let folder: TemporaryFolder
  private let resources = Resources(jobs: 1)

  init() throws {
    folder = try TemporaryFolder()
    let fixtures: KeyValuePairs<FilePath, FilePath> = [
      "astronaut.jpg": "faces/astronaut.jpg", "cat.jpg": "faces/cat.jpg",
      "sunset.jpg": "hdr/sunset.jpg",
    ]
    for (name, fixture) in fixtures { try folder.write(Fixtures.read(fixture), to: name) }
    try folder.writePhoto("plain.png", .varied(PixelSize(width: 300, height: 200)))
  }

  private static let names: [FilePath] = ["astronaut.jpg", "cat.jpg", "sunset.jpg", "plain.png"]

  private func photos(_ names: [FilePath] = names) throws -> [Photo] {
    try names.map { try folder.photo($0) }
  }

  /// Of four frames of 5:4, in which every photo is cropped.
  private func maker(
    _ encoding: Encoding = .jpeg(.default), _ change: (inout CollageOptions) -> Void = { _ in }
  ) -> CollageMaker {
    var options = CollageOptions.on(PixelSize(width: 1000, height: 200))
    options.layout.gap = .zero
    options.layout.margin = .zero
    change(&options)
    let faces = FaceFinder(resources: resources)
    return CollageMaker(
      options, encoding: encoding, in: MakingContext(resources: resources, faces: faces))
  }

  @Test func `no decoded picture waits for its collage`() throws {
    let maker = maker()
    _ = try maker.plan(photos()).wait().get()
    #expect(resources.pictures.count == 4)
    resources.pictures.shrink(to: 0)
    let other = self.maker()
    let early = try #require(other.earlyDrawing())
    _ = try other.plan(photos(), drawing: early).wait().get()
    #expect(resources.pictures.count == 0)
    #expect(early.take() != nil)
  }

  @Test func `what was drawn early needn't be read again`() throws {
    let photos = try photos()
    let other = maker()
    let usual = try other.plan(photos).flatMap { other.compose($0) }.wait().get()
    let maker = maker()
    let early = maker.earlyDrawing()
    let plan = try maker.plan(photos, drawing: early).wait().get()
    for name in Self.names { try folder.remove(name) }
    let collage = try maker.compose(plan, continuing: early).wait().get()
    #expect(collage.recipe == usual.recipe)
    #expect(try collage.bytes() == usual.bytes())
    #expect(throws: CollageError.self) { try maker.compose(plan).wait().get() }
  }

  /// What a collage may have that is drawn in another way.
  enum Variation: CaseIterable, Sendable {
    case background, roundCorners, bleed, secondLayout, searchedLayout, cutFaces, leader

    func apply(to options: inout CollageOptions) {
      switch self {
      case .background: options.decoration.background = .blur(darkenedBy: 30)
      case .roundCorners: options.decoration.cornerRadius = .percent(10)
      case .bleed:
        options.layout.canvas = Canvas("160x40mm@100dpi") ?? .auto
        options.print.bleed = Bleed("5mm") ?? options.print.bleed
      case .secondLayout:
        options.layout.style = .mosaic
        options.layout.pick = 2
      case .searchedLayout: options.layout.style = .mosaic
      case .cutFaces:
        options.layout.style = .mosaic
        options.layout.canvas = .pixels(PixelSize(width: 900, height: 60))
      case .leader:
        options.layout.style = .mosaic
        options.layout.lead = 3
      }
    }
  }

  @Test(arguments: Variation.allCases)
  func `it changes no byte`(_ variation: Variation) throws {
    let repeated: [FilePath] = ["astronaut.jpg", "sunset.jpg", "astronaut.jpg", "plain.png"]
    for names in [Self.names, repeated] {
      for encoding in [Encoding.jpeg(.default), .png(.default)] {
        let photos = try photos(names)
        let usual = maker(encoding, variation.apply)
        let expected = try usual.plan(photos).flatMap { usual.compose($0) }.wait().get()
        let maker = maker(encoding, variation.apply)
        let early = maker.earlyDrawing()
        let collage = try maker.plan(photos, drawing: early)
          .flatMap { maker.compose($0, continuing: early) }.wait().get()
        #expect(collage.recipe == expected.recipe)
        #expect(try collage.bytes() == expected.bytes())
        #expect(collage.headroom == expected.headroom)
      }
    }
  }

  @Test func `a plan of other frames gets a canvas of its own`() throws {
    let photos = try photos()
    let other = maker { $0.layout.canvas = .pixels(PixelSize(width: 400, height: 300)) }
    let plan = try other.plan(photos).wait().get()
    let early = try #require(maker().earlyDrawing())
    _ = try maker().plan(photos, drawing: early).wait().get()
    let collage = try other.compose(plan, continuing: early).wait().get()
    #expect(try collage.bytes() == other.compose(plan).wait().get().bytes())
  }

  @Test func `pictures are kept for the next layout once one cuts a face`() throws {
    let maker = maker {
      $0.layout.style = .mosaic
      $0.layout.canvas = .pixels(PixelSize(width: 900, height: 60))
    }
    let early = try #require(maker.earlyDrawing())
    _ = try maker.plan(photos(["astronaut.jpg", "cat.jpg"]), drawing: early).wait().get()
    #expect(resources.pictures.count == 2)
  }

  @Test func `its canvas counts among decoded pictures`() throws {
    let pictures = DecodedPictures(limit: 1000)
    #expect(pictures.share(501) == nil)
    var share = pictures.share(500)
    #expect(share != nil && pictures.bytes == 500)
    let second = pictures.share(500)
    #expect(second != nil && pictures.share(1) == nil)
    share = nil
    #expect(pictures.bytes == 500 && pictures.share(1) != nil)
    withExtendedLifetime(second) {}
  }
}
