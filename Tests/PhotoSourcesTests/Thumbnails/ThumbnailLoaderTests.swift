import Dispatch
import Glibc
import Imaging
import OpenCombine
import PhotoCodecs
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing
import ThreadPool

@testable import PhotoSources

@Suite struct ThumbnailLoaderTests {
  let tree: ThumbnailTree

  init() throws { tree = try ThumbnailTree() }

  /// Keeps a loader with one thread busy: until `open`, it is delivering the thumbnail of this
  /// photo.
  private final class Gate: Sendable {
    private let opened = DispatchSemaphore(value: 0)
    private let bag = CancellableBag()

    init(_ loader: ThumbnailLoader, _ photo: IndexedPhoto) {
      let entered = DispatchSemaphore(value: 0)
      loader.thumbnail(of: photo, .normal).sink { _ in
      } receiveValue: { [opened] _ in
        entered.signal()
        #expect(opened.waitForSignal())
      }.store(in: bag)
      #expect(entered.waitForSignal())
    }

    func open() { opened.signal() }
  }

  /// Collects what subscriptions deliver.
  private final class Deliveries: Sendable {
    let received = Locked<[(name: String, raster: Raster)]>([])
    let bag = CancellableBag()

    func subscribe(_ name: String, _ thumbnail: Single<Thumbnail, ThumbnailError>) {
      thumbnail.sink { _ in
      } receiveValue: { [weak self] thumbnail in
        self?.received.withLock { $0.append((name, thumbnail.raster)) }
      }.store(in: bag)
    }

    var names: [String] { received.withLock { $0.map(\.name) } }
  }

  @Test func `a raw file's thumbnail is that of its preview, upright`() throws {
    func jpeg(_ colour: Colour, _ size: PixelSize) throws -> [UInt8] {
      try PixelBands(Raster(size: size, filledWith: colour), as: .jpeg(.default)).encoded()
    }
    var raw = RawFileBuilder(
      full: try jpeg(ThumbnailTree.blue, PixelSize(width: 300, height: 200)),
      small: try jpeg(ThumbnailTree.green, PixelSize(width: 30, height: 20)))
    raw.orientation = 6
    let thumbnail = try tree.load(tree.add("a.nef", raw.nef))
    #expect(thumbnail.size == PixelSize(width: 85, height: 128))
    #expect(Int(thumbnail.middle.blue) > 140 && Int(thumbnail.middle.green) < 60)
  }

  @Test
  func
    `a photo that is asked for twice at once is decoded once, and kept in no memory without room`()
    throws
  {
    let (first, photo) = (try tree.add("0.png"), try tree.add("a.png"))
    let loader = tree.loader(nil, memoryLimit: 0, maxThreads: 1)
    let gate = Gate(loader, first)
    let deliveries = Deliveries()
    deliveries.subscribe("1", loader.thumbnail(of: photo, .normal))
    deliveries.subscribe("2", loader.thumbnail(of: photo, .normal))
    gate.open()
    _ = loader.idle().wait()
    let rasters = deliveries.received.withLock { $0.map(\.raster) }
    #expect(rasters.count == 2 && rasters[0] === rasters[1])
    #expect(loader.cached(ThumbnailKey(photo, .normal)) == nil)
    #expect(try loader.thumbnail(of: photo, .normal).wait().get().raster !== rasters[0])
  }

  @Test func `photos are decoded in the order asked for`() throws {
    let gate = try tree.add("0.png")
    let names = ["c", "a", "d", "b"]
    let photos = try names.map { try tree.add(FilePath($0 + ".png")) }
    let loader = tree.loader(nil, maxThreads: 1)
    let opened = Gate(loader, gate)
    let deliveries = Deliveries()
    for (name, photo) in zip(names, photos) {
      deliveries.subscribe(name, loader.thumbnail(of: photo, .normal))
    }
    #expect(deliveries.names.isEmpty)
    opened.open()
    _ = loader.idle().wait()
    #expect(deliveries.names == names)
  }

