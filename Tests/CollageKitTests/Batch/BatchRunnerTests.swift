@testable import CollageKit
import Imaging
import PhotoCodecs
import PhotoLayouts
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing
import ThreadPool

/// A folder with small photos and a library, and batches run in this process.
private struct Bench {
  let folder: TemporaryFolder
  let photos: [FilePath]

  init(photos count: Int = 6) throws {
    let folder = try TemporaryFolder()
    self.folder = folder
    photos = try (0..<count).map { number in
      let raster = Raster(size: PixelSize(width: 24, height: 18)) { x, y in
        Colour(
          red: UInt8(truncatingIfNeeded: x * 10), green: UInt8(truncatingIfNeeded: y * 14),
          blue: UInt8(truncatingIfNeeded: number * 40))
      }
      let bytes = try PixelBands(raster, as: .png(.default)).encoded()
      return try folder.write(bytes, to: FilePath("\(number).png"))
    }
  }

  var options: BatchOptions {
    var options = BatchOptions()
    options.set("canvas", "40x30px")
    options.context = MakingContext(resources: Resources(jobs: 3))
    options.library = PhotoLibrary(folder: folder.path.appending("library"))
    options.records = folder.path.appending("made")
    return options
  }

  func entry(_ name: String, _ line: Int, _ photos: Int...) -> BatchEntry {
    let paths = photos.map {
      self.photos.indices.contains($0) ? self.photos[$0] : FilePath("/none/\($0)")
    }
    return BatchEntry(
      name: name, line: line, job: .success(BatchJob(photos: paths.map(PhotoAddress.file))))
  }

  func run(
    _ entries: [BatchEntry], _ options: BatchOptions? = nil, stop: Cancellation = Cancellation(),
    report: @escaping @Sendable (BatchResult) -> Bool = { _ in true }
  ) throws -> [BatchResult] {
    let results = Locked([BatchResult]())
    let runner = BatchRunner(options ?? self.options, stop: stop) { result in
      results.withLock { $0.append(result) }
      return report(result)
    }
    try runner.run(CheckedSource(ListSource(entries)))
    return results.withLock { $0 }
  }
}

extension BatchResult {
  fileprivate var status: String {
    switch outcome {
    case .saved: "saved"
    case .unchanged: "unchanged"
    case .failed(.collage(.refused(let refusal))): "\(refusal.rule)"
    case .failed: "failed"
    }
  }

  fileprivate var id: AssetID? {
    switch outcome {
    case .saved(let asset, _), .unchanged(let asset): asset.id
    case .failed: nil
    }
  }
}

