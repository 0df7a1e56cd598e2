@testable import CollageKit
import Imaging
import PhotoCodecs
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

struct FrameCacheTests {
  /// Two photos that differ; their placements fill the whole of a canvas.
  private let folder: TemporaryFolder
  private let photos: [PhotoAddress]
  private let canvas = PixelSize(width: 20, height: 10)

  init() throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    photos = try (0..<2).map { number in
      let raster = Raster(size: PixelSize(width: 30, height: 30)) { x, y in
        Colour(red: UInt8(x * 8), green: UInt8(y * 8), blue: UInt8(number * 200))
      }
      let bytes = try PixelBands(raster, as: .png(.default)).encoded()
      return .file(try folder.write(bytes, to: FilePath("\(number).png")))
    }
  }

  private func collage(_ paths: [PhotoAddress], _ frames: FrameCache?, background: Colour = .white)
    throws -> Collage
  {
    let maker = CollageMaker(.on(canvas, background: background), in: .sharing(frames))
    let photos = try maker.photos(at: paths).wait().get()
    return try maker.compose(maker.plan(photos).wait().get()).wait().get()
  }

  private func pixels(_ collage: Collage) -> [Colour] { collage.raster.colours }

  @Test func `a frame that others need is drawn once, and shows the same`() throws {
    let frames = FrameCache(limit: 1 << 20)
    let alone = try collage([photos[0], photos[1]], nil)
    frames.expect([photos[0], photos[1]])
    frames.expect([photos[1], photos[0]])
    #expect(try pixels(collage([photos[0], photos[1]], frames)) == pixels(alone))
    #expect(frames.count == 2)
    let swapped = try collage([photos[1], photos[0]], frames)
    #expect(try pixels(swapped) == pixels(collage([photos[1], photos[0]], nil)))
    #expect(try swapped.recipe == collage([photos[1], photos[0]], nil).recipe)
    #expect(frames.count == 2)
    frames.release([photos[0], photos[1]])
    #expect(frames.count == 2)
    frames.release([photos[0], photos[1]])
    #expect(frames.count == 0)
  }

  @Test func `a frame of a photo that is turned in another way is another frame`() throws {
    func collage(_ turn: Turn, _ frames: FrameCache?) throws -> Collage {
      var maker = CollageMaker(.on(canvas), in: .sharing(frames))
      maker.options[photo: 0].turn = turn
      let photos = try maker.photos(at: [photos[0], photos[0]]).wait().get()
      return try maker.compose(maker.plan(photos).wait().get()).wait().get()
    }
    let frames = FrameCache(limit: 1 << 20)
    for _ in Turn.allCases { frames.expect([photos[0]]) }
    // Alone, the photo beside the turned one is the same as all it shows; the photo and its frame
    // are square.
    let all = try Turn.allCases.map { try pixels(collage($0, frames)) }
    #expect(try all == Turn.allCases.map { try pixels(collage($0, nil)) })
    #expect(Set(all).count == 4 && frames.count == 4)
  }

  @Test func `a frame that nobody else needs is not kept`() throws {
    let frames = FrameCache(limit: 1 << 20)
    frames.expect([photos[0], photos[1]])
    _ = try collage([photos[0], photos[1]], frames)
    #expect(frames.count == 0)
  }

  @Test func `no more is kept than there is room for`() throws {
    let frames = FrameCache(limit: 10 * 10 * 4)
    for _ in 0..<3 { frames.expect(photos) }
    _ = try collage(photos, frames)
    #expect(frames.count == 1)
  }

  @Test func `a photo that changed is drawn anew`() throws {
    let frames = FrameCache(limit: 1 << 20)
    for _ in 0..<3 { frames.expect(photos) }
    let before = try collage(photos, frames)
    try folder.write(try folder.read("1.png"), to: "0.png")
    let after = try collage(photos, frames)
    #expect(try pixels(after) == pixels(collage(photos, nil)))
    #expect(pixels(after) != pixels(before))
  }
}

extension MakingContext {
  fileprivate static func sharing(_ frames: FrameCache?) -> MakingContext {
    MakingContext(
      resources: Resources(), faces: nil, places: nil, web: nil, frames: frames, budget: nil)
  }
}
