import Dispatch
import Files
import Imaging
import OpenCombine
import PhotoCodecs
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

@Suite struct FileWriterTests {
  let folder: TemporaryFolder
  let target: FilePath

  init() throws {
    folder = try TemporaryFolder()
    target = folder.path(of: "c.png")
  }

  private func save(
    _ collage: Collage = .sample(), to name: FilePath = "c.png", replacesForeign: Bool = false
  ) throws -> AssetID {
    try FileWriter(folder.path(of: name), replacesForeign: replacesForeign).save(collage).wait()
      .get()
  }

  /// Both `check` and `save` fail, and the folder stays as it is.
  private func expectRefusal(
    _ error: PhotoWriterError, to name: FilePath = "c.png", inputs: [FileIdentity] = [],
    replacesForeign: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try folder.snapshot()
    let writer = FileWriter(folder.path(of: name), replacesForeign: replacesForeign)
    #expect(throws: error, sourceLocation: sourceLocation) { try writer.check(protecting: inputs) }
    #expect(throws: error, sourceLocation: sourceLocation) {
      try writer.save(.sample(2, inputs: inputs)).wait().get()
    }
    #expect(try folder.snapshot() == before, sourceLocation: sourceLocation)
  }

  @Test(arguments: [Encoding.png(.default), .jpeg(.default), .pdf(.deflated(.default))])
  func `a collage is saved under the name, with its id and recipe`(encoding: Encoding) throws {
    let collage = Collage.sample(as: encoding)
    let asset = try FileWriter(target, replacesForeign: false).save(collage) { _ in }.wait().get()
    let file = try PhotoFile.open(target)
    #expect(try AssetID(Digest(of: file)) == asset.id)
    #expect(asset.path == target)
    #expect(asset.bytes == file.size)
    #expect(try RecipeRecord.read(from: file).flatMap(Recipe.init) == collage.recipe)
    #expect(try folder.names() == ["c.png"])
  }

  @Test func `a new file may be read and written as the user's mask allows`() throws {
    _ = try save()
    let plain = try folder.write([1], to: "plain").stat().permissions
    #expect(try target.stat().permissions.contains([.ownerReadWrite]))
    #expect(try target.stat().permissions.subtracting([.groupWrite, .otherWrite]) == plain)
  }

  @Test func `saving is cold, and sends one value, then finishes`() throws {
    let single = FileWriter(target, replacesForeign: false).save(.sample())
    #expect(try folder.names() == [])
    let log = Log<String>()
    let subscription = single.sink { completion in
      if case .finished = completion { log.add("finished") }
    } receiveValue: { id in
      log.add(id.text)
    }
    #expect(eventually { log.entries.count == 2 }, "the collage is saved")
    let id = try AssetID(Digest(of: PhotoFile.open(target)))
    #expect(log.entries == [id.text, "finished"])
    subscription.cancel()
  }

  @Test func `saving again gives the same bytes and id`() throws {
    let id = try save()
    let bytes = try folder.read("c.png")
    #expect(try save() == id)
    #expect(try folder.read("c.png") == bytes)
    #expect(try folder.names() == ["c.png"])
  }

  @Test func `one of ours is replaced`() throws {
    let first = try save(.sample(1))
    let second = try save(.sample(2))
    #expect(first != second)
    #expect(try AssetID(Digest(of: PhotoFile.open(target))) == second)
    #expect(try folder.names() == ["c.png"])
  }

  @Test func `somebody else's file is replaced only when that is asked for`() throws {
    try folder.writePhoto("c.png")
    try expectRefusal(.notOurs(target))
    let id = try save(replacesForeign: true)
    #expect(try AssetID(Digest(of: PhotoFile.open(target))) == id)
    #expect(try folder.names() == ["c.png"])
  }

  @Test(arguments: [false, true])
  func `a photo of the collage is never replaced, by whatever name`(replacesForeign: Bool) throws {
    // Even if the photo is itself a collage of ours.
    _ = try save(.sample(1), to: "photo.png")
    try folder.makeHardLink("hard.png", to: "photo.png")
    try folder.makeSymbolicLink("soft.png", to: "photo.png")
    let inputs = [try folder.path(of: "photo.png").identity()]
    for name in ["photo.png", "hard.png", "soft.png"] as [FilePath] {
      try expectRefusal(
        .isInput(folder.path(of: name)), to: name, inputs: inputs, replacesForeign: replacesForeign)
    }
  }

  @Test func `a link is followed to a collage of ours, and stays a link`() throws {
    try folder.makeFolder("below")
    _ = try save(.sample(1), to: "below/real.png")
    try folder.makeSymbolicLink("c.png", to: "below/real.png")
    let id = try save(.sample(2))
    #expect(try folder.snapshot().contents["c.png"] == .symbolicLink(to: "below/real.png"))
    #expect(try AssetID(Digest(of: PhotoFile.open(folder.path(of: "below/real.png")))) == id)
    #expect(try folder.names(in: "below") == ["real.png"])
  }

  @Test(arguments: [false, true])
  func `a link to anything else is left alone`(replacesForeign: Bool) throws {
    try folder.writePhoto("photograph.png")
    try folder.makeFolder("folder")
    for (name, end) in [("a", "photograph.png"), ("b", "nothing"), ("c", "folder"), ("d", "d")]
      as [(FilePath, FilePath)]
    {
      try folder.makeSymbolicLink(name, to: end)
      try expectRefusal(.link(folder.path(of: name)), to: name, replacesForeign: replacesForeign)
    }
  }

  @Test(arguments: [false, true])
  func `what is no ordinary file is left alone`(replacesForeign: Bool) throws {
    try folder.makeFolder("folder")
    try folder.makePipe("pipe")
    for (name, kind) in [("folder", "a folder"), ("pipe", "a pipe")] as [(FilePath, String)] {
      try expectRefusal(
        .notAFile(folder.path(of: name), kind), to: name, replacesForeign: replacesForeign)
    }
  }

  @Test func `a folder that is not there is named`() throws {
    try folder.write([1], to: "file")
    try expectRefusal(.noFolder(folder.path(of: "nothing")), to: "nothing/c.png")
    try expectRefusal(.notAFolder(folder.path(of: "file")), to: "file/c.png")
  }

  @Test func `a name that is too long can't be created`() throws {
    let name = FilePath(String(repeating: "x", count: 300))
    let before = try folder.snapshot()
    #expect(throws: PhotoWriterError.cannotCreate(folder.path(of: name), .fileNameTooLong)) {
      try save(to: name)
    }
    #expect(try folder.snapshot() == before)
  }

  @Test(
    arguments: [
      [0x63, 0xFF], [0x2D, 0x78], [0x5B, 0x30, 0x5D], [0x25, 0x64], [0x61, 0x0A, 0x62],
    ] as [[UInt8]]
  )
  func `any name is taken literally`(name: [UInt8]) throws {
    _ = try save(to: FilePath(bytes: name))
    #expect(try folder.snapshot().contents.keys.map(\.bytes) == [name])
  }

  @Test func `cancelling leaves no file, and the old one as it was`() throws {
    for name in ["new.png", "c.png"] as [FilePath] {
      if name == "c.png" { _ = try save(.sample(1)) }
      let before = try folder.snapshot()
      // Several bands, so that there is something left to stop.
      let collage = Collage.sample(2, size: PixelSize(width: 1_000, height: 2_000))
      #expect(try collage.pieces().count > 4)
      let cancellation = Cancellation()
      let result = FileWriter(folder.path(of: name), replacesForeign: false)
        .save(collage) { if $0 > 0.2 { cancellation.cancel() } }
        .wait(cancelledBy: cancellation)
      #expect(result == nil)
      #expect(try folder.snapshot() == before)
    }
  }

  @Test func `a save that is dropped leaves no file`() throws {
    let begun = DispatchSemaphore(value: 0)
    let goOn = DispatchSemaphore(value: 0)
    let group = DispatchGroup()
    var subscription: AnyCancellable? = FileWriter(target, replacesForeign: false)
      .save(.sample(size: PixelSize(width: 1_000, height: 4_000))) { fraction in
        guard fraction < 0.1 else { return }
        begun.signal()
        #expect(goOn.waitForSignal())
      }
      .tracked(by: group)
      .sink { _ in
        Issue.record("nothing was to be delivered")
      } receiveValue: { _ in
      }
    #expect(begun.waitForSignal())
    #expect(try folder.names().count == 1)
    #expect(subscription != nil)
    subscription = nil
    goOn.signal()
    #expect(group.waitForAll())
    #expect(try folder.names() == [])
  }

  @Test func `leftovers of a crash are swept from the folder`() throws {
    try folder.write([], to: ".collage-0000000000000000.tmp")
    _ = try save()
    #expect(try folder.names() == ["c.png"])
  }

  @Test func `many writers of one file leave one whole collage`() throws {
    let ids = Log<AssetID>()
    DispatchQueue.concurrentPerform(iterations: 12) { number in
      if let id = try? save(.sample(number % 4)) { ids.add(id) }
    }
    #expect(ids.entries.count == 12)
    #expect(try folder.names() == ["c.png"])
    #expect(ids.entries.contains(try AssetID(Digest(of: PhotoFile.open(target)))))
  }

  @Test func `a picture that the format can't hold is not written`() throws {
    let collage = Collage.sample(as: .jpeg(.default), size: PixelSize(width: 65_501, height: 1))
    let error = try #require(throws: PhotoWriterError.self) { try save(collage) }
    guard case .encoding = error else { Issue.record("\(error)"); return }
    #expect(try folder.names() == [])
  }
}
