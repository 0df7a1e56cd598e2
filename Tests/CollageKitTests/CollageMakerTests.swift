import Dispatch
import Imaging
import PhotoCodecs
import PhotoLayouts
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

@Suite struct CollageMakerTests {
  let folder: TemporaryFolder
  let output: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    output = try TemporaryFolder()
  }

  private var writer: LibraryWriter { LibraryWriter(PhotoLibrary(folder: output.path)) }

  private func make(_ paths: [FilePath], _ change: (inout CollageMaker) -> Void = { _ in }) throws
    -> SavedCollage
  {
    try CollageMaker.small(change).make(paths, with: writer).wait().get()
  }

  private func failure(
    _ paths: [FilePath], sourceLocation: SourceLocation = #_sourceLocation,
    _ change: (inout CollageMaker) -> Void = { _ in }
  ) throws -> CollageError {
    let before = try output.snapshot()
    let error = try #require(throws: CollageError.self, sourceLocation: sourceLocation) {
      try make(paths, change)
    }
    #expect(try output.snapshot() == before, sourceLocation: sourceLocation)
    return error
  }

  @Test func `photos become a saved asset with an id`() throws {
    let made = try make(folder.writePhotos(4))
    let asset = try #require(try PhotoLibrary(folder: output.path).assets().first)
    #expect(asset.id == made.id.short)
    #expect(try output.names() == ["collage-\(made.id).png"])
    #expect(
      made.size == PixelSize(width: 60, height: 40) && made.format == .png && made.warnings == [])
    #expect(made.placements.map(\.frame.bounds.x) == [0, 30, 0, 30])
    #expect(try asset.recipe().photos.map(\.name) == ["0.png", "1.png", "2.png", "3.png"])
    let photo = try Photo(at: asset.path, limits: DecodeLimits())
    #expect(photo.size == made.size)
  }

  @Test(arguments: [Encoding.png(.default), .jpeg(.default)])
  func `the same photos give the same id, whatever the number of jobs`(encoding: Encoding) throws {
    let paths = try folder.writePhotos(6)
    let ids = try [1, 2, 5].map { jobs in
      try make(paths) {
        $0.encoding = encoding
        $0.context = MakingContext(resources: Resources(jobs: jobs))
      }.id
    }
    #expect(Set(ids).count == 1)
    #expect(try output.names().count == 1)
  }

  @Test func `what decides the pixels decides the id`() throws {
    let paths = try folder.writePhotos(2)
    let ids = [
      try make(paths).id, try make(paths.reversed()).id, try make([paths[0], paths[0]]).id,
      try make(paths) { $0.options.layout.canvas = .pixels(PixelSize(width: 62, height: 40)) }.id,
      try make(paths) { $0.options.decoration.background = .colour(.red) }.id,
      try make(paths) { $0.encoding = .jpeg(.default) }.id,
      try make(paths) { $0.encoding = .jpeg(Quality(80)!) }.id,
    ]
    #expect(Set(ids).count == ids.count)
  }

  @Test func `where the photos lie does not matter`() throws {
    let paths = try folder.writePhotos(2)
    try folder.makeFolder("elsewhere")
    for (index, path) in paths.enumerated() {
      try folder.write(
        folder.read(FilePath("\(index).png")), to: FilePath("elsewhere/\(index).png"))
      #expect(path != folder.path(of: FilePath("elsewhere/\(index).png")))
    }
    let others = (0..<2).map { folder.path(of: FilePath("elsewhere/\($0).png")) }
    #expect(try make(paths).id == make(others).id)
  }

  @Test(arguments: [0, 1, 3, 5, 7, 8])
  func `a number that the rules turn down is refused where all are pictures`(count: Int) throws {
    let paths = try folder.writePhotos(count)
    let rules = SelectionRules()
    let refusal = try #require(rules.refusalToAdd(count, to: 0) ?? rules.refusalToSave(count))
    #expect(try failure(paths) == .refused(refusal))
  }

  @Test(arguments: [1, 3, 7])
  func `other rules let other numbers through`(count: Int) throws {
    let made = try make(folder.writePhotos(count)) {
      $0.options.rules = SelectionRules(maxCount: 9, needsEvenCount: false)
    }
    #expect(made.placements.count == count)
  }

  @Test func `every bad photo is named, in the order given, with its own reason`() throws {
    let good = try folder.writePhoto("good.png")
    let missing = folder.path(of: "missing.png")
    let text = try folder.write("notes".utf8, to: "text.png")
    let jpeg = try Raster.varied(PixelSize(width: 50, height: 50)).encoded(.jpeg(.default))
    // Its header is good, its pixels are not.
    let cut = try folder.write(jpeg.prefix(jpeg.count * 2 / 3), to: "cut.jpg")
    let error = try failure([cut, missing, good, text, folder.path, cut])
    guard case .photos(let errors) = error else { Issue.record("\(error)"); return }
    #expect(errors.map(\.address) == [cut, missing, text, folder.path].map(PhotoAddress.file))
    #expect(errors.map { "\($0.cause)".contains("damaged") } == [true, false, false, false])
    #expect(error.messages(.plain).count == 4)
  }

  @Test func `damage that is allowed is a warning`() throws {
    let jpeg = try Raster.varied(PixelSize(width: 50, height: 50)).encoded(.jpeg(.default))
    let cut = try folder.write(jpeg.prefix(jpeg.count * 2 / 3), to: "cut.jpg")
    let good = try folder.writePhoto("good.png")
    let made = try make([cut, good]) { $0.options.decoding.allowsDamage = true }
    #expect(made.warnings.map(\.address).first == .file(cut))
  }

  @Test func `a canvas that can't be is refused with what would help`() throws {
    let paths = try folder.writePhotos(6)
    func canvas(
      _ width: Int, _ height: Int, memory: Int = 1 << 30, _ encoding: Encoding = .png(.default)
    ) throws
      -> CollageError
    {
      try failure(paths) {
        $0.options.layout.canvas = .pixels(PixelSize(width: width, height: height))
        $0.encoding = encoding
        $0.context = MakingContext(resources: Resources(memory: memory))
      }
    }
    #expect(
      try canvas(2, 2) == .canvasTooSmall(PixelSize(width: 2, height: 2), longSide: 2400, photos: 6)
    )
    #expect(
      try canvas(65_501, 10, .jpeg(.default))
        == .canvasTooLarge(PixelSize(width: 65_501, height: 10), longest: 65_500))
    #expect(
      try canvas(1_000_001, 10)
        == .canvasTooLarge(PixelSize(width: 1_000_001, height: 10), longest: 1_000_000))
    let size = PixelSize(width: 1_000, height: 1_000)
    #expect(
      try canvas(1_000, 1_000, memory: 3_999_999)
        == .canvasNeedsMemory(size, bytes: 4_000_000, budget: 3_999_999))
    #expect(try canvas(1_000_000, 1_000_000).messages(.plain).count == 1)
  }

  @Test func `a limit on pixels is kept`() throws {
    let paths = try folder.writePhotos(2)
    let error = try failure(paths) { $0.options.decoding.limits.pixels = 24 * 16 - 1 }
    guard case .photos(let errors) = error else { Issue.record("\(error)"); return }
    #expect(
      errors.map(\.cause)
        == [PhotoError.Cause](
          repeating: .codec(.tooManyPixels(PixelSize(width: 24, height: 16), limit: 24 * 16 - 1)),
          count: 2))
    #expect(throws: Never.self) { try make(paths) { $0.options.decoding.limits.pixels = 24 * 16 } }
  }

  @Test func `what can't be written is found out before any photo is drawn`() throws {
    let paths = try folder.writePhotos(2)
    let progress = Log<Double>()
    let writer = FileWriter(paths[1], replacesForeign: true)
    let result = CollageMaker.small().make(paths, with: writer) { progress.add($0) }.wait()
    guard case .failure(.writing(.isInput(paths[1]))) = result else {
      Issue.record("\(result)"); return
    }
    #expect(progress.entries == [])
  }

  @Test func `planning decodes nothing`() throws {
    // Headers without pixels.
    let whole = try Raster.varied(PixelSize(width: 90, height: 60)).encoded(.jpeg(.default))
    let header = try folder.write(whole.prefix(whole.count - 100), to: "a.jpg")
    let maker = CollageMaker.small()
    let photos = try maker.photos(at: [.file(header), .file(header)]).wait().get()
    let plan = try maker.plan(photos).wait().get()
    #expect(
      plan.placements.map(\.frame.size)
        == [PixelSize](repeating: PixelSize(width: 30, height: 40), count: 2))
    #expect(throws: CollageError.self) { try maker.compose(plan).wait().get() }
  }

  @Test func `making is cold, and each subscription makes it anew`() throws {
    let paths = try folder.writePhotos(2)
    let single = CollageMaker.small().make(paths, with: writer)
    #expect(try output.names() == [])
    let first = try single.wait().get().id
    let asset = try #require(try PhotoLibrary(folder: output.path).assets().first)
    try PhotoLibrary(folder: output.path).remove([asset], from: [])
    #expect(try single.wait().get().id == first)
    #expect(try output.names().count == 1)
  }

  @Test func `progress never goes back with one job, and ends at one`() throws {
    let progress = Log<Double>()
    let maker = CollageMaker.small { $0.context = MakingContext(resources: Resources(jobs: 1)) }
    _ = try maker.make(folder.writePhotos(6), with: writer) { progress.add($0) }.wait().get()
    #expect(progress.entries == progress.entries.sorted())
    #expect(progress.entries.first ?? 0 > 0 && abs((progress.entries.last ?? 0) - 1) < 1e-9)
  }

  @Test(arguments: [0.01, 0.5, 0.79, 0.85])
  func `cancelling leaves nothing behind, whenever it comes`(moment: Double) throws {
    let paths = try folder.writePhotos(6)
    // Many pieces to write, so that there is something left to stop.
    let maker = CollageMaker.small {
      $0.options.layout.canvas = .pixels(PixelSize(width: 60, height: 1_000))
    }
    let cancellation = Cancellation()
    let result = maker.make(paths, with: writer) { if $0 >= moment { cancellation.cancel() } }
      .wait(cancelledBy: cancellation)
    #expect(result == nil)
    #expect(try output.names() == [])
  }

  @Test func `every message is one line`() {
    let size = PixelSize(width: 1, height: 1)
    let errors: [CollageError] = [
      .refused(Refusal(rule: .evenCountToSave, reason: "a", remedy: "b")),
      .canvasTooSmall(size, longSide: 9, photos: 3),
      .canvasTooSmall(nil, longSide: 9, photos: 3),
      .noSuchLayout(3, of: 2), .noSuchLayout(3, of: 1), .otherPhotosInLayout([1, 2, 2], photos: 3),
      .canvasTooLarge(size, longest: 5), .canvasNeedsMemory(size, bytes: 1, budget: 1),
      .hdrNeedsMemory(size, bytes: 2, budget: 1), .outOfMemory(size),
      .outOfMemory(size, withHDR: true), .writing(.notOurs("a\nb")), .cancelled,
      .photos([
        PhotoError(path: "a\nb", cause: .file(.missing)),
        PhotoError(path: "c\u{1B}", cause: .codec(.outOfMemory)),
      ]),
    ]
    for message in errors.flatMap({ $0.messages(.plain) }) {
      #expect(!message.isEmpty && message.unicodeScalars.allSatisfy { $0.value >= 0x20 })
    }
  }

  @Test func `laying out begins when somebody subscribes, and can be stopped`() throws {
    let photos = try folder.writePhotos(2).map { try Photo(at: $0, limits: DecodeLimits()) }
    let plan = CollageMaker().plan(photos)
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(plan.wait(cancelledBy: cancellation) == nil)
    #expect(try plan.wait().get().placements.count == 2)
    #expect(throws: CollageError.cancelled) {
      try CollagePlan(photos, CollageOptions(), isCancelled: { true })
    }
  }
}
