import Dispatch
import Imaging
import OpenCombine
import PhotoCodecs
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

/// After a collage is made, or not made, nothing of it is alive.
@Suite struct LifetimeTests {
  /// Saves with another writer; holds a probe, and tells of the raster that it is given.
  private struct WatchedWriter: PhotoWriter {
    let inner: any PhotoWriter
    let probe: Probe
    let raster: Weak<Raster>

    func check(protecting inputs: [FileIdentity]) throws(PhotoWriterError) {
      try inner.check(protecting: inputs)
    }

    func save(
      _ content: some Savable, progress: @escaping @Sendable (Double) -> Void
    ) -> Single<SavedAsset, PhotoWriterError> {
      if let collage = content as? Collage { raster.set(collage.raster) }
      probe.touch()
      return inner.save(content, progress: progress)
    }
  }

  let folder: TemporaryFolder
  let output: TemporaryFolder
  let writerProbe = Weak<Probe>()
  let progressProbe = Weak<Probe>()
  let raster = Weak<Raster>()
  let budget = Weak<MemoryBudget>()

  init() throws {
    folder = try TemporaryFolder()
    output = try TemporaryFolder()
  }

  private func single(
    _ paths: [FilePath], progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) -> Single<SavedCollage, CollageError> {
    let maker = CollageMaker.small()
    budget.set(maker.context.resources.memory)
    let probe = Probe()
    writerProbe.set(probe)
    let writer = WatchedWriter(
      inner: FileWriter(output.path(of: "c.png"), replacesForeign: false), probe: probe,
      raster: raster)
    let heard = Probe()
    progressProbe.set(heard)
    return maker.make(paths, with: writer) { fraction in
      heard.touch()
      progress(fraction)
    }
  }

  private func expectNothingAlive() {
    #expect(eventually { writerProbe.isGone }, "the writer is gone")
    #expect(eventually { progressProbe.isGone }, "what heard of the progress is gone")
    #expect(eventually { raster.isGone }, "the raster is gone")
    #expect(eventually { budget.isGone }, "the memory budget is gone")
  }

  @Test func `nothing is alive after a collage was made`() throws {
    #expect(throws: Never.self) { try single(folder.writePhotos(4)).wait().get() }
    expectNothingAlive()
  }

  @Test func `nothing is alive after a photo was bad`() throws {
    let paths = try folder.writePhotos(1) + [folder.path(of: "nothing")]
    #expect(throws: CollageError.self) { try single(paths).wait().get() }
    expectNothingAlive()
  }

  @Test func `nothing is alive after the place was refused`() throws {
    try output.writePhoto("c.png")
    #expect(throws: CollageError.self) { try single(folder.writePhotos(2)).wait().get() }
    expectNothingAlive()
  }

  @Test func `nothing is alive after a subscription ended by itself, though it is kept`() throws {
    let log = Log<Bool>()
    let subscription = single(try folder.writePhotos(2)).sink { _ in
      log.add(true)
    } receiveValue: { _ in
    }
    #expect(eventually { !log.entries.isEmpty }, "the collage is made")
    expectNothingAlive()
    subscription.cancel()
  }

  @Test func `nothing is alive after a subscription was dropped`() throws {
    let begun = DispatchSemaphore(value: 0)
    let goOn = DispatchSemaphore(value: 0)
    let group = DispatchGroup()
    var subscription: AnyCancellable? = single(try folder.writePhotos(2)) { _ in
      begun.signal()
      #expect(goOn.waitForSignal())
      goOn.signal()
    }.tracked(by: group).sink { _ in
      Issue.record("nothing was to be delivered")
    } receiveValue: { _ in
    }
    #expect(begun.waitForSignal())
    #expect(subscription != nil)
    subscription = nil
    goOn.signal()
    #expect(group.waitForAll())
    expectNothingAlive()
    #expect(try output.names() == [])
  }

  @Test func `nothing is alive of a single that nobody subscribed to`() throws {
    _ = single(try folder.writePhotos(2))
    expectNothingAlive()
  }
}
