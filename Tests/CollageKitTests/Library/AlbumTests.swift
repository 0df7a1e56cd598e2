import Dispatch
import Files
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

/// Albums as folders of links in a library.
@Suite struct AlbumTests {
  let folder: TemporaryFolder
  let library: PhotoLibrary

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("lib")
    library = PhotoLibrary(folder: folder.path(of: "lib"))
  }

  private func save(_ number: Int = 1) throws -> Asset {
    let id = try LibraryWriter(library).save(.sample(number)).wait().get()
    return try library.asset(try #require(AssetIDPrefix(id.text)))
  }

  private func name(_ text: String = "Trip") throws -> AlbumName { try AlbumName(Array(text.utf8)) }

  private func create(_ text: String = "Trip") throws -> Album {
    try library.createAlbum(name(text)).wait().get()
  }

  private func ids(_ album: Album) throws -> [ShortAssetID] {
    try library.assets(in: album).map(\.id)
  }

  @Test func `an album is a folder with its id and relative links`() throws {
    let asset = try save()
    let album = try create()
    try library.add(asset, to: album).wait().get()
    try library.add(asset, to: album).wait().get()
    let file = asset.name.string
    #expect(try folder.names(in: "lib/Trip") == [".collage-album.json", file])
    #expect(
      try folder.read("lib/Trip/.collage-album.json")
        == Array("{\"album\":\"\(album.id)\",\"names\":[\"54726970\"],\"version\":1}\n".utf8))
    #expect(
      try folder.snapshot().contents[FilePath("lib/Trip/\(file)")]
        == .symbolicLink(to: FilePath("../\(file)")))
    #expect(try folder.read(FilePath("lib/Trip/\(file)")) == folder.read(FilePath("lib/\(file)")))
    #expect(try library.albums() == [album])
    #expect(try library.verify().map(\.kind) == [.album, .intact])
    #expect(try ids(album) == [asset.id])
    try library.take(asset, from: album).wait().get()
    #expect(try ids(album) == [])
    #expect(throws: LibraryError.notInAlbum(album.path.appending(file))) {
      try library.take(asset, from: album).wait().get()
    }
  }

  @Test(
    arguments: [
      ("", .empty), ("a/b", .separator), ("a\0b", .separator), (".x", .hidden), ("..", .hidden),
    ]
      + [
        (String(repeating: "x", count: 256), .tooLong),
        ("collage-\(String(repeating: "a", count: 32)).jpg", .asset),
      ]
      as [(String, AlbumNameError)])
  func `a name that can't be an album's is refused with the reason`(
    text: String, error: AlbumNameError
  ) {
    #expect(throws: error) { try AlbumName(Array(text.utf8)) }
  }

  @Test func `any other name of a file is good`() throws {
    for bytes in [
      Array("-x".utf8), Array("a b ".utf8), [0xFF, 0xFE], Array("collage-abcd.jpg".utf8),
    ] {
      let album = try library.createAlbum(AlbumName(bytes)).wait().get()
      #expect(try library.album(AlbumName(bytes)) == album)
    }
    #expect(try library.albums().count == 4)
  }

  @Test func `an id stays when the album is renamed, by us or by hand`() throws {
    let album = try create()
    try library.rename(album, to: name("Rome")).wait().get()
    let renamed = try library.album(name("Rome"))
    #expect(renamed.id == album.id)
    try folder.makeFolder("lib/other")
    try FileSystem.rename(renamed.path, over: folder.path(of: "lib/Paris"))
    #expect(try library.album(album.id)?.name == name("Paris"))
    #expect(try library.album(name(album.id.text)).id == album.id)
    #expect(throws: LibraryError.noAlbum(album.path)) {
      try library.rename(album, to: name("x")).wait().get()
    }
  }

  @Test func `conflicts of names are reported`() throws {
    let album = try create()
    let other = try create("Other")
    try folder.write([1], to: "lib/file")
    try folder.makeFolder("lib/folder")
    try folder.makeSymbolicLink("lib/link", to: "Trip")
    let before = try folder.snapshot()
    #expect(throws: LibraryError.albumExists(album.path)) { try create() }
    #expect(throws: LibraryError.albumExists(album.path)) {
      try library.rename(other, to: album.name).wait().get()
    }
    for text in ["file", "folder", "link"] {
      let taken = LibraryError.notAnAlbum(folder.path(of: FilePath("lib/\(text)")))
      #expect(throws: taken) { try create(text) }
      #expect(throws: taken) { try library.rename(other, to: name(text)).wait().get() }
      #expect(throws: taken) { try library.album(name(text)) }
    }
    #expect(try folder.snapshot() == before)
  }

  @Test func `a remembered album that is there completes empty, wherever it is`() throws {
    let album = try create()
    #expect(try library.album(album.id, named: album.name).wait().get() == nil)
    try library.rename(album, to: name("Rome")).wait().get()
    #expect(try library.album(album.id, named: album.name).wait().get() == nil)
    #expect(try library.albums().map(\.id) == [album.id])
  }

  @Test func `a remembered album that was deleted is made anew, and its id is emitted`() throws {
    let album = try create()
    try folder.remove("lib/Trip")
    let made = try #require(try library.album(album.id, named: album.name).wait().get())
    #expect(made != album.id)
    #expect(try library.album(made, named: album.name).wait().get() == nil)
    // Another of its name is taken; none was remembered.
    #expect(try library.album(album.id, named: album.name).wait().get() == made)
    #expect(try library.album(nil, named: album.name).wait().get() == made)
    try folder.remove("lib")
    #expect(try library.album(made, named: album.name).wait().get() != nil)
    #expect(try folder.names(in: "lib") == ["Trip"])
  }

  @Test func `without access a remembered album fails`() throws {
    let album = try create()
    try folder.remove("lib")
    try folder.write([1], to: "lib")
    #expect(throws: LibraryError.failed(library.folder, .notDirectory)) {
      try library.album(album.id, named: album.name).wait().get()
    }
    try folder.remove("lib")
    try folder.makeFolder("lib")
    try folder.write([1], to: "lib/Trip")
    #expect(throws: LibraryError.notAnAlbum(album.path)) {
      try library.album(album.id, named: album.name).wait().get()
    }
  }

  @Test func `an album that became a file or a link is never followed or written to`() throws {
    let asset = try save()
    let album = try create()
    try folder.makeFolder("outside")
    try folder.write(
      AlbumRecord(id: album.id, name: album.name).fileContent, to: "outside/.collage-album.json")
    try folder.remove("lib/Trip")
    for makes in [
      { try folder.write([1], to: "lib/Trip") },
      { try folder.makeSymbolicLink("lib/Trip", to: "../outside") },
    ]
      as [() throws -> Any]
    {
      _ = try makes()
      let before = try folder.snapshot()
      let error = LibraryError.notAnAlbum(album.path)
      #expect(throws: error) { try library.add(asset, to: album).wait().get() }
      #expect(throws: error) { try library.take(asset, from: album).wait().get() }
      #expect(throws: error) { try library.rename(album, to: name("x")).wait().get() }
      #expect(throws: error) { try library.remove(album).wait().get() }
      #expect(throws: PhotoWriterError.album(error)) {
        try AlbumWriter(album.name, LibraryWriter(library)).check(protecting: [])
      }
      #expect(try library.verify().first { $0.path == album.path }?.kind == .foreign)
      #expect(try folder.snapshot() == before)
      try folder.remove("lib/Trip")
    }
  }

  @Test func `removing an album removes no collage, and nothing of the user's`() throws {
    let asset = try save()
    let album = try create()
    try library.add(asset, to: album).wait().get()
    try folder.write([1], to: "lib/Trip/notes.txt")
    let before = try folder.snapshot()
    #expect(throws: LibraryError.foreignInAlbum(album.path.appending("notes.txt"))) {
      try library.remove(album).wait().get()
    }
    #expect(try folder.snapshot() == before)
    try folder.remove("lib/Trip/notes.txt")
    try library.remove(album).wait().get()
    #expect(try folder.names(in: "lib") == [asset.name.string])
    #expect(throws: LibraryError.noAlbum(album.path)) {
      try library.add(asset, to: album).wait().get()
    }
  }

  @Test func `removing an asset takes it out of its albums`() throws {
    let asset = try save()
    let albums = try [create("A"), create("B"), create("C")]
    for album in albums.dropLast() { try library.add(asset, to: album).wait().get() }
    try library.remove([asset], from: library.albums())
    for album in albums { #expect(try ids(album) == []) }
    #expect(try library.verify().map(\.kind) == [.album, .album, .album])
    #expect(throws: LibraryError.missing(asset.path)) {
      try library.add(asset, to: albums[0]).wait().get()
    }
    #expect(try ids(albums[0]) == [])
  }

  @Test func `verifying reports dangling links, foreign files and a lost id`() throws {
    let asset = try save()
    let album = try create()
    let gone = "collage-\(String(repeating: "a", count: 32)).png"
    try folder.makeSymbolicLink(FilePath("lib/Trip/\(gone)"), to: FilePath("../\(gone)"))
    try folder.makeSymbolicLink(FilePath("lib/Trip/x.png"), to: FilePath("../\(asset.name.string)"))
    try folder.write([1], to: FilePath("lib/Trip/\(asset.name.string)"))
    let found = Dictionary(uniqueKeysWithValues: try library.verify().map { ($0.path, $0.kind) })
    #expect(
      found == [
        album.path: .album, album.path.appending(gone): .dangling,
        album.path.appending("x.png"): .foreign,
        album.path.appending(asset.name): .foreign, asset.path: .intact,
      ])
    #expect(throws: LibraryError.foreignInAlbum(album.path.appending(asset.name))) {
      try library.add(asset, to: album).wait().get()
    }
    let dangling = try #require(AssetIDPrefix("aaaa"))
    try library.take(library.asset(dangling, in: album), from: album).wait().get()
    try folder.write([1], to: "lib/Trip/.collage-album.json")
    #expect(try library.verify().first?.path == album.path.appending(".collage-album.json"))
    #expect(try library.verify().map(\.kind) == [.damaged, .intact])
  }

  @Test func `many may add to one album at once, and make it`() throws {
    let assets = try (0..<4).map { try save($0) }
    let errors = Log<String>()
    let name = try name()
    DispatchQueue.concurrentPerform(iterations: 16) { number in
      let writer = AlbumWriter(name, LibraryWriter(library))
      do { _ = try writer.save(.sample(number % 4)).wait().get() } catch { errors.add("\(error)") }
    }
    #expect(errors.entries == [])
    #expect(try library.albums().count == 1)
    #expect(try Set(ids(library.album(name))) == Set(assets.map(\.id)))
    let kinds = try library.verify().map(\.kind)
    #expect(kinds.count { $0 == .intact } == 4 && kinds.count { $0 == .album } == 1)
    #expect(kinds.count == 5)
  }

  @Test func `a program that is killed leaves nothing that the next one does not sweep`() throws {
    let asset = try save()
    let album = try create()
    try library.add(asset, to: album).wait().get()
    // While an album is being made, and while it is being removed.
    try folder.makeFolder("lib/.collage-0123456789abcdef.tmp")
    try folder.write([], to: "lib/.collage-0123456789abcdef.tmp/.collage-album.json")
    try FileSystem.rename(album.path, over: folder.path(of: "lib/.collage-00000000000000ff.tmp"))
    // Not of ours.
    try folder.makeFolder("lib/.collage-00000000000000aa.tmp")
    try folder.write([1], to: "lib/.collage-00000000000000aa.tmp/notes.txt")
    #expect(try library.verify().map(\.kind) == [.leftover, .leftover, .leftover, .intact])
    // A program that another test is starting may hold a lock of ours until it begins.
    func hidden() throws -> [String] { try folder.names(in: "lib").filter { $0.hasPrefix(".") } }
    let deadline = ContinuousClock.now + .seconds(600)
    var number = 0
    repeat {
      number += 1
      _ = try create("Other \(number)")
    } while try hidden().count > 1 && ContinuousClock.now < deadline
    #expect(try hidden() == [".collage-00000000000000aa.tmp"])
    #expect(try library.assets().map(\.path) == [asset.path])
  }

  @Test func `a collage that can't be put into its album is saved all the same`() throws {
    let name = try name()
    let writer = AlbumWriter(name, LibraryWriter(library))
    try writer.check(protecting: [])
    try folder.write([1], to: "lib/Trip")
    let path = try #require(try? save().path)
    #expect(
      throws: PhotoWriterError.notInAlbum(path, name, .notAnAlbum(folder.path(of: "lib/Trip")))
    ) { try writer.save(.sample()).wait().get() }
    #expect(try library.assets().map(\.path) == [path])
  }

  @Test
  func `saving into an older album by its name notes the name in its file, which only gains it`()
    throws
  {
    let album = try create()
    let file: FilePath = "lib/Trip/.collage-album.json"
    for content in [
      "\"version\":1", "\"names\":[7,\"5\",\"2e78\",\"\"],\"version\":1", "\"names\":{}",
    ] {
      try folder.write("{\"album\":\"\(album.id)\",\(content)}\n".utf8, to: file)
      try folder.setPermissions([.ownerReadWrite, .groupRead], of: file)
      _ = try AlbumWriter(album.name, LibraryWriter(library)).save(.sample()).wait().get()
      #expect(
        try String(decoding: folder.read(file), as: UTF8.self)
          == "{\"album\":\"\(album.id)\",\"names\":[\"54726970\"],\"version\":1}\n")
      #expect(try folder.path(of: file).stat().permissions == [.ownerReadWrite, .groupRead])
      #expect(try folder.names(in: "lib").count == 2)
    }
  }

  @Test
  func
    `an album remembers its latest names, of any bytes and lengths, in a file that older versions read`()
    throws
  {
    let album = try create()
    let names = try (0..<9).map {
      try AlbumName([0xFF, 0x41 + UInt8($0)] + [UInt8](repeating: 0x41, count: 253))
    }
    for (number, name) in names.enumerated() {
      let current = try #require(try library.album(album.id))
      try library.rename(current, to: name).wait().get()
      _ = try AlbumWriter(name, LibraryWriter(library)).save(.sample(number)).wait().get()
    }
    let last = try #require(try library.album(album.id))
    #expect(last.savedNames == names.suffix(7))
    let file = try #require(
      last.path.lastComponent.map { FilePath("lib").appending($0).appending(".collage-album.json") }
    )
    #expect(try folder.read(file).count <= 4096)
    _ = try AlbumWriter(names[2], LibraryWriter(library)).save(.sample(9)).wait().get()
    #expect(try ids(last).count == 10)
  }

  @Test func `where two albums had a name, a third is made`() throws {
    for text in ["A", "B"] { try library.rename(create(), to: name(text)).wait().get() }
    let saved = try AlbumWriter(name(), LibraryWriter(library)).save(.sample()) { _ in }.wait()
      .get()
    #expect(saved.note == nil)
    #expect(try library.albums().map(\.nameText) == ["A", "B", "Trip"])
  }

  @Test func `an album's new file that a crash left is swept`() throws {
    let album = try create()
    try folder.write(
      AlbumRecord(id: album.id, name: album.name).fileContent,
      to: "lib/.collage-0123456789abcdef.tmp")
    TemporaryFileName.sweep(library.folder)
    #expect(try folder.names(in: "lib") == ["Trip"])
  }
}