@Suite(.timeLimit(.minutes(20)))
struct BatchRunnerTests {
  @Test func `the rules hold for each job by itself`() throws {
    let bench = try Bench()
    let results = try bench.run([
      bench.entry("two", 1, 0, 1), bench.entry("odd", 2, 0, 1, 2), bench.entry("none", 3),
      bench.entry("seven", 4, 0, 1, 2, 3, 4, 5, 0), bench.entry("missing", 5, 0, 9),
      bench.entry("six", 6, 0, 1, 2, 3, 4, 5),
    ])
    #expect(
      results.map(\.status) == [
        "saved", "evenCountToSave", "somethingChosen", "atMost(6)", "failed", "saved",
      ])
  }

  @Test func `a job gives the bytes that a collage by itself gives, shared photos or not`() throws {
    let bench = try Bench()
    let sets: [[Int]] = (0..<40).map { [$0 % 6, ($0 / 6) % 6, 0, 1] }
    let results = try bench.run(
      sets.enumerated().map { bench.entry("\($0)", $0 + 1, $1[0], $1[1], $1[2], $1[3]) })
    #expect(results.map(\.name) == (0..<40).map(String.init))
    let single = PhotoLibrary(folder: bench.folder.path.appending("single"))
    let ids = try sets.map { set in
      try CollageMaker(bench.options.collage).make(
        set.map { bench.photos[$0] }, with: LibraryWriter(single)
      ).wait()
        .get().id
    }
    #expect(results.map(\.id) == ids)
  }

  @Test func `jobs that begin together make the library's folders together`() throws {
    let bench = try Bench()
    for round in 0..<40 {
      var options = bench.options
      options.library = PhotoLibrary(
        folder: bench.folder.path.appending("\(round)").pushing("a/b/c"))
      let results = try bench.run((0..<4).map { bench.entry("\($0)", $0 + 1, $0, $0 + 1) }, options)
      #expect(results.allSatisfy { $0.status == "saved" }, "\(results)")
    }
  }

  @Test func `results come in the manifest's order, or as they are done`() throws {
    let bench = try Bench()
    let entries = (0..<300).map { number in
      // The first is the slowest by far.
      number % 100 == 0
        ? bench.entry("\(number)", number + 1, 0, 1, 2, 3) : bench.entry("\(number)", number + 1, 0)
    }
    #expect(try bench.run(entries).map(\.name) == (0..<300).map(String.init))
    var options = bench.options
    options.order = .done
    options.redoes = true
    let names = try bench.run(entries, options).map(\.name)
    #expect(Set(names) == Set((0..<300).map(String.init)))
    #expect(names.count == 300)
  }

  @Test func `after a failure nothing new is begun when that is asked for`() throws {
    let bench = try Bench()
    let entries = (0..<400).map { (number: Int) in
      bench.entry("\(number)", number + 1, number == 20 ? 9 : 0, 1)
    }
    var options = bench.options
    options.failsFast = true
    let results = try bench.run(entries, options)
    // While the one that fails waits for a processor, others may still be begun.
    #expect(results.count >= 21 && results.count < 400)
    #expect(results.prefix(21).map(\.name) == (0...20).map(String.init))
    #expect(try bench.run(entries).count == 400)
  }

  @Test func `what is unchanged is not made again`() throws {
    let bench = try Bench()
    let entries = (0..<5).map { bench.entry("\($0)", $0 + 1, $0, $0 + 1) }
    let first = try bench.run(entries)
    let second = try bench.run(entries)
    #expect(second.map(\.status) == Array(repeating: "unchanged", count: 5))
    #expect(second.map(\.id) == first.map(\.id))

    // Other bytes in one photo of the first job, then another canvas, then a changed asset, then a
    // missing one.
    let bytes = try bench.folder.read("5.png")
    try bench.folder.write(bytes, to: "0.png")
    #expect(
      try bench.run(entries).map(\.status) == ["saved"] + Array(repeating: "unchanged", count: 4))
    var options = bench.options
    options.set("canvas", "42x30px")
    let allSaved = Array(repeating: "saved", count: 5)
    #expect(try bench.run(entries, options).map(\.status) == allSaved)
    #expect(try bench.run(entries).map(\.status) == Array(repeating: "unchanged", count: 5))

    guard case .saved(let asset, _) = first[1].outcome else {
      Issue.record("\(first[1])")
      return
    }
    let name = FilePath("library").appending(asset.path.lastComponent!)
    let whole = try bench.folder.read(name)
    try bench.folder.write(whole.dropLast(), to: name)
    _ = try bench.run(entries)
    #expect(try bench.folder.read(name) == whole.dropLast())
    try bench.folder.remove(name)
    #expect(
      try bench.run(entries).map(\.status) == [
        "unchanged", "saved", "unchanged", "unchanged", "unchanged",
      ])
    #expect(try bench.folder.read(name) == whole)

    options = bench.options
    options.redoes = true
    #expect(try bench.run(entries, options).map(\.status) == allSaved)
    options = bench.options
    options.set("max", "1")
    let allRefused = Array(repeating: "atMost(1)", count: 5)
    #expect(try bench.run(entries, options).map(\.status) == allRefused)
  }

  @Test func `stopping ends a batch and leaves finished results whole`() throws {
    let bench = try Bench()
    let stop = Cancellation()
    let entries = (0..<2000).map { bench.entry("\($0)", $0 + 1, $0 % 6, $0 / 6 % 6) }
    let results = try bench.run(entries, stop: stop) { result in
      if result.line == 10 { stop.cancel() }
      return true
    }
    #expect(results.count >= 10 && results.count < 130)
    // The same photos come again from the 37th job on.
    #expect(results.allSatisfy { ["saved", "unchanged"].contains($0.status) }, "\(results)")
    let leftovers = try bench.folder.names(in: "library").filter { $0.hasPrefix(".") }
    #expect(leftovers.isEmpty)
  }

  @Test(arguments: [BatchOrder.input, .done])
  func `the other workers go on while the results' receiver stalls`(order: BatchOrder) throws {
    let bench = try Bench()
    let entries = (0..<20).map { bench.entry("\($0)", $0 + 1, $0 % 6, ($0 + 1) % 6) }
    var options = bench.options
    options.order = order
    let results = try bench.run(entries, options) { _ in
      // The twenty jobs are six different collages.
      #expect(
        eventually { (try? bench.folder.names(in: "library").count) ?? 0 >= 6 },
        "the others are made")
      return true
    }
    #expect(results.count == 20)
  }

  @Test func `when nobody can be told any more the batch stops`() throws {
    let bench = try Bench()
    let entries = (0..<1000).map { bench.entry("\($0)", $0 + 1, 0, 1) }
    #expect(try bench.run(entries) { $0.line < 5 }.count < 120)
  }

  @Test func `a source that fails is reported after what came before it`() throws {
    struct Failing: BatchSource {
      var left: [BatchEntry]
      mutating func next() throws(BatchSourceError) -> BatchEntry? {
        if let entry = left.popLast() { return entry }
        throw BatchSourceError(path: "source", errno: .ioError)
      }
    }
    let bench = try Bench()
    let results = Locked(0)
    let runner = BatchRunner(bench.options, stop: Cancellation()) { _ in
      results.withLock { $0 += 1 }
      return true
    }
    #expect(throws: BatchSourceError(path: "source", errno: .ioError)) {
      try runner.run(
        CheckedSource(Failing(left: [bench.entry("a", 1, 0, 1), bench.entry("b", 2, 0, 1)])))
    }
    #expect(results.withLock { $0 } == 2)
  }

  @Test func `a job with an output needs no library, one without does`() throws {
    let bench = try Bench()
    var options = bench.options
    options.library = nil
    var job = BatchJob(
      photos: [.file(bench.photos[0]), .file(bench.photos[1])],
      output: bench.folder.path.appending("out.png"))
    let named = BatchEntry(name: "a", line: 1, job: .success(job))
    job.output = nil
    let results = try bench.run(
      [named, BatchEntry(name: "b", line: 2, job: .success(job))], options)
    #expect(results.map(\.status) == ["saved", "failed"])
    #expect(try bench.run([named], options).map(\.status) == ["unchanged"])
  }
}

extension BatchOptions {
  /// Chooses a value, as the command line does.
  fileprivate mutating func set(_ name: String, _ text: String) {
    var overrides = changes.overrides
    if let setting = Setting<CollageOptions>.all.first(where: { $0.name == name }) {
      overrides[setting] = setting.value(text)
    }
    changes = CollageChanges(overrides: overrides, ofPhotos: [], layout: nil)
  }
}
