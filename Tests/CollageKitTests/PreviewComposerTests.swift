import PhotoCodecs
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

@Suite struct PreviewComposerTests {
  let folder: TemporaryFolder
  let composer = PreviewComposer(resources: Resources())
  let size = PixelSize(width: 60, height: 40)

  private static let canvas = PixelSize(width: 600, height: 400)
  private static let grid = CollageOptions.on(canvas, background: .blue)

  init() throws { folder = try TemporaryFolder() }

  private func preview(
    _ photos: [Photo], _ options: CollageOptions = grid, size: PixelSize? = nil
  ) throws -> Raster {
    try composer.preview(of: photos, options, size: size ?? self.size).wait().get().raster
  }

  private func photos(_ colours: Colour...) throws -> [Photo] {
    try colours.enumerated().map { index, colour in
      let name = FilePath("\(index).png")
      try folder.writePhoto(name, .plain(colour))
      return try folder.photo(name)
    }
  }

  @Test func `a preview shows every photo in its frame`() throws {
    let photos = try photos(.red, .white, .red)
    let raster = try preview(photos)
    let frames = try CollagePlan(photos, Self.grid).layout.scaled(to: size)
    for (frame, colour) in zip(frames, [Colour.red, .white, .red]) {
      #expect(Set(raster.colours(in: frame)) == [colour])
    }
    #expect(raster[59, 39] == .blue)
  }

  @Test func `a preview of nothing is the background`() throws {
    #expect(Set(try preview([]).colours) == [.blue])
  }

  @Test func `a preview looks like the collage`() throws {
    let paths = try (0..<4).map {
      try folder.writePhoto(FilePath("\($0)"), .varied(PixelSize(width: 90, height: 70), number: $0))
    }
    let photos = try paths.map { try Photo(at: $0, limits: DecodeLimits()) }
    let maker = CollageMaker.small()
    let collage = try maker.compose(maker.plan(photos).wait().get()).wait().get().raster
    let preview = try preview(photos, maker.options, size: size)
    let greens = zip(preview.colours, collage.colours).map { abs(Int($0.green) - Int($1.green)) }
    #expect((greens.max() ?? 255) <= 1)
  }

  @Test func `a photo that can't be decoded leaves its frame empty`() throws {
    let photos = try photos(.red, .white)
    try FileSystem.remove(photos[0].path)
    let raster = try preview(photos)
    #expect(raster[10, 10] == .blue)
    #expect(raster[50, 10] == .white)
  }

  @Test func `a photo is decoded once and kept`() throws {
    let photos = try photos(.red, .white)
    let first = try preview(photos)
    for photo in photos { try FileSystem.remove(photo.path) }
    #expect(try preview(photos).colours == first.colours)
    #expect(Set(try preview([photos[1]]).colours) == [.white])
  }

  @Test func `a preview that is too small for its photos is refused`() throws {
    let photos = try photos(.red, .white)
    let tiny = PixelSize(width: 1, height: 1)
    #expect(throws: CollageError.canvasTooSmall(tiny, longSide: 2400, photos: 2)) { try preview(photos, size: tiny) }
  }

  @Test func `a cancelled preview has no value`() throws {
    let cancellation = Cancellation()
    cancellation.cancel()
    let single = composer.preview(of: try photos(.red, .white), CollageOptions(), size: size)
    #expect(single.wait(cancelledBy: cancellation) == nil)
  }
}
