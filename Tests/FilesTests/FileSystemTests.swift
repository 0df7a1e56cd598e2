import Dispatch
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import Files

@Suite struct FileSystemTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test func `a file is moved to a free name only`() throws {
    try folder.write([1], to: "a")
    try folder.write([2], to: "b")
    #expect(throws: Errno.fileExists) {
      try FileSystem.rename(folder.path(of: "a"), toFree: folder.path(of: "b"))
    }
    try FileSystem.rename(folder.path(of: "a"), toFree: folder.path(of: "c"))
    #expect(try folder.names() == ["b", "c"])
    #expect(throws: Errno.noSuchFileOrDirectory) {
      try FileSystem.rename(folder.path(of: "a"), toFree: folder.path(of: "d"))
    }
  }

  @Test func `two files change names`() throws {
    try folder.write([1], to: "a")
    try folder.write([2], to: "b")
    _ = try FileSystem.exchange(folder.path(of: "a"), folder.path(of: "b"))
    #expect(try folder.read("a") == [2])
    #expect(try folder.read("b") == [1])
    #expect(throws: Errno.noSuchFileOrDirectory) {
      _ = try FileSystem.exchange(folder.path(of: "a"), folder.path(of: "nothing"))
    }
  }

  @Test func `folders are made with those above them, and may be there already`() throws {
    let path = folder.path(of: "a/b/c")
    try FileSystem.makeFolders(path)
    try FileSystem.makeFolders(path)
    #expect(try path.stat().type == .directory)
    try folder.makeSymbolicLink("link", to: "a")
    try FileSystem.makeFolders(folder.path(of: "link/d"))
    #expect(try folder.names(in: "a") == ["b", "d"])
  }

  @Test func `no folder is made of a file or below one`() throws {
    try folder.write([1], to: "file")
    for name in ["file", "file/below"] as [FilePath] {
      let error = try #require(throws: FolderError.self) {
        try FileSystem.makeFolders(folder.path(of: name))
      }
      #expect(error == FolderError(path: folder.path(of: name), errno: .notDirectory))
    }
    try folder.makeSymbolicLink("dangling", to: "nothing")
    let dangling = FolderError(path: folder.path(of: "dangling"), errno: .fileExists)
    for name in ["dangling", "dangling/below"] as [FilePath] {
      #expect(throws: dangling) { try FileSystem.makeFolders(folder.path(of: name)) }
    }
    #expect(throws: FolderError.self) { try FileSystem.makeFolders("") }
  }

  @Test func `folders that can't all be made leave none behind`() throws {
    let long = FilePath(String(repeating: "x", count: 300))
    #expect(throws: FolderError.self) {
      try FileSystem.makeFolders(folder.path(of: "a/b").pushing(long))
    }
    #expect(try folder.names() == [])
    try folder.makeFolder("there")
    #expect(throws: FolderError.self) {
      try FileSystem.makeFolders(folder.path(of: "there/c").pushing(long))
    }
    #expect(try folder.names(in: "there") == [])
  }

  @Test func `many may make the same folders at once`() throws {
    for round in 0..<30 {
      let path = folder.path(of: FilePath("\(round)/a/b/c/d"))
      let failures = Mutex<[Errno]>([])
      DispatchQueue.concurrentPerform(iterations: 6) { _ in
        do throws(FolderError) {
          try FileSystem.makeFolders(path)
        } catch {
          failures.withLock { $0.append(error.errno) }
        }
      }
      #expect(failures.withLock { $0 } == [])
      #expect(try path.stat().type == .directory)
    }
  }

  @Test func `a lock is held until its descriptor is closed`() throws {
    let path = try folder.write([], to: "file")
    let first = try FileDescriptor.open(path, .readOnly)
    let second = try FileDescriptor.open(path, .readOnly)
    #expect(try FileSystem.lock(first))
    #expect(try !FileSystem.lock(second))
    try first.close()
    #expect(try FileSystem.lock(second))
    try second.close()
  }

  @Test func `links are resolved to the file behind them`() throws {
    try folder.write([1], to: "file")
    try folder.makeSymbolicLink("one", to: "two")
    try folder.makeSymbolicLink("two", to: "file")
    let root = try FileSystem.resolved(folder.path)
    #expect(try FileSystem.resolved(folder.path(of: "one")) == root.appending("file"))
    #expect(throws: Errno.noSuchFileOrDirectory) {
      try FileSystem.resolved(folder.path(of: "nothing"))
    }
  }
}
