import Dispatch
import OpenCombine
import PhotoCodecs
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

@Suite struct PhotoSourceTests {
  let folder: TemporaryFolder
  let queue = DispatchQueue(label: "interface")

  init() throws { folder = try TemporaryFolder() }

  @Test func `chosen photos arrive in batches, in order, on the interface's queue, until the source closes`() throws {
    let paths = try folder.writePhotos(3)
    let bad = try folder.write("notes".utf8, to: "notes.txt")
    let key = DispatchSpecificKey<Bool>()
    queue.setSpecific(key: key, value: true)
    let source = PhotoSource(deliveringOn: .queue(queue))
    let log = Log<String>()
    let subscription = source.batches.sink { _ in
      log.add("finished")
    } receiveValue: { batch in
      log.add("\(batch.photos.count) photos, \(batch.failures.count) failures")
      if DispatchQueue.getSpecific(key: key) != true { log.add("on another queue") }
    }
    source.choose(paths.map(PhotoAddress.file))
    source.choose([.file(paths[0]), .file(bad), .file(folder.path(of: "nothing"))])
    source.choose([])
    #expect(eventually { log.entries.count == 3 }, "the batches are there")
    source.close()
    #expect(eventually { log.entries.last == "finished" }, "the source is closed")
    #expect(
      log.entries == ["3 photos, 0 failures", "1 photos, 2 failures", "0 photos, 0 failures", "finished"])
    subscription.cancel()
  }

  @Test func `a batch keeps the order of its paths, good and bad`() throws {
    let paths = try folder.writePhotos(2)
    let bad = folder.path(of: "nothing")
    let source = PhotoSource(deliveringOn: .queue(queue))
    let log = Log<PhotoBatch>()
    let subscription = source.batches.sink { log.add($0) }
    source.choose([.file(paths[1]), .file(bad), .file(paths[0])])
    #expect(eventually { !log.entries.isEmpty }, "the batch is there")
    let batch = try #require(log.entries.first)
    #expect(batch.photos.map(\.path) == [paths[1], paths[0]])
    #expect(batch.failures.map(\.address) == [.file(bad)])
    #expect(batch.results.map { (try? $0.get()) != nil } == [true, false, true])
    subscription.cancel()
  }

  @Test func `a source that is let go is gone, with all that listened`() throws {
    let source = Weak<PhotoSource>()
    let listener = Weak<Probe>()
    let ended = Log<Bool>()
    var subscription: AnyCancellable?
    do {
      let owned = PhotoSource(deliveringOn: .queue(queue))
      let probe = Probe()
      source.set(owned)
      listener.set(probe)
      subscription = owned.batches.sink { _ in
        ended.add(true)
      } receiveValue: { _ in
        probe.touch()
      }
      owned.choose(try folder.writePhotos(1).map(PhotoAddress.file))
      owned.close()
    }
    #expect(eventually { !ended.entries.isEmpty }, "the source has ended")
    #expect(eventually { source.isGone }, "the source is gone")
    subscription?.cancel()
    subscription = nil
    #expect(eventually { listener.isGone }, "what listened is gone")
  }
}
