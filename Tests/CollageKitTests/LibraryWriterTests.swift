import Dispatch
import Imaging
import PhotoCodecs
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

@Suite struct LibraryWriterTests {
  let folder: TemporaryFolder
  let library: PhotoLibrary

  init() throws {
    folder = try TemporaryFolder()
    library = PhotoLibrary(folder: folder.path(of: "Pictures/Collages"))
  }

  private func save(_ collage: Collage) throws -> AssetID {
    try LibraryWriter(library).save(collage).wait().get()
  }

  private func names() throws -> [String] { try folder.names(in: "Pictures/Collages") }

  @Test(arguments: [
    (Encoding.png(.default), "png"), (.jpeg(.default), "jpg"), (.pdf(.jpeg(.default)), "pdf"),
  ])
  func `a collage is saved under its id, in a library that is made for it`(
    encoding: Encoding, fileExtension: String
  )
    throws
  {
    let asset = try LibraryWriter(library).save(.sample(as: encoding)) { _ in }.wait().get()
    #expect(try names() == ["collage-\(asset.id).\(fileExtension)"])
    #expect(asset.path == library.folder.appending("collage-\(asset.id).\(fileExtension)"))
    let file = try PhotoFile.open(asset.path)
    #expect(try AssetID(Digest(of: file)) == asset.id)
    #expect(file.size == asset.bytes)
  }

  @Test func `saving again changes nothing`() throws {
    let asset = try LibraryWriter(library).save(.sample()) { _ in }.wait().get()
    let identity = try asset.path.identity()
    #expect(try LibraryWriter(library).save(.sample()) { _ in }.wait().get() == asset)
    #expect(try asset.path.identity() == identity)
    #expect(try names().count == 1)
  }

  @Test func `different collages have different ids`() throws {
    let ids = try (0..<5).map { try save(.sample($0)) } + [save(.sample(0, as: .jpeg(.default)))]
    #expect(Set(ids).count == 6)
    #expect(try names().count == 6)
  }

  @Test func `many writers at one library are safe, from its making on`() throws {
    let ids = Log<AssetID>()
    let errors = Log<String>()
    DispatchQueue.concurrentPerform(iterations: 16) { number in
      do { ids.add(try save(.sample(number % 3))) } catch { errors.add("\(error)") }
    }
    #expect(errors.entries == [])
    #expect(ids.entries.count == 16)
    #expect(try names() == Set(ids.entries).map { "collage-\($0).png" }.sorted())
    #expect(try library.verify().map(\.kind) == [.intact, .intact, .intact])
  }

  @Test func `a changed asset is somebody's work, and is kept`() throws {
    let id = try save(.sample())
    let path = library.path(of: id.short, .png)
    let name = FilePath("Pictures/Collages").appending("collage-\(id).png")
    try folder.write(folder.read(name).dropLast(10), to: name)
    #expect(try library.verify().map(\.kind) == [.changed])
    let changed = try folder.read(name)
    #expect(throws: PhotoWriterError.changedAsset(path)) { try save(.sample()) }
    #expect(try folder.read(name) == changed)
    // Another collage, whole, under this one's name.
    let other = try save(.sample(2))
    let otherName = FilePath("Pictures/Collages").appending("collage-\(other).png")
    try folder.write(folder.read(otherName), to: name)
    #expect(throws: PhotoWriterError.misnamedAsset(path)) { try save(.sample()) }
    #expect(try folder.read(name) == folder.read(otherName))
  }

  @Test(arguments: [0, 1, 300_000]) func `an asset of which nothing is left is made again`(
    zeros: Int
  ) throws {
    let id = try save(.sample())
    let name = FilePath("Pictures/Collages").appending("collage-\(id).png")
    let whole = try folder.read(name)
    try folder.write([UInt8](repeating: 0, count: zeros), to: name)
    #expect(try library.verify().map(\.kind) == [.damaged])
    #expect(try save(.sample()) == id)
    #expect(try folder.read(name) == whole)
  }

  @Test func `somebody else's file under an asset's name is left alone`() throws {
    let id = try save(.sample())
    try folder.write("mine".utf8, to: FilePath("Pictures/Collages").appending("collage-\(id).png"))
    let before = try folder.snapshot()
    #expect(throws: PhotoWriterError.foreignAsset(library.path(of: id.short, .png))) {
      try save(.sample())
    }
    #expect(try folder.snapshot() == before)
  }

  @Test func `a library that is a file is refused`() throws {
    let path = try folder.write([1], to: "file")
    let writer = LibraryWriter(PhotoLibrary(folder: path))
    #expect(throws: PhotoWriterError.notAFolder(path)) { try writer.check(protecting: []) }
    #expect(throws: PhotoWriterError.notAFolder(path)) { try writer.save(.sample()).wait().get() }
    let below = LibraryWriter(PhotoLibrary(folder: path.appending("below")))
    #expect(throws: PhotoWriterError.self) { try below.save(.sample()).wait().get() }
    #expect(try folder.names() == ["file"])
  }

  @Test func `folders that were made for a save that failed are gone again`() throws {
    try folder.makeFolder("there")
    let deep = LibraryWriter(PhotoLibrary(folder: folder.path(of: "there/a/b")))
    let cancellation = Cancellation()
    let result = deep.save(.sample(size: PixelSize(width: 1_000, height: 2_000))) { _ in
      cancellation.cancel()
    }
    .wait(cancelledBy: cancellation)
    #expect(result == nil)
    #expect(try folder.snapshot().contents.keys.map(\.string) == ["there"])
    _ = try deep.save(.sample()).wait().get()
    #expect(try folder.names(in: "there/a") == ["b"])
  }

  @Test func `checking makes no folder`() throws {
    try LibraryWriter(library).check(protecting: [])
    #expect(try folder.names() == [])
  }

  @Test func `cancelling leaves no file`() throws {
    let cancellation = Cancellation()
    let result = LibraryWriter(library).save(.sample(size: PixelSize(width: 1_000, height: 2_000)))
    {
      if $0 > 0.2 { cancellation.cancel() }
    }.wait(cancelledBy: cancellation)
    #expect(result == nil)
    #expect(try folder.names() == [])
  }

  @Test func `a save that is cancelled before it begins does nothing`() throws {
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(LibraryWriter(library).save(.sample()).wait(cancelledBy: cancellation) == nil)
    #expect(try folder.names() == [])
  }
}
