import CollageKit
import Files
import Imaging
import PhotoCodecs
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

@Suite struct PhotoTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a photo is known by its header`() throws {
    let path = try folder.writePhoto("a.jpg", .varied(PixelSize(width: 33, height: 21)))
    let photo = try folder.photo("a.jpg")
    #expect(photo.path == path)
    #expect(photo.size == PixelSize(width: 33, height: 21))
    // By its bytes, whatever its name says.
    #expect(photo.header.format == .png)
    #expect(try photo.identity == path.identity())
  }

  @Test func `what can't be a photo is named with its reason`() throws {
    try folder.write("notes".utf8, to: "notes.png")
    try folder.write(Raster.varied().encoded().prefix(30), to: "cut.png")
    func message(_ name: FilePath) throws -> String {
      let error = try #require(throws: PhotoError.self) { try folder.photo(name) }
      let beginning = "\(folder.path(of: name)): "
      #expect(error.message(.plain).hasPrefix(beginning))
      return String(error.message(.plain).dropFirst(beginning.count))
    }
    #expect(try message("nothing.png") == "there is no such file; check the path")
    #expect(try message("notes.png") == "this is a text file, not a picture; leave it out")
    #expect(try message("").hasPrefix("this is a folder"))
    #expect(try message("cut.png").hasPrefix("damaged: "))
  }

  @Test func `a photo that was changed or replaced since is noticed`() throws {
    try folder.writePhoto("a.png")
    let photo = try folder.photo("a.png")
    _ = try photo.open()
    try folder.writePhoto("b.png")
    try #require(try folder.path(of: "b.png").identity() != photo.identity)
    _ = try FilePath.move(folder.path(of: "b.png"), to: folder.path(of: "a.png"))
    #expect(throws: PhotoError(path: photo.path, cause: .codec(.changedWhileReading))) {
      _ = try photo.open()
    }
  }
}

extension FilePath {
  fileprivate static func move(_ source: FilePath, to target: FilePath) throws {
    try FileSystem.rename(source, over: target)
  }
}
