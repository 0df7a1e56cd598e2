import Files
import Imaging
import PhotoCodecs
import PhotoLayouts
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
    try composer.preview(of: CollagePlan(photos, options), options, size: size ?? self.size).wait()
      .get().raster
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
      #expect(Set(raster.colours(in: frame.bounds)) == [colour])
    }
    #expect(raster[59, 39] == .blue)
  }

  @Test func `a preview looks like the collage`() throws {
    let paths = try (0..<4).map {
      try folder.writePhoto(
        FilePath("\($0)"), .varied(PixelSize(width: 90, height: 70), number: $0))
    }
    let photos = try paths.map { try Photo(at: $0, limits: DecodeLimits()) }
    let maker = CollageMaker.small()
    let collage = try maker.compose(maker.plan(photos).wait().get()).wait().get().raster
    let preview = try preview(photos, maker.options, size: size)
    let greens = zip(preview.colours, collage.colours).map { abs(Int($0.green) - Int($1.green)) }
    #expect((greens.max() ?? 255) <= 1)
  }

  @Test func `borders with a lower side, holes and a dark blur are in the preview, too`() throws {
    let photos = try photos(.red, .white)
    var options = CollageOptions.on(Self.canvas)
    options.layout.margin = .pixels(80)
    options.layout.gap = .pixels(40)
    options.decoration.background = .blur(darkenedBy: 50)
    options.decoration.border = Outline("10,navy", colour: .white)
    options.decoration.borderBottom = .pixels(60)
    options.decoration.isPerforated = true
    let collage = try CollageMaker(options).compose(CollagePlan(photos, options)).wait().get()
      .raster
    let size = PixelSize(width: 300, height: 200)
    let preview = try preview(photos, options, size: size)
    // The middle of the border's lower side, of a hole, and of the background beside the photos.
    for (x, y, colour) in [(200, 280, Colour(red: 0, green: 0, blue: 128)), (33, 40, .white)] {
      #expect(collage[x, y] == colour && preview[x / 2, y / 2] == colour, "\(x), \(y)")
    }
    let (large, small) = (collage[20, 200], preview[10, 100])
    #expect(abs(Int(large.green) - Int(small.green)) <= 3 && large.green < 160)
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

  @Test
  func `a photo that is there twice is shown as each is turned, and its fault is reported once`()
    throws
  {
    let raster = Raster(size: PixelSize(width: 12, height: 8)) { _, y in y < 4 ? .red : .blue }
    try folder.writePhoto("a.png", raster)
    let photo = try folder.photo("a.png")
    var options = CollageOptions.on(PixelSize(width: 24, height: 12), background: .white)
    options[photo: 0].turn = .right
    let preview = try preview([photo, photo], options, size: PixelSize(width: 24, height: 12))
    // The red half is on the right of the first frame, and the upper one of the second.
    #expect(
      preview[1, 1] == .blue && preview[10, 1] == .red && preview[1, 10] == .blue
        && preview[10, 10] == .red)
    #expect(preview[13, 1] == .red && preview[22, 1] == .red && preview[13, 10] == .blue)

    try FileSystem.remove(photo.path)
    let plan = try CollagePlan([photo, photo], options)
    let size = PixelSize(width: 240, height: 120)
    #expect(
      try PreviewComposer(resources: Resources()).preview(of: plan, options, size: size).wait()
        .get().faults.count == 1)
  }

  @Test func `a photo shown large is decoded larger, and a large one serves a small frame`() throws
  {
    let fine = Raster(size: PixelSize(width: 1200, height: 800)) { x, _ in
      x % 2 == 0 ? .black : .white
    }
    try folder.writePhoto("fine.png", fine)
    let photo = try folder.photo("fine.png")
    let options = CollageOptions.on(PixelSize(width: 1200, height: 800))
      .with(\.layout.margin, .zero)
    // At half the size the lines become grey, at the full size they stay.
    let small = try preview([photo], options, size: PixelSize(width: 300, height: 200))
    #expect((150...220).contains(small[150, 100].green))
    let large = try preview([photo], options, size: PixelSize(width: 1200, height: 800))
    #expect(large[500, 400] == .black && large[501, 400] == .white)
    try FileSystem.remove(photo.path)
    #expect(
      try preview([photo], options, size: PixelSize(width: 300, height: 200)).size.width == 300)
  }

  @Test func `frames and the places of damaged photos are reported`() throws {
    let photos = try photos(.red, .white)
    let jpeg = try Raster.varied(PixelSize(width: 50, height: 50)).encoded(.jpeg(.default))
    try folder.write(jpeg.prefix(jpeg.count * 2 / 3), to: "cut.jpg")
    let damaged = try folder.photo("cut.jpg")
    let plan = try CollagePlan([photos[0], damaged, damaged], Self.grid)
    let preview = try composer.preview(of: plan, Self.grid, size: size).wait().get()
    #expect(preview.damaged == [1, 2])
    #expect(preview.faults.map(\.address) == [damaged.address])
    #expect(preview.frames == plan.layout.scaled(to: size))
  }

  @Test func `marks number the frames, and highlight one of them`() {
    let raster = Raster.plain(.blue, PixelSize(width: 200, height: 60))
    let frames = [
      Frame(x: 0, y: 0, width: 100, height: 60), Frame(x: 100, y: 0, width: 100, height: 60),
    ]
    FrameMarks(dot: 1, line: PixelSize(width: 2, height: 2), hasEdges: false, highlighted: 1)
      .draw(on: raster, around: frames, faults: [:])
    let highlight = raster[199, 59]
    #expect(highlight != .blue && raster[100, 30] == highlight && raster[150, 0] == highlight)
    #expect(raster[99, 30] == .blue && raster[50, 59] == .blue && raster[102, 30] == .blue)
    // White dots on a dark badge in the one, black dots on a light badge in the other.
    #expect(raster.colours(in: PixelRect(x: 0, y: 0, width: 12, height: 13)).contains(.white))
    #expect(!raster.colours(in: PixelRect(x: 13, y: 0, width: 80, height: 60)).contains(.white))
    #expect(raster.colours(in: PixelRect(x: 104, y: 4, width: 12, height: 13)).contains(.black))
    let wider = Raster.plain(.blue, PixelSize(width: 200, height: 60))
    FrameMarks(dot: 1, line: PixelSize(width: 2, height: 2), hasEdges: false, highlighted: nil)
      .draw(on: wider, around: frames, faults: [0: "DAMAGED"])
    #expect(wider.colours(in: PixelRect(x: 13, y: 0, width: 80, height: 60)).contains(.white))
  }

  @Test func `while a photo is highlighted, what crops keep is outlined, within its frame`() {
    let frames = [
      Frame(x: 0, y: 0, width: 100, height: 60), Frame(x: 100, y: 0, width: 100, height: 60),
    ]
    // The second face reaches beyond its frame.
    let faces = [
      [PixelRect(x: 30, y: 20, width: 20, height: 20)],
      [PixelRect(x: 90, y: 20, width: 40, height: 20)],
    ]
    func raster(highlighted: Int?) -> Raster {
      let raster = Raster.plain(.blue, PixelSize(width: 200, height: 60))
      FrameMarks(
        dot: 0, line: PixelSize(width: 2, height: 2), hasEdges: false, highlighted: highlighted
      )
      .draw(on: raster, around: frames, regions: faces, faults: [:])
      return raster
    }
    let arranged = raster(highlighted: 0)
    let outline = arranged[30, 20]
    #expect(outline != .blue && arranged[49, 39] == outline && arranged[31, 30] == outline)
    #expect(arranged[32, 30] == .blue && arranged[29, 30] == .blue && arranged[40, 30] == .blue)
    #expect(
      arranged[129, 30] == outline && arranged[110, 20] == outline && arranged[95, 20] == .blue)
    #expect(Set(raster(highlighted: nil).colours) == [.blue])
  }

  @Test func `a preview that is too small for its photos is refused`() throws {
    let photos = try photos(.red, .white)
    let tiny = PixelSize(width: 1, height: 1)
    #expect(throws: CollageError.canvasTooSmall(tiny, longSide: 2400, photos: 2)) {
      try preview(photos, size: tiny)
    }
  }

  @Test func `a cancelled preview has no value`() throws {
    let cancellation = Cancellation()
    cancellation.cancel()
    let plan = try CollagePlan(photos(.red, .white), CollageOptions())
    let single = composer.preview(of: plan, CollageOptions(), size: size)
    #expect(single.wait(cancelledBy: cancellation) == nil)
  }
}
