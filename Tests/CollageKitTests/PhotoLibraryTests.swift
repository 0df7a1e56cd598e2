import PhotoCodecs
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

@Suite struct PhotoLibraryTests {
  let folder: TemporaryFolder
  let library: PhotoLibrary

  init() throws {
    folder = try TemporaryFolder()
    library = PhotoLibrary(folder: folder.path)
  }

  private func save(_ number: Int = 1, as encoding: Encoding = .png(.default)) throws -> AssetID {
    try LibraryWriter(library).save(.sample(number, as: encoding)).wait().get()
  }

  private func prefix(_ text: some StringProtocol) throws -> AssetIDPrefix {
    try #require(AssetIDPrefix(String(text)))
  }

  @Test func `a library that is not there is empty`() throws {
    let library = PhotoLibrary(folder: folder.path(of: "nothing"))
    #expect(try library.assets() == [])
    #expect(try library.verify() == [])
    #expect(throws: LibraryError.self) { try library.asset(prefix("0123")) }
  }

  @Test func `a library that is a file can't be read`() throws {
    let path = try folder.write([1], to: "file")
    #expect(throws: LibraryError.failed(path, .notDirectory)) {
      try PhotoLibrary(folder: path).assets()
    }
  }

  @Test func `the assets come in the order of their ids, and nothing else comes`() throws {
    let ids = try (0..<5).map { try save($0, as: $0 % 2 == 0 ? .png(.default) : .jpeg(.default)) }
    for name in [
      "collage-1.png", "photo.jpg", ".collage-0000000000000000.tmp", "collage-\(ids[0]).gif",
      "collage-\(ids[0])",
      "Collage-\(ids[0]).png", "collage-\(ids[0].text.uppercased()).png", "collage-\(ids[0]).PNG",
    ] {
      try folder.write([1], to: FilePath(name))
    }
    let assets = try library.assets()
    #expect(assets.map(\.id.text) == ids.map(\.text).sorted())
    #expect(assets.allSatisfy { ($0.format == .png) == ($0.path.extension == "png") })
    #expect(try assets.allSatisfy { try $0.bytes() ?? 0 > 0 })
  }

  @Test func `an asset is found by the beginning of its id`() throws {
    let id = try save()
    for length in [4, 5, 31, 32] {
      #expect(try library.asset(prefix(id.text.prefix(length))).id == id.short)
    }
    #expect(try library.asset(prefix(id.text.prefix(8).uppercased())).id == id.short)
    let other = id.text.hasPrefix("0000") ? "1111" : "0000"
    #expect(throws: LibraryError.unknown(try prefix(other), folder.path)) {
      try library.asset(prefix(other))
    }
  }

  @Test func `a beginning that several have is not enough`() throws {
    let ids = ["aaaa0000", "aaaa1111"].map { $0 + String(repeating: "0", count: 24) }
    for id in ids { try folder.write([1], to: FilePath("collage-\(id).png")) }
    let found = try ids.map { try #require(ShortAssetID($0)) }
    #expect(throws: LibraryError.ambiguous(try prefix("aaaa"), found)) {
      try library.asset(prefix("aaaa"))
    }
    #expect(try library.asset(prefix("aaaa1")).id == found[1])
  }

  @Test func `verifying tells every state of a file`() throws {
    let intact = try save(1)
    let damaged = try save(2, as: .jpeg(.default))
    let damagedName = FilePath("collage-\(damaged).jpg")
    var bytes = try folder.read(damagedName)
    bytes[bytes.count / 2] ^= 1
    try folder.write(bytes, to: damagedName)
    let text = String(repeating: "a", count: 31)
    try folder.makeSymbolicLink(FilePath("collage-\(text)1.png"), to: "nothing")
    try folder.makeFolder(FilePath("collage-\(text)2.png"))
    try folder.write([1], to: "holiday.jpg")
    try folder.write([], to: ".collage-0000000000000000.tmp")
    let found = Dictionary(
      uniqueKeysWithValues: try library.verify().map {
        ($0.path.lastComponent?.string ?? "", $0.kind)
      })
    #expect(
      found == [
        "collage-\(intact).png": .intact, "collage-\(damaged).jpg": .changed,
        "collage-\(text)1.png": .foreign,
        "collage-\(text)2.png": .foreign, "holiday.jpg": .foreign,
        ".collage-0000000000000000.tmp": .leftover,
      ])
  }

  @Test func `verifying some looks at those, and finds missing what is not there`() throws {
    let id = try save()
    try folder.write([1], to: "holiday.jpg")
    let other = id.text.hasPrefix("0000") ? "1111" : "0000"
    let found = try library.verify([prefix(id.text.prefix(6)), prefix(other)])
    #expect(found.map(\.kind) == [.intact, .missing])
    #expect(
      found.map(\.path) == [
        library.path(of: id.short, .png), folder.path(of: FilePath("collage-\(other)")),
      ])
  }

  @Test func `an asset tells what it was made of`() throws {
    let id = try save(3, as: .jpeg(.default))
    let asset = try library.asset(prefix(id.text))
    #expect(try asset.recipe() == Collage.sample(3, as: .jpeg(.default)).recipe)
    try folder.write([1, 2, 3], to: FilePath("collage-\(id).jpg"))
    #expect(throws: LibraryError.noRecipe(asset.path)) { try asset.recipe() }
  }

  @Test func `a removed asset is gone, once`() throws {
    let id = try save()
    _ = try save(2)
    let asset = try library.asset(prefix(id.text))
    try library.remove([asset], from: [])
    #expect(try library.assets().count == 1)
    #expect(throws: LibraryError.missing(asset.path)) { try library.remove([asset], from: []) }
    #expect(try asset.bytes() == nil)
  }

  @Test func `every error is one line`() throws {
    let id = try #require(ShortAssetID(String(repeating: "a", count: 32)))
    let errors: [LibraryError] = [
      .unknown(try prefix("abcd"), "a\nb"), .ambiguous(try prefix("abcd"), [id, id]),
      .noRecipe("a\nb"),
      .failed("a\nb", .ioError), .missing("a\nb"), .notAllowed("a\nb"),
      .cannotRemove("a\nb", .permissionDenied),
      .notDurable("a\nb", .ioError), .changed("a\nb"), .notOurs("a\nb"), .noAlbum("a\nb"),
      .notAnAlbum("a\nb"),
      .damagedAlbum("a\nb"), .albumExists("a\nb"), .foreignInAlbum("a\nb"), .notInAlbum("a\nb"),
      .albumFull("a\nb"), .busyAlbum("a\nb"),
      .cannotWrite("a\nb", .noSpace), .changeNotDurable("a\nb", .ioError),
      .noTrash("a\nb", .notOwned("a\nb")),
      .nothingToUndo("a\nb", withoutNote: 1), .wouldReplace("a\nb"), .busy("a\nb"),
      .notInAlbums("a\nb", .missing("a\nb")), .cancelled,
    ]
    for error in errors { #expect(!error.description.contains("\n")) }
  }
}
