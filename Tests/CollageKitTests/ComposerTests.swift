import Files
import Imaging
import PhotoCodecs
import PhotoLayouts
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing
import ThreadPool

@testable import CollageKit

@Suite struct ComposerTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private static let canvas = PixelSize(width: 61, height: 41)
  private static let options = CollageOptions.on(canvas, background: .blue)

  private func placements(_ names: [FilePath], options: CollageOptions = options) throws
    -> [Placement]
  {
    let photos = try names.map { try folder.photo($0) }
    return try CollagePlan(photos, options).placements
  }

  private func compose(
    _ placements: [Placement], options: CollageOptions = options, on canvas: PixelSize = canvas,
    allowsDamage: Bool = false, resources: Resources = Resources(),
    isCancelled: @escaping @Sendable () -> Bool = { false },
    progress: @Sendable (Double) -> Void = { _ in }
  ) throws(CollageError) -> (raster: Raster, photos: [DrawnPhoto]) {
    let plan = SizedPlan(placements, on: canvas)
    let options = options.with(\.decoding.allowsDamage, allowsDamage)
    let composer = try Composer(plan, DecodedPhotos(plan, options, resources), options, resources)
    let photos = try composer.compose(isCancelled: isCancelled, progress: progress)
    return (composer.canvas.raster, photos)
  }

  @Test func `every photo is in its frame, and the background elsewhere`() throws {
    let colours = [Colour.red, .white, Colour(red: 0, green: 90, blue: 9)]
    for (index, colour) in colours.enumerated() {
      try folder.writePhoto(FilePath("\(index).png"), .plain(colour))
    }
    let placements = try placements(["0.png", "1.png", "2.png"])
    let raster = try compose(placements).raster
    for (placement, colour) in zip(placements, colours) {
      #expect(Set(raster.colours(in: placement.frame.bounds)) == [colour])
    }
    // The third photo is centred below the others.
    let third = placements[2].frame.bounds
    #expect(third.x > 10)
    #expect(
      Set(raster.colours(in: PixelRect(x: 0, y: third.y, width: third.x - 1, height: third.height)))
        == [.blue])
  }

  /// A canvas of several bands, which are encoded while others are drawn, with a photo that comes
  /// twice; plain, and with borders, which are drawn last.
  @Test(arguments: [Encoding.jpeg(.default), .png(.default)], [nil, Outline("4", colour: .white)])
  func `the number of jobs makes no difference to the file`(encoding: Encoding, border: Outline?)
    throws
  {
    for index in 0..<4 {
      let size = PixelSize(width: 150 + index * 80, height: 200 + index * index * 90)
      try folder.writePhoto(FilePath("\(index)"), .varied(size, number: index), as: .png(.default))
    }
    let canvas = PixelSize(width: 800, height: 2000)
    var options = CollageOptions.on(canvas, .columns, background: .blue)
    options.layout.gap = try #require(Length("12"))
    options.decoration.border = border
    let photos = try ["0", "1", "2", "1", "3"].map { try folder.photo($0) }
    func file(jobs: Int) throws -> [UInt8] {
      let maker = CollageMaker(
        options, encoding: encoding, in: MakingContext(resources: Resources(jobs: jobs)))
      let collage = try maker.plan(photos).flatMap { maker.compose($0) }.wait().get()
      return try collage.bytes()
    }
    let alone = try file(jobs: 1)
    for jobs in [2, 3, 6] { #expect(try file(jobs: jobs) == alone) }
  }

  @Test func `the number of jobs makes no difference`() throws {
    let names = (0..<6).map { FilePath("\($0)") }
    for (index, name) in names.enumerated() {
      try folder.writePhoto(
        name, .varied(PixelSize(width: 40 + index * 9, height: 70 - index * 5), number: index),
        as: index % 2 == 0 ? .png(.default) : .jpeg(.default))
    }
    let placements = try placements(names)
    let alone = try compose(placements, resources: Resources(jobs: 1))
    for jobs in [2, 3, 6, 16] {
      let together = try compose(placements, resources: Resources(jobs: jobs))
      #expect(together.raster.colours == alone.raster.colours)
      #expect(together.photos.map(\.digest) == alone.photos.map(\.digest))
    }
  }

  @Test func `a photo that is placed twice is drawn once, and looks the same`() throws {
    try folder.writePhoto("a.png", .varied(PixelSize(width: 50, height: 50)))
    try folder.writePhoto("b.png")
    try folder.makeSymbolicLink("link.png", to: "a.png")
    let canvas = PixelSize(width: 60, height: 40)
    let options = CollageOptions.on(canvas)
    let placements = try placements(["a.png", "b.png", "a.png", "link.png"], options: options)
    let drawn = Log<Double>()
    let collage = try compose(placements, options: options, on: canvas, progress: { drawn.add($0) })
    #expect(drawn.entries.count == 2)
    #expect(
      collage.raster.colours(in: placements[2].frame.bounds)
        == collage.raster.colours(in: placements[0].frame.bounds))
    #expect(
      collage.raster.colours(in: placements[3].frame.bounds)
        == collage.raster.colours(in: placements[0].frame.bounds))
    #expect(
      collage.raster.colours(in: placements[1].frame.bounds)
        != collage.raster.colours(in: placements[0].frame.bounds))
    #expect(collage.photos.count == 4)
    #expect(collage.photos[0].digest == collage.photos[3].digest)
    #expect(collage.photos[0].digest != collage.photos[1].digest)
  }

  @Test func `a photo in frames of different sizes is right in each`() throws {
    try folder.writePhoto("a.png", .varied(PixelSize(width: 70, height: 50)))
    // Frames of 31 and 30 columns.
    let placements = try placements(["a.png", "a.png"])
    #expect(placements[0].frame.size != placements[1].frame.size)
    let both = try compose(placements).raster
    for placement in placements {
      let alone = try compose([placement]).raster
      #expect(both.colours(in: placement.frame.bounds) == alone.colours(in: placement.frame.bounds))
    }
  }

  @Test func `every photo that fails is named, in order and once`() throws {
    for name in ["a", "b", "c", "d"] as [FilePath] { try folder.writePhoto(name) }
    let placements = try placements(["c", "a", "d", "b", "c", "d"])
    // The pixels break after the headers were read, with the size kept.
    for name in ["c", "d"] as [FilePath] { try folder.path(of: name).breakPixels() }
    let error = try #require(throws: CollageError.self) { try compose(placements) }
    guard case .photos(let errors) = error else { Issue.record("\(error)"); return }
    #expect(errors.map(\.address) == [.file(folder.path(of: "c")), .file(folder.path(of: "d"))])
    #expect(error.messages(.plain).count == 2)
  }

  @Test func `a photo that is gone by the time it is drawn is missing`() throws {
    try folder.writePhoto("a.png")
    try folder.writePhoto("b.png")
    let placements = try placements(["a.png", "b.png"])
    try FileSystem.remove(folder.path(of: "b.png"))
    #expect(
      throws: CollageError.photos([
        PhotoError(path: folder.path(of: "b.png"), cause: .file(.missing))
      ])
    ) {
      try compose(placements)
    }
  }

  @Test func `damage is taken with a warning for each photo, if allowed`() throws {
    try folder.writePhoto("a.png")
    let jpeg = try Raster.varied(PixelSize(width: 60, height: 60)).encoded(.jpeg(.default))
    try folder.write(jpeg.prefix(jpeg.count * 2 / 3), to: "cut.jpg")
    let placements = try placements(["cut.jpg", "a.png", "cut.jpg"])
    #expect(throws: CollageError.self) { try compose(placements) }
    let collage = try compose(placements, allowsDamage: true)
    #expect(
      PhotoWarning.notes(of: collage.photos, placements).map(\.address) == [
        .file(folder.path(of: "cut.jpg"))
      ])
    #expect(try compose(placements, allowsDamage: true).raster.colours == collage.raster.colours)
  }

  @Test
  func
    `a photo that needs more memory than the budget is refused, one that needs all of it is not`()
    throws
  {
    try folder.write(interlacedPhoto, to: "a.png")
    let placements = try placements(["a.png", "a.png"])
    #expect(placements[0].photo.header.decoderBufferBytes == 20)
    let all = 20 + Raster.bytes(of: Self.canvas)
    #expect(
      throws: CollageError.photos([
        PhotoError(
          path: folder.path(of: "a.png"), cause: .codec(.needsMemory(bytes: all, budget: all - 1)))
      ])
    ) { try compose(placements, resources: Resources(jobs: 2, memory: all - 1)) }
    #expect(throws: Never.self) {
      try compose(placements, resources: Resources(jobs: 2, memory: all))
    }
  }

  @Test func `progress rises to one`() throws {
    let names = (0..<4).map { FilePath("\($0).png") }
    for (index, name) in names.enumerated() { try folder.writePhoto(name, .varied(number: index)) }
    let log = Log<Double>()
    _ = try compose(placements(names), resources: Resources(jobs: 1), progress: { log.add($0) })
    #expect(log.entries == log.entries.sorted())
    #expect(log.entries.count == 4 && log.entries.last == 1)
  }

  @Test(arguments: [1, 2, 7, 30])
  func `cancelling ends the work, whenever it comes`(polls: Int) throws {
    let names = (0..<4).map { FilePath("\($0).png") }
    for (index, name) in names.enumerated() { try folder.writePhoto(name, .varied(number: index)) }
    let placements = try placements(names)
    let asked = Locked(0)
    #expect(throws: CollageError.cancelled) {
      try compose(
        placements,
        isCancelled: {
          asked.withLock { asked in
            asked += 1
            return asked > polls
          }
        })
    }
    // Once it is said, hardly anybody asks again: the photos under way and those to come, and the
    // composer.
    #expect(asked.withLock { $0 } <= polls + 2 * names.count + 2)
  }
}

extension FilePath {
  /// Overwrites some bytes of a PNG's pixels in place, leaving the file's identity as it was.
  fileprivate func breakPixels() throws {
    let times = try stat()
    let file = try FileDescriptor.open(self, .readWrite)
    try file.closeAfter {
      try file.writeAll(
        toAbsoluteOffset: Int64(times.size) - 40, [UInt8](repeating: 0x55, count: 12))
      try FileSystem.setModificationTime(of: file, as: times)
    }
  }
}
