import Files
import Glibc
import PhotoCodecs
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

/// The desktop's trash, and what comes back from it.
@Suite struct TrashTests {
  let folder: TemporaryFolder
  let library: PhotoLibrary
  let trash: Trash

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("lib ü")
    library = PhotoLibrary(folder: folder.path(of: "lib ü"))
    trash = Trash(dataFolder: folder.path(of: "data/share"))
  }

  private func save(_ number: Int = 1) throws -> Asset {
    let id = try LibraryWriter(library).save(.sample(number)).wait().get()
    return try library.asset(try #require(AssetIDPrefix(id.text)))
  }

  private func remove(_ assets: Asset...) throws {
    try library.remove(assets, to: trash, from: library.albums())
  }

  private func undo(_ assets: TrashedAssets = .lastRemoval) throws -> [RestoredAsset] {
    let restored = Log<RestoredAsset>()
    try library.bringBack(assets, from: trash) { restored.add($0) }.wait().get()
    return restored.entries
  }

  @Test func `a removed asset is in the trash as the specification says`() throws {
    let asset = try save()
    let bytes = try folder.read(FilePath("lib ü/\(asset.name.string)"))
    try remove(asset)
    #expect(try folder.names(in: "lib ü") == [])
    #expect(try folder.read(FilePath("data/share/Trash/files/\(asset.name.string)")) == bytes)
    let note = String(
      decoding: try folder.read(FilePath("data/share/Trash/info/\(asset.name.string).trashinfo")),
      as: UTF8.self)
    let lines = note.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines[0] == "[Trash Info]")
    #expect(lines[1] == "Path=\(folder.string)/lib%20%C3%BC/\(asset.name.string)")
    let removal = AssetRemoval(String(lines[3].dropFirst("X-Collage-Removal=".count)))
    #expect(try #require(removal?.date).description == lines[2].dropFirst("DeletionDate=".count))
    #expect(lines.count == 5 && lines[4] == "")
    let status = try folder.path(of: "data/share/Trash").stat()
    #expect(status.permissions == [.ownerReadWriteExecute])
  }

  @Test func `the same collage may be in the trash more than once`() throws {
    for _ in 0..<3 { try remove(save()) }
    let stem = try #require(try folder.names(in: "data/share/Trash/files").last).dropLast(4)
    #expect(
      try folder.names(in: "data/share/Trash/files") == [
        "\(stem).2.png", "\(stem).3.png", "\(stem).png",
      ])
    #expect(try folder.names(in: "data/share/Trash/info").count == 3)
  }

  @Test func `a file without a note that is in the trash stays there`() throws {
    let asset = try save()
    for name in ["data", "data/share", "data/share/Trash", "data/share/Trash/files"] {
      try folder.makeFolder(FilePath(name))
    }
    let mine = FilePath("data/share/Trash/files/\(asset.name.string)")
    try folder.write([1], to: mine)
    try remove(asset)
    #expect(try folder.read(mine) == [1])
    #expect(try folder.names(in: "data/share/Trash/info") == ["\(asset.name.stem).2.png.trashinfo"])
    #expect(try undo().map(\.asset) == [asset])
  }

  @Test func `undo brings the last removal back, and then the one before`() throws {
    let assets = try (0..<3).map { try save($0) }
    let album = try library.createAlbum(AlbumName(Array("Trip".utf8))).wait().get()
    try library.add(assets[1], to: album).wait().get()
    let before = try folder.snapshot()
    try remove(assets[0])
    try remove(assets[1], assets[2])
    #expect(try library.assets(in: album) == [])
    #expect(try Set(undo().map(\.asset)) == Set(assets[1...]))
    #expect(try undo().map(\.asset) == [assets[0]])
    #expect(throws: LibraryError.nothingToUndo(library.folder, withoutNote: 0)) { try undo() }
    try folder.remove("data")
    #expect(try folder.snapshot() == before)
  }

  @Test func `undo never replaces a file`() throws {
    let asset = try save()
    let name = FilePath("lib ü/\(asset.name.string)")
    try remove(asset)
    try folder.write([1, 2, 3], to: name)
    let before = try folder.snapshot()
    #expect(throws: LibraryError.wouldReplace(asset.path)) { try undo() }
    #expect(try folder.snapshot() == before)
    try folder.remove(name)
    #expect(try undo().count == 1)
    // The same, made again, is as good.
    try remove(asset)
    _ = try save()
    #expect(try undo().map(\.asset) == [asset])
    #expect(try folder.names(in: "data/share/Trash/files") == [])
    #expect(try folder.names(in: "data/share/Trash/info") == [])
  }

  @Test func `what the library holds in other bytes stays in the trash`() throws {
    let asset = try save()
    try remove(asset)
    let trashed = FilePath("data/share/Trash/files/\(asset.name.string)")
    try folder.write([1, 2, 3], to: trashed)
    _ = try save()
    let before = try folder.snapshot()
    #expect(throws: LibraryError.wouldReplace(asset.path)) { try undo() }
    #expect(try folder.snapshot() == before)
    // Damage in both is the same bytes, too.
    try folder.write([1, 2, 3], to: FilePath("lib ü/\(asset.name.string)"))
    #expect(try undo().map(\.asset) == [asset])
    #expect(try folder.names(in: "data/share/Trash/files") == [])
  }

  @Test func `a collage without a note is counted, and brought back when asked for`() throws {
    let assets = try (0..<3).map { try save($0) }
    let before = try folder.snapshot()
    for asset in assets { try remove(asset) }
    let info = FilePath("data/share/Trash/info")
    for name in try folder.names(in: info).dropLast() { try folder.remove(info.appending(name)) }
    // A picture of somebody else's, and one that another program has put there.
    let foreign = FilePath(
      "data/share/Trash/files/collage-\(String(repeating: "a", count: 32)).png")
    try folder.write([1, 2, 3], to: foreign)
    let theirs = "data/share/Trash/files/\(assets[0].name.stem).7.png"
    try folder.write(
      try folder.read(FilePath("data/share/Trash/files/\(assets[0].name.string)")),
      to: FilePath(theirs))
    try folder.write(
      "[Trash Info]\nPath=/x\n".utf8, to: info.appending("\(assets[0].name.stem).7.png.trashinfo"))
    #expect(try undo().count == 1)
    #expect(throws: LibraryError.nothingToUndo(library.folder, withoutNote: 2)) { try undo() }
    #expect(try undo(.withoutNote).count == 2)
    #expect(throws: LibraryError.nothingToUndo(library.folder, withoutNote: 0)) {
      try undo(.withoutNote)
    }
    #expect(try folder.path(of: foreign).stat().size == 3)
    #expect(try folder.names(in: "data/share/Trash/files").count == 2)
    try folder.remove("data")
    #expect(try folder.snapshot() == before)
  }

  @Test func `a collage that is in the trash twice without a note comes back once`() throws {
    for _ in 0..<2 { try remove(save()) }
    let asset = try save()
    try folder.remove(FilePath("lib ü/\(asset.name.string)"))
    for name in try folder.names(in: "data/share/Trash/info") {
      try folder.remove(FilePath("data/share/Trash/info/\(name)"))
    }
    #expect(try Set(undo(.withoutNote).map(\.asset)) == [asset])
    #expect(try folder.names(in: "data/share/Trash/files") == [])
    #expect(try library.verify().map(\.kind) == [.intact])
  }

  @Test func `a note whose collage never went, or is back, is no removal`() throws {
    let (asset, other) = (try save(1), try save(2))
    let album = try library.createAlbum(AlbumName(Array("Trip".utf8))).wait().get()
    try library.add(asset, to: album).wait().get()
    try remove(other)
    // What killed runs left: one before its first change, one after it took the asset out of its
    // album.
    let place = try FileSystem.resolved(library.folder).appending(asset.name)
    for number in 0..<2 {
      let note = TrashNote(path: place, removal: AssetRemoval(), albums: [album.id])
      if number == 1 { try library.take(asset, from: album).wait().get() }
      _ = try trash.open(for: try FileSystem.resolved(library.folder)).reserve(
        note, as: note.path.lastComponent!)
      #expect(try undo().map(\.asset) == (number == 0 ? [other] : [asset]))
    }
    #expect(try library.assets(in: album) == [asset])
    #expect(try folder.names(in: "data/share/Trash/info") == [])
    #expect(throws: LibraryError.nothingToUndo(library.folder, withoutNote: 0)) { try undo() }
  }

  @Test func `an album that is gone is reported, and the collage is back all the same`() throws {
    let asset = try save()
    let album = try library.createAlbum(AlbumName(Array("Trip".utf8))).wait().get()
    try library.add(asset, to: album).wait().get()
    try remove(asset)
    try library.remove(album).wait().get()
    #expect(try undo().map(\.missingAlbums) == [1])
    #expect(try library.verify().map(\.kind) == [.intact])
  }

  @Test func `other libraries' collages and other programs' files in the trash are left alone`()
    throws
  {
    let asset = try save()
    try remove(asset)
    try folder.makeFolder("other")
    let other = PhotoLibrary(folder: folder.path(of: "other"))
    #expect(throws: LibraryError.nothingToUndo(other.folder, withoutNote: 0)) {
      try other.bringBack(.lastRemoval, from: trash) { _ in }.wait().get()
    }
    let info = "data/share/Trash/info/"
    try folder.write(
      "[Trash Info]\nPath=/x\n".utf8, to: FilePath(info + "\(asset.name.string).9.trashinfo"))
    try folder.write([0xFF], to: FilePath(info + "collage-x.trashinfo"))
    #expect(try undo().map(\.asset) == [asset])
  }

  @Test func `where there is no safe trash nothing is removed`() throws {
    let asset = try save()
    try folder.makeFolder("data")
    try folder.write([1], to: "data/share")
    let before = try folder.snapshot()
    let fault = TrashFault.failed(folder.path(of: "data/share/Trash"), .notDirectory)
    #expect(throws: LibraryError.noTrash(asset.path, fault)) {
      try remove(asset)
    }
    #expect(try folder.snapshot() == before)
  }

  @Test func `a cancelled removal leaves nothing in the trash`() throws {
    let asset = try save()
    let cancellation = Cancellation()
    cancellation.cancel()
    #expect(throws: LibraryError.cancelled) {
      try library.remove([asset], to: trash, from: [], cancellation)
    }
    #expect(try folder.names(in: "data/share/Trash/info") == [])
    #expect(try library.assets() == [asset])
  }

  @Test(arguments: [nil, "/top"] as [FilePath?])
  func `a note says what was said to it`(top: FilePath?) throws {
    let bytes = Array("/top/a %\n=ü/".utf8) + [0xFF, 0x7F]
    let id = try #require(AlbumID(String(repeating: "ab", count: 16)))
    let note = TrashNote(path: FilePath(bytes: bytes), removal: AssetRemoval(), albums: [id])
    #expect(TrashNote(note.content(from: top), from: top) == note)
    let text = String(decoding: note.content(from: top), as: UTF8.self)
    #expect(text.contains("\nPath=\(top == nil ? "/top/" : "")a%20%25%0A%3D%C3%BC/%FF%7F\n"))
  }

  @Test(arguments: ["/a%00b", "/a\0b", "/a%", "/a%0"])
  func `a note with a path that none can be is not ours`(path: String) {
    let text = "[Trash Info]\nPath=\(path)\nX-Collage-Removal=\(AssetRemoval().text)\n"
    #expect(TrashNote(Array(text.utf8), from: nil) == nil)
    #expect(TrashNote(Array(text.replacing(path, with: "/a").utf8), from: nil)?.path == "/a")
  }

  @Test func `removals are in the order of time`() {
    let removals = (0..<20).map { _ in AssetRemoval().text }
    #expect(removals == removals.sorted() && Set(removals).count == 20)
    #expect(AssetRemoval("x") == nil && AssetRemoval("00-00") == nil)
  }
}
