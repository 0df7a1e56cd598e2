import Files
import PhotoCodecs
import ReactiveTraits
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

@Suite struct PendingFileTests {
  let folder: TemporaryFolder
  let target: FilePath

  init() throws {
    folder = try TemporaryFolder()
    target = folder.path(of: "c.png")
  }

  /// A pending file with a collage in it, and the collage's bytes.
  private func pending(_ number: Int) throws -> PendingFile {
    var pending = try PendingFile.create(for: target)
    _ = try pending.encode(.sample(number), for: target, cancellation: Cancellation()) { _ in }
    return pending
  }

  private func bytes(_ number: Int) throws -> [UInt8] {
    let folder = try TemporaryFolder()
    _ = try FileWriter(folder.path(of: "c"), replacesForeign: false).save(.sample(number)).wait()
      .get()
    return try folder.read("c")
  }

  /// Only a file with a recipe may be replaced.
  private func onlyOurs(_ old: borrowing PhotoFile) throws(PhotoWriterError) {
    guard (try? RecipeRecord.read(from: old)) != nil else { throw .notOurs(target) }
  }

  @Test func `a file that is not published leaves nothing behind`() throws {
    do {
      let pending = try pending(1)
      #expect(try folder.names().count == 1)
      withExtendedLifetime(pending) {}
    }
    #expect(try folder.names() == [])
  }

  @Test func `a new file has its name, whole, and nothing else is left`() throws {
    do {
      var pending = try pending(1)
      try pending.publish(as: target, cancellation: Cancellation()) { _ throws(PhotoWriterError) in
        Issue.record("there is nothing to replace")
      }
    }
    #expect(try folder.names() == ["c.png"])
    #expect(try folder.read("c.png") == bytes(1))
  }

  @Test func `one of ours is replaced, and keeps its permissions`() throws {
    try folder.write(bytes(1), to: "c.png")
    try folder.setPermissions([.ownerReadWrite, .groupRead], of: "c.png")
    do {
      var pending = try pending(2)
      try pending.publish(as: target, cancellation: Cancellation(), mayReplace: onlyOurs)
    }
    #expect(try folder.names() == ["c.png"])
    #expect(try folder.read("c.png") == bytes(2))
    #expect(try target.stat().permissions == [.ownerReadWrite, .groupRead])
  }

