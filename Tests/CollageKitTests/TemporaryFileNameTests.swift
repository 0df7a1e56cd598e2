import Imaging
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

@Suite struct TemporaryFileNameTests {
  let folder: TemporaryFolder
  let collage: [UInt8]

  init() throws {
    folder = try TemporaryFolder()
    let other = try TemporaryFolder()
    _ = try FileWriter(other.path(of: "c.png"), replacesForeign: false).save(.sample()).wait().get()
    collage = try other.read("c.png")
  }

  @Test func `every hidden name is one, and hidden, and new`() {
    let names = (0..<100).map { _ in TemporaryFileName.random() }
    #expect(names.allSatisfy(TemporaryFileName.matches))
    #expect(names.allSatisfy { $0.string.hasPrefix(".") })
    #expect(Set(names).count == 100)
  }

  @Test(
    arguments: [
      (".collage-0123456789abcdef.tmp", true), ("collage-0123456789abcdef.tmp", false),
      (".collage-.tmp", false),
      (".collage-0123456789abcde.tmp", false), (".collage-0123456789abcdef0.tmp", false),
      (".collage-0123456789abcdef.jpg", false), (".hidden", false), ("photo.jpg", false),
    ] as [(FilePath.Component, Bool)])
  func `other names are none`(name: FilePath.Component, isOne: Bool) {
    #expect(TemporaryFileName.matches(name) == isOne)
  }

  @Test func `the sweep removes what dead writers left, and nothing else`() throws {
    try folder.write([], to: ".collage-0000000000000000.tmp")
    try folder.write(collage, to: ".collage-0000000000000001.tmp")
    try folder.write(collage.dropLast(30), to: ".collage-0000000000000002.tmp")
    let kept: [FilePath] = [
      // Somebody's picture, text, and what only looks alike.
      ".collage-0000000000000003.tmp", ".collage-0000000000000004.tmp", ".collage-5.tmp", "c.png",
      "empty",
    ]
    let contents = [try Raster.varied().encoded(), Array("notes".utf8), collage, collage, []]
    for (name, bytes) in zip(kept, contents) { try folder.write(bytes, to: name) }
    try folder.makeFolder(".collage-0000000000000005.tmp")
    try folder.makeFolder(".collage-0000000000000006.tmp")
    try folder.write([1], to: ".collage-0000000000000006.tmp/mine")
    try folder.makePipe(".collage-0000000000000007.tmp")
    try folder.makeSymbolicLink(".collage-0000000000000008.tmp", to: "c.png")
    try folder.makeSymbolicLink(".collage-0000000000000009.tmp", to: "nothing")
    TemporaryFileName.sweep(folder.path)
    let left = (6...9).map { ".collage-000000000000000\($0).tmp" } + kept.map(\.string)
    #expect(try folder.names() == left.sorted())
    for (name, bytes) in zip(kept, contents) { #expect(try folder.read(name) == bytes) }
  }

  @Test func `a large folder is swept now and then`() throws {
    let name: FilePath = ".collage-0123456789abcdef.tmp"
    try folder.write(collage, to: name)
    TemporaryFileName.sweep(folder.path, maxListedBytes: 0, isDue: false)
    #expect(try folder.names() == [name.string])
    TemporaryFileName.sweep(folder.path, maxListedBytes: 0, isDue: true)
    #expect(try folder.names() == [])
  }

  @Test func `a file that is being written is left alone`() throws {
    var pending = try PendingFile.create(for: folder.path(of: "c.png"))
    #expect(try folder.names().count == 1)
    TemporaryFileName.sweep(folder.path)
    #expect(try folder.names().count == 1)
    _ = try pending.encode(.sample(), for: folder.path, cancellation: Cancellation()) { _ in }
    TemporaryFileName.sweep(folder.path)
    #expect(try folder.names().count == 1)
  }

  @Test func `a folder that is not there is nothing to sweep`() throws {
    let name: FilePath = ".collage-0123456789abcdef.tmp"
    try folder.write(collage, to: name)
    TemporaryFileName.sweep(folder.path(of: "nothing"))
    // Neither is it created, nor is another swept in its place.
    #expect(try folder.names() == [name.string])
  }
}
