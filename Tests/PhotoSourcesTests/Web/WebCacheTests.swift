import Glibc
import PhotoCodecs
import SystemPackage
import TestSupport
import Testing

@testable import PhotoSources

struct WebCacheTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func cache(limit: Int = 1 << 20) -> WebCache {
    WebCache(folder.path(of: "a/cache"), limit: limit)
  }

  private func key(_ name: String) throws -> CacheKey {
    CacheKey(try WebURL("http://a/\(name)"), headers: [])
  }

  /// Stores a body under a name.
  @discardableResult
  private func store(_ body: [UInt8], _ name: String, in cache: WebCache) throws -> String {
    let (temporary, file) = try #require(cache.incomingFolder()).createTemporary()
    _ = try file.closeAfter { try file.writeAll(body) }
    var hash = SHA256()
    hash.update(body)
    let digest = Digest(hash)
    let response = StoredResponse(
      WebResponse(status: 200, headers: ["cache-control": "max-age=9"], url: ""), received: 1,
      isPublic: true)
    #expect(cache.store(response, body: temporary, digest, size: body.count, for: try key(name)))
    return digest.hexadecimal
  }

  private func body(_ name: String, _ cache: WebCache) throws -> [UInt8]? {
    try cache.response(for: key(name))?.file?.bytes()
  }

  /// Says of the bodies that consist of a number, and of their entries, when they were used last, in
  /// seconds since 1970: long ago, so that whatever is used from now on was used later.
  private func setTimes(ofUse seconds: (Int) -> Int) throws {
    for name in try folder.names(in: "a/cache/bodies") {
      let number = Int(try #require(try folder.read(FilePath("a/cache/bodies/\(name)")).first))
      let times = [timespec](repeating: timespec(tv_sec: seconds(number), tv_nsec: 0), count: 2)
      for file in ["bodies/\(name)", "entries/\(try key("\(number)").name)"] {
        let path = folder.path(of: FilePath("a/cache/\(file)"))
        #expect(unsafe path.withPlatformString { unsafe utimensat(AT_FDCWD, $0, times, 0) } == 0)
      }
    }
  }

  @Test func `a damaged body or entry is never used`() throws {
    for damage in [[1, 2, 4], [1, 2], [1, 2, 3, 4], []] as [[UInt8]] {
      let name = try store([1, 2, 3], "x", in: cache())
      try folder.write(damage, to: FilePath("a/cache/bodies/\(name)"))
      #expect(try body("x", cache()) == nil)
      #expect(
        try folder.names(in: "a/cache/bodies").isEmpty
          && folder.names(in: "a/cache/entries").isEmpty)
    }
    try store([1, 2, 3], "x", in: cache())
    try folder.write([], to: FilePath("a/cache/entries/\(key("x").name)"))
    #expect(try body("x", cache()) == nil)
  }

  @Test func `files of any time are counted`() throws {
    let name = try store([1, 2, 3], "x", in: cache())
    let distant = [timespec](repeating: timespec(tv_sec: 13_569_465_600, tv_nsec: 0), count: 2)
    let path = folder.path(of: FilePath("a/cache/bodies/\(name)"))
    #expect(unsafe path.withPlatformString { unsafe utimensat(AT_FDCWD, $0, distant, 0) } == 0)
    #expect(try cache().usage().size == 3)
  }

  @Test func `a pipe in the place of a body is not waited for`() throws {
    let name = try store([1, 2, 3], "x", in: cache())
    try folder.remove(FilePath("a/cache/bodies/\(name)"))
    let pipe = folder.path(of: FilePath("a/cache/bodies/\(name)"))
    #expect(unsafe pipe.withPlatformString { unsafe mkfifo($0, 0o600) } == 0)
    #expect(try body("x", cache()) == nil)
  }

  @Test func `the least recently used go when it is full, and those in use stay readable`() throws {
    let cache = cache(limit: 1000)
    for number in 0..<9 {
      try store([UInt8](repeating: UInt8(number), count: 100), "\(number)", in: cache)
    }
    try setTimes(ofUse: { $0 })
    #expect(try body("0", cache) != nil)
    let used = try #require(try cache.response(for: key("1"))?.file)
    for number in 9..<14 {
      try store([UInt8](repeating: UInt8(number), count: 100), "\(number)", in: cache)
    }
    #expect(try cache.usage().size <= 1000)
    #expect(try body("2", cache) == nil && body("3", cache) == nil)
    #expect(try body("0", cache) != nil && body("13", cache) != nil)
    #expect(try used.bytes() == [UInt8](repeating: 1, count: 100))
    // Entries go with their bodies.
    #expect(try folder.names(in: "a/cache/entries").count <= cache.usage().files + 1)
  }

  @Test func `entries are limited also where they share a body`() throws {
    let cache = WebCache(folder.path(of: "a/cache"), maxEntries: 20)
    for number in 0..<28 {
      try store([1, 2, 3], "\(number)", in: cache)
      #expect(try folder.names(in: "a/cache/entries").count <= 20)
    }
    #expect(try body("27", cache) == [1, 2, 3])
    #expect(try cache.usage() == CacheUsage(files: 1, size: 3))
  }

  @Test func `what a killed program was receiving is removed, and what another receives stays`()
    throws
  {
    _ = cache().incomingFolder()
    try folder.write([1], to: "a/cache/incoming/1ef7.tmp")
    let used = try FileDescriptor.open(
      folder.write([2], to: "a/cache/incoming/5ed.tmp"), .readOnly, options: .closeOnExec)
    defer { try? used.close() }
    #expect(flock(used.rawValue, LOCK_EX) == 0)
    _ = cache().incomingFolder()
    #expect(try folder.names(in: "a/cache/incoming") == ["5ed.tmp"])
  }

  @Test func `it can be emptied, and tells its size`() throws {
    #expect(try cache().usage() == CacheUsage(files: 0, size: 0))
    try store([1, 2, 3], "x", in: cache())
    try store([1, 2, 3], "y", in: cache())
    try store([4, 5], "z", in: cache())
    #expect(try cache().usage() == CacheUsage(files: 2, size: 5))
    #expect(try cache().clear() == CacheUsage(files: 2, size: 5))
    #expect(try cache().usage() == CacheUsage(files: 0, size: 0) && body("x", cache()) == nil)
  }

  @Test(arguments: ["bodies", "entries", "incoming"])
  func `a link in the place of a folder is not followed`(_ name: String) throws {
    try store([1, 2, 3], "x", in: cache())
    try folder.makeFolder("mine")
    let digest = String(repeating: "0f", count: 32)
    for file in ["1.jpg", "1ef7.tmp", digest] {
      try folder.write([1], to: FilePath("mine/\(file)"))
    }
    let path = folder.path(of: FilePath("a/cache/\(name)"))
    try folder.remove(FilePath("a/cache/\(name)"))
    try folder.makeSymbolicLink(FilePath("a/cache/\(name)"), to: "../../mine")
    #expect(cache().incomingFolder() == nil)
    if name != "incoming" {
      #expect(throws: CacheFault(path: path, errno: .notDirectory)) { try cache().clear() }
    } else {
      _ = try cache().clear()
    }
    #expect(try body("x", cache()) == nil)
    #expect(try folder.names(in: "mine") == [digest, "1.jpg", "1ef7.tmp"])
  }

  @Test func `what isn't the cache's is neither counted nor removed`() throws {
    let names = [
      "1.jpg", "A" + String(repeating: "0", count: 63), String(repeating: "0", count: 63),
    ]
    let cache = cache()
    try store([1, 2, 3], "x", in: cache)
    for name in names {
      for place in ["bodies", "entries", "incoming"] {
        try folder.write([1], to: FilePath("a/cache/\(place)/\(name)"))
      }
    }
    #expect(try cache.clear() == CacheUsage(files: 1, size: 3))
    for place in ["bodies", "entries", "incoming"] {
      #expect(try folder.names(in: FilePath("a/cache/\(place)")) == names.sorted())
    }
  }

  @Test(.enabled(if: geteuid() == 0, "needs the right to give a folder away"))
  func `somebody else's folder is not used`() throws {
    let digest = try store([1, 2, 3], "x", in: cache())
    let bodies = folder.path(of: "a/cache/bodies")
    #expect(unsafe bodies.withPlatformString { unsafe chown($0, 65534, 65534) } == 0)
    #expect(cache().incomingFolder() == nil)
    #expect(throws: CacheFault(path: bodies, errno: .notPermitted)) { try cache().clear() }
    #expect(try folder.names(in: "a/cache/bodies") == [digest])
  }

  @Test func `without a folder to write to, nothing is stored`() throws {
    try folder.write([], to: "file")
    let cache = WebCache(folder.path(of: "file/cache"))
    #expect(cache.incomingFolder() == nil)
    let incoming = try IncomingFile.create(in: cache, or: folder.path)
    #expect(incoming.name == nil)
  }

  @Test func `a cache that can't be used is done without, and one that was removed is made anew`()
    throws
  {
    let removed = cache()
    _ = removed.incomingFolder()
    try folder.remove("a")
    let anew = try IncomingFile.create(in: removed, or: folder.path)
    #expect(try [anew.name?.string] == folder.names(in: "a/cache/incoming"))
    // A file in the place of a folder.
    try folder.remove("a")
    for name in ["a", "a/cache"] { try folder.makeFolder(FilePath(name)) }
    try folder.write([], to: "a/cache/incoming")
    let blocked = try IncomingFile.create(in: cache(), or: folder.path)
    #expect(blocked.name == nil)
    let gone = try IncomingFile.create(in: removed, or: folder.path)
    #expect(gone.name == nil)
    #expect(try folder.names() == ["a"])
  }
}