  @Test func `somebody else's is not replaced`() throws {
    try folder.write([1, 2, 3], to: "c.png")
    let before = try folder.snapshot()
    do {
      var pending = try pending(2)
      #expect(throws: PhotoWriterError.notOurs(target)) {
        try pending.publish(as: target, cancellation: Cancellation(), mayReplace: onlyOurs)
      }
    }
    #expect(try folder.snapshot() == before)
  }

  @Test func `a folder, a pipe or a link is not replaced`() throws {
    try folder.makeFolder("folder")
    try folder.makePipe("pipe")
    try folder.makeSymbolicLink("link", to: "folder")
    let before = try folder.snapshot()
    for (name, error) in [
      ("folder", PhotoWriterError.notAFile(folder.path(of: "folder"), "a folder")),
      ("pipe", .notAFile(folder.path(of: "pipe"), "a pipe")),
      ("link", .link(folder.path(of: "link"))),
    ] {
      let target = folder.path(of: FilePath(name))
      var pending = try pending(1)
      #expect(throws: error) {
        try pending.publish(as: target, cancellation: Cancellation()) {
          _ throws(PhotoWriterError) in
        }
      }
    }
    #expect(try folder.snapshot() == before)
  }

  /// Between the first look and the exchange somebody puts a photograph where the collage was.
  @Test func `a photograph that takes the place at the last moment is put back`() throws {
    try folder.write(bytes(1), to: "c.png")
    try folder.write([9, 9, 9], to: "photograph")
    var looks = 0
    do {
      var pending = try pending(2)
      #expect(throws: PhotoWriterError.notOurs(target)) {
        try pending.publish(as: target, cancellation: Cancellation()) {
          old throws(PhotoWriterError) in
          looks += 1
          try onlyOurs(old)
          try? FileSystem.rename(folder.path(of: "photograph"), over: target)
        }
      }
    }
    #expect(looks == 2)
    #expect(try folder.names() == ["c.png"])
    #expect(try folder.read("c.png") == [9, 9, 9])
  }

  /// While the photograph is being put back, another one takes its place: both must live, one under
  /// the hidden name.
  @Test func `whatever takes the place while things are put back is not lost`() throws {
    try folder.write(bytes(1), to: "c.png")
    try folder.write([9, 9, 9], to: "photograph")
    try folder.write([7, 7, 7], to: "another")
    var looks = 0
    do {
      var pending = try pending(2)
      #expect(throws: PhotoWriterError.notOurs(target)) {
        try pending.publish(as: target, cancellation: Cancellation()) {
          old throws(PhotoWriterError) in
          looks += 1
          try? FileSystem.rename(
            folder.path(of: looks == 1 ? "photograph" : "another"), over: target)
          if looks == 2 { try onlyOurs(old) }
        }
      }
    }
    let names = try folder.names()
    #expect(names.count == 2)
    #expect(try folder.read("c.png") == [9, 9, 9])
    let hidden = try #require(names.first)
    #expect(TemporaryFileName.matches(try #require(FilePath.Component(hidden))))
    #expect(try folder.read(FilePath(hidden)) == [7, 7, 7])
    // No sweep takes it for a leftover.
    TemporaryFileName.sweep(folder.path)
    #expect(try folder.read(FilePath(hidden)) == [7, 7, 7])
  }

  @Test func `a name that becomes free again at the last moment is taken`() throws {
    try folder.write(bytes(1), to: "c.png")
    do {
      var pending = try pending(2)
      try pending.publish(as: target, cancellation: Cancellation()) { _ throws(PhotoWriterError) in
        try? FileSystem.remove(target)
      }
    }
    #expect(try folder.names() == ["c.png"])
    #expect(try folder.read("c.png") == bytes(2))
  }

  @Test func `a file is not published any more when it is cancelled by then`() throws {
    try folder.write(bytes(1), to: "c.png")
    let before = try folder.snapshot()
    let cancellation = Cancellation()
    cancellation.cancel()
    do {
      var pending = try pending(2)
      #expect(throws: PhotoWriterError.cancelled) {
        try pending.publish(as: target, cancellation: cancellation, mayReplace: onlyOurs)
      }
    }
    #expect(try folder.snapshot() == before)
  }

  @Test func `the id is that of the bytes`() throws {
    var pending = try PendingFile.create(for: target)
    let id = try pending.encode(.sample(), for: target, cancellation: Cancellation()) { _ in }
    try pending.publish(as: target, cancellation: Cancellation()) { _ throws(PhotoWriterError) in }
    #expect(try AssetID(Digest(of: PhotoFile.open(target))) == id)
  }

  @Test(arguments: [
    (Errno.noSpace, PhotoWriterError.diskFull("a/b")), (.diskQuotaExceeded, .diskFull("a/b")),
    (.permissionDenied, .notAllowed("a/b")), (.readOnlyFileSystem, .notAllowed("a/b")),
    (.noSuchFileOrDirectory, .noFolder("a")), (.notDirectory, .notAFolder("a")),
    (.isDirectory, .notAFile("a/b", "a folder")),
    (.fileNameTooLong, .cannotCreate("a/b", .fileNameTooLong)),
    (.ioError, .failed("a/b", .ioError)),
  ])
  func `every failure of the system has its sentence`(errno: Errno, error: PhotoWriterError) {
    #expect(PhotoWriterError(errno, writing: "a/b") == error)
    #expect(error.message(.plain).hasPrefix("a"))
    #expect(!error.message(.plain).contains("\n"))
  }
}