  @Test
  func `a request that is cancelled before it begins never begins, unless somebody else waits`()
    throws
  {
    let photos = try ["0.png", "a.png", "b.png"].map { try tree.add($0) }
    let loader = tree.loader(tree.store, maxThreads: 1)
    let gate = Gate(loader, photos[0])
    let (kept, cancelled) = (Deliveries(), Deliveries())
    for photo in photos[1...] {
      cancelled.subscribe("cancelled", loader.thumbnail(of: photo, .normal))
    }
    kept.subscribe("b", loader.thumbnail(of: photos[2], .normal))
    cancelled.bag.cancelAll()
    gate.open()
    _ = loader.idle().wait()
    #expect(cancelled.names.isEmpty && kept.names == ["b"])
    #expect(
      loader.cached(ThumbnailKey(photos[1], .normal)) == nil
        && loader.cached(ThumbnailKey(photos[2], .normal)) != nil)
    #expect(try tree.folder.names(in: "cache/thumbnails/normal").count == 2)
    // It can be asked for again.
    #expect(
      try loader.thumbnail(of: photos[1], .normal).wait().get().raster.middle == ThumbnailTree.green
    )
  }

  @Test func `decoding stops when it is cancelled, and nothing is stored`() throws {
    let photo = try tree.add("a.png")
    let source = ThumbnailSource(store: tree.store, background: .white, limits: DecodeLimits())
    let polls = Locked(0)
    let cancellation = Cancellation {
      polls.withLock { polls in
        polls += 1
        return polls > 40
      }
    }
    #expect(source.outcome(for: .file(photo), .normal, cancellation) == nil)
    #expect(polls.withLock { $0 } < 50)
    #expect(try tree.folder.names() == ["photos"])
  }

  @Test func `what is in memory is delivered at once, and larger ones serve`() throws {
    let photo = try tree.add("a.png")
    let loader = tree.loader(nil)
    #expect(loader.cached(ThumbnailKey(photo, .normal)) == nil)
    let large = try loader.thumbnail(of: photo, .large).wait().get().raster
    try tree.folder.remove("photos/a.png")
    let deliveries = Deliveries()
    deliveries.subscribe("a", loader.thumbnail(of: photo, .normal))
    #expect(deliveries.received.withLock { $0.first?.raster } === large)
    let cached = try loader.cached(ThumbnailKey(photo, .normal))?.get().raster
    #expect(cached === large && loader.cached(ThumbnailKey(photo, .xLarge)) == nil)
  }

  @Test func `a changed photo is decoded again, though the old one is known`() throws {
    let old = try tree.add("a.png")
    let loader = tree.loader(nil)
    #expect(
      try loader.thumbnail(of: old, .normal).wait().get().raster.middle == ThumbnailTree.green)
    try tree.add("a.png", ThumbnailTree.png(ThumbnailTree.blue))
    try tree.setModified(1_000_000_001, old.path)
    let new = try tree.photo("a.png")
    #expect(loader.cached(ThumbnailKey(new, .normal)) == nil)
    #expect(try loader.thumbnail(of: new, .normal).wait().get().raster.middle == ThumbnailTree.blue)
  }

  @Test
  func `photos that vanish or turn into something else fail with the reason, and are tried again`()
    throws
  {
    let photo = try tree.add("a.png")
    let loader = tree.loader(tree.store)
    func failure() -> ThumbnailError? {
      if case .failure(let error) = loader.thumbnail(of: photo, .normal).wait() {
        error
      } else {
        nil
      }
    }
    try tree.folder.remove("photos/a.png")
    #expect(failure() == .notOpened(.missing))
    try tree.folder.makePipe("photos/a.png")
    #expect(failure() == .notOpened(.notAFile("a pipe")))
    try tree.folder.remove("photos/a.png")
    try tree.folder.makeFolder("photos/a.png")
    #expect(failure() == .notOpened(.notAFile("a folder")))
    #expect(loader.cached(ThumbnailKey(photo, .normal)) == nil)
    try tree.folder.remove("photos/a.png")
    try tree.folder.write(Array("text".utf8), to: "photos/a.png")
    #expect(failure() == .notDecoded(.notAPicture(type: .text)))
    _ = loader.idle().wait()
    #expect(try tree.folder.names() == ["photos"])
  }

  @Test func `broken photos are known with their reason`() throws {
    let photo = try tree.add("a.png", Array(ThumbnailTree.png(ThumbnailTree.green).dropLast(40)))
    let loader = tree.loader(nil)
    let result = loader.thumbnail(of: photo, .normal).wait()
    guard case .failure(.notDecoded(.damaged)) = result else { Issue.record("\(result)"); return }
    guard case .failure(.notDecoded(.damaged)) = loader.cached(ThumbnailKey(photo, .normal)) else {
      Issue.record("not kept"); return
    }
  }

  @Test func `photos beyond the limits are not decoded, and not remembered on disk`() throws {
    let photo = try tree.add("a.png")
    let loader = ThumbnailLoader(store: tree.store, limits: DecodeLimits(pixels: 1000))
    let result = loader.thumbnail(of: photo, .normal).wait()
    guard case .failure(.notDecoded(.tooManyPixels)) = result else {
      Issue.record("\(result)"); return
    }
    _ = loader.idle().wait()
    #expect(try tree.folder.names() == ["photos"])
  }

  @Test func `memory stays within its limit, and the least recently used go first`() throws {
    let photos = try ["a", "b", "c"].map { try tree.add(FilePath($0 + ".png")) }
    // 128x85 pixels of four bytes, and what an entry takes.
    let loader = tree.loader(nil, memoryLimit: 2 * (128 * 85 * 4 + 512))
    for photo in photos[..<2] { _ = try loader.thumbnail(of: photo, .normal).wait().get() }
    #expect(loader.cached(ThumbnailKey(photos[0], .normal)) != nil)
    _ = try loader.thumbnail(of: photos[2], .normal).wait().get()
    #expect(photos.map { loader.cached(ThumbnailKey($0, .normal)) != nil } == [true, false, true])
  }

  @Test
  func `decoders share their memory, one photo at least has it, and waiting can be cancelled`()
    throws
  {
    let source = ThumbnailSource(
      store: nil, background: .white, limits: DecodeLimits(), processors: 2)
    let never = Cancellation()
    #expect(throws: CodecError.needsMemory(bytes: 2 << 30, budget: 1 << 30)) {
      try source.withMemory(2 << 30, never) {}
    }
    try source.withMemory(1 << 30, never) { () throws(CodecError) in
      let cancelled = Cancellation()
      cancelled.cancel()
      #expect(throws: CodecError.cancelled) { try source.withMemory(1, cancelled) {} }
    }
    #expect(try source.withMemory(1, never) { 7 } == 7)
  }

  @Test func `each processor has memory to decode a HEIC of 12 megapixels`() throws {
    let source = ThumbnailSource(
      store: nil, background: .white, limits: DecodeLimits(), processors: 2)
    // Whoever has to wait is cancelled.
    let impatient = Cancellation()
    impatient.cancel()
    try source.withMemory(120 << 20, impatient) { () throws(CodecError) -> Void in
      try source.withMemory(120 << 20, impatient) { () throws(CodecError) -> Void in
        #expect(throws: CodecError.cancelled) { try source.withMemory(120 << 20, impatient) {} }
      }
    }
  }

  @Test func `many requests from several threads, most of them cancelled, end well`() throws {
    let photos = try (0..<8).map {
      try tree.add(
        FilePath("\($0).png"), ThumbnailTree.png(ThumbnailTree.green, width: 40, height: 40))
    }
    let loader = tree.loader(tree.store, memoryLimit: 20_000)
    let deliveries = Deliveries()
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for round in 0..<50 {
        let photo = photos[(round + thread) % photos.count]
        if round % 3 == 0 {
          deliveries.subscribe("\(thread)", loader.thumbnail(of: photo, .normal))
        } else {
          loader.thumbnail(of: photo, .normal).sink { _ in
          } receiveValue: { _ in
          }.cancel()
        }
      }
    }
    _ = loader.idle().wait()
    #expect(deliveries.names.count == 4 * 17)
  }

  @Test func `nothing is alive after the last subscription and the last file`() throws {
    let photo = try tree.add("a.png")
    weak var alive: ThumbnailLoader?
    do {
      let loader = tree.loader(tree.store)
      alive = loader
      _ = try loader.thumbnail(of: photo, .normal).wait().get()
      let waiting = loader.thumbnail(of: photo, .large).sink { _ in
      } receiveValue: { _ in
      }
      waiting.cancel()
      _ = loader.idle().wait()
    }
    // A thread that has just found nothing more to do may still be leaving.
    while alive != nil { sched_yield() }
  }
}
