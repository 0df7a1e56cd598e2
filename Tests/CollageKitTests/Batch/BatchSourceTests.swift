import Files
import PhotoCodecs
import PhotoSources
import ReactiveTraits
import Synchronization
import SystemPackage
import TestSupport
import Testing

@testable import CollageKit

/// Entries that are there already.
struct ListSource: BatchSource {
  var entries: [BatchEntry]

  init(_ entries: [BatchEntry]) { self.entries = entries.reversed() }

  mutating func next() -> BatchEntry? { entries.popLast() }
}

extension BatchSource {
  func all() throws -> [BatchEntry] {
    var source = self
    var all: [BatchEntry] = []
    while let entry = try source.next() { all.append(entry) }
    return all
  }
}

struct BatchSourceTests {
  private func entry(_ name: String, _ line: Int, output: FilePath? = nil) -> BatchEntry {
    BatchEntry(name: name, line: line, job: .success(BatchJob(photos: [], output: output)))
  }

  @Test func `a name and an output are taken once`() throws {
    let source = ListSource([
      entry("a", 1, output: "/x/o.jpg"), entry("b", 2), entry("a", 3),
      entry("c", 4, output: "/x/.//./o.jpg"),
      entry("4", 5),
    ])
    let messages = try CheckedSource(source, shard: .whole).all().map { entry -> [String] in
      if case .failure(.manifest(let fault)) = entry.job { fault.messages } else { [] }
    }
    #expect(
      messages == [
        [], [], ["line 3: \"id\": an earlier line has the same id, \"a\"; choose another one"],
        ["line 4: \"output\": an earlier line also writes /x/././o.jpg; choose another one"], [],
      ])
  }

  /// The lines that are turned down, by whatever shard they belong to.
  private func refused(_ entries: [BatchEntry], shards: Int = 1, library: FilePath? = nil) throws
    -> [Int]
  {
    try (0..<shards).flatMap { index in
      try CheckedSource(ListSource(entries), shard: Shard(index, of: shards)!, library: library)
        .all()
    }
    .filter { if case .failure = $0.job { true } else { false } }.map(\.line).sorted()
  }

  @Test func `the first line keeps an output, in whatever shard the others are`() throws {
    let entries = (1...40).map { entry("job \($0)", $0, output: FilePath("/x/\($0 % 4).jpg")) }
    for shards in [1, 2, 3, 7] { #expect(try refused(entries, shards: shards) == Array(5...40)) }
    // A line that is turned down for its name takes no output away.
    let twins = [
      entry("a", 1), entry("a", 2, output: "/x/o.jpg"), entry("b", 3, output: "/x/o.jpg"),
    ]
    for shards in [1, 2, 5] { #expect(try refused(twins, shards: shards) == [2]) }
  }

  @Test func `one output is one file, by whatever names and links`() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "a/deep", "b"] as [FilePath] { try folder.makeFolder(name) }
    try folder.makeSymbolicLink("link", to: "a")
    try folder.makeSymbolicLink("deep", to: "a/deep")
    try folder.write([], to: "a/there.jpg")
    try folder.makeSymbolicLink("b/file.jpg", to: "../a/there.jpg")
    try folder.makeSymbolicLink("b/dangling.jpg", to: "../a/nothing.jpg")
    func refused(_ outputs: FilePath...) throws -> [Int] {
      try self.refused(
        outputs.enumerated().map { entry("\($0)", $0 + 1, output: folder.path(of: $1)) })
    }
    #expect(
      try refused("a/c.jpg", "link/c.jpg", "b/../a/c.jpg", "./link/../a//c.jpg") == [2, 3, 4])
    #expect(try refused("a/there.jpg", "b/file.jpg", "link/there.jpg") == [2, 3])
    // Two files: the link leads into `a`, and what is above it is not the folder that holds the
    // link.
    #expect(try refused("deep/../c.jpg", "c.jpg") == [])
    #expect(try refused("deep/../c.jpg", "a/c.jpg") == [2])
    #expect(
      try refused("new/x/c.jpg", "link/../new/x/c.jpg", "new/y/c.jpg", "new/x/../y/c.jpg") == [2])
    #expect(try refused("a/A.jpg", "a/a.jpg", "b/dangling.jpg", "b/a.jpg") == [])
  }

  @Test func `nothing is replaced while the photos of all jobs can't be told`() throws {
    struct Failing: BatchSource {
      func next() throws(BatchSourceError) -> BatchEntry? {
        throw BatchSourceError(path: "jobs", errno: .ioError)
      }
    }
    let folder = try TemporaryFolder()
    let path = try folder.write([], to: "a.jpg")
    let unknown = BatchFiles(jobs: Failing())
    for _ in 0..<2 {
      #expect(
        throws: PhotoWriterError.unreadableBatch(BatchSourceError(path: "jobs", errno: .ioError))
      ) {
        try unknown.check(PhotoFile.open(path), replacedAt: "a.jpg", place: path)
      }
    }
    let stop = Cancellation()
    stop.cancel()
    let stopped = BatchFiles(jobs: ListSource([entry("a", 1)]), stop: stop)
    for _ in 0..<2 {
      #expect(throws: PhotoWriterError.cancelled) {
        try stopped.check(PhotoFile.open(path), replacedAt: "a.jpg", place: path)
      }
    }
  }

  @Test
  func
    `whether spellings of a name are one file is asked of the file system, once for each folder`()
    throws
  {
    let folder = try TemporaryFolder()
    let outputs = ["Ä.jpg", "ä.JPG", "A\u{308}.jpg"].map { folder.path(of: FilePath($0)) }
    for ignoresSpelling in [true, false] {
      let questions = Mutex(0)
      var places = OutputPlaces { _ in
        questions.withLock { $0 += 1 }
        return ignoresSpelling
      }
      #expect(Set(outputs.map { places.key(of: $0) }).count == 3)
      #expect(Set(outputs.map { places.foldedKey(of: $0) }).count == 1)
      #expect(outputs.allSatisfy { places.ignoresSpelling(in: $0) == ignoresSpelling })
      #expect(questions.withLock { $0 } == 1)
    }
    // This file system's answer; nothing is left behind.
    var places = OutputPlaces()
    _ = places.ignoresSpelling(in: outputs[0])
    #expect(try folder.names().isEmpty)
  }

  @Test func `a collage's name in the library is no output`() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("library")
    try folder.makeSymbolicLink("link", to: "library")
    let name = FilePath("collage-\(String(repeating: "a", count: 32)).jpg")
    let outputs = ["library", "link", ".", "new"].map {
      folder.path(of: FilePath($0)).appending(name.lastComponent!)
    }
    let entries =
      outputs.enumerated().map { entry("\($0)", $0 + 1, output: $1) }
      + [entry("x", 9, output: folder.path(of: "library/x.jpg"))]
    #expect(try refused(entries, library: folder.path(of: "library")) == [1, 2])
    #expect(try refused(entries, library: folder.path(of: "new")) == [2, 4])
    #expect(try refused(entries) == [2])
  }

  @Test(arguments: [1, 2, 3, 7, 64])
  func `shards are disjoint and together the whole`(count: Int) throws {
    let names = (0..<500).map { "job \($0)" }
    let source = ListSource(names.enumerated().map { entry($1, $0 + 1) })
    let parts = try (0..<count).map { index in
      try CheckedSource(source, shard: Shard(index, of: count)!).all().map(\.name)
    }
    #expect(parts.joined().sorted() == names.sorted())
    #expect(parts.allSatisfy { $0.count < 3 * 500 / count + 20 })
    #expect(
      try CheckedSource(source, shard: Shard(count, of: count)!).all().map(\.name) == parts[0])
  }

  @Test func `a name's shard is the same for ever`() {
    let shards = ["a", "b", "job 1", "Ü"].map { name in
      (0..<8).first { Shard($0, of: 8)!.holds(name) }
    }
    #expect(shards == [2, 2, 6, 2])
  }

  @Test(arguments: ["", "1", "1/", "/2", "3/2", "-1/2", "1/0", "a/b", "1/2/3"])
  func `a shard that is none is refused`(text: String) { #expect(Shard(text) == nil) }

  @Test func `folders become jobs in natural order`() throws {
    let folder = try TemporaryFolder()
    for name in ["10", "2", "2/deep", ".hidden", "empty", "odd"] {
      try folder.makeFolder(FilePath(name))
    }
    for name in [
      "10/b.png", "10/a.JPG", "2/img10.jpg", "2/img9.jpg", "2/notes.txt", "2/deep/x.jpeg",
      ".hidden/a.jpg",
      "odd/.a.jpg",
      "top.png",
    ] { try folder.write([], to: FilePath(name)) }
    try folder.makeFolder("odd/looks.jpg")
    try folder.makeSymbolicLink("link", to: "2")
    let found = try FolderSource(folder.path).all()
    #expect(found.map(\.name) == [".", "2", "2/deep", "10"])
    #expect(found.map(\.line) == [1, 2, 3, 4])
    let photos = try found.map { try $0.job.get().photos.map(\.recordedName) }
    #expect(photos == [["top.png"], ["img9.jpg", "img10.jpg"], ["x.jpeg"], ["a.JPG", "b.png"]])
  }

  @Test func `the library is no folder of photos, by whatever name`() throws {
    let folder = try TemporaryFolder()
    for name in ["a", "library", "library/old"] { try folder.makeFolder(FilePath(name)) }
    for name in ["a/1.jpg", "library/collage.jpg", "library/old/2.jpg"] {
      try folder.write([], to: FilePath(name))
    }
    try folder.makeSymbolicLink("link", to: "library")
    for library in ["library", "link", "a/../library"] {
      let found = try FolderSource(folder.path, excluding: folder.path.appending(library)).all()
      #expect(found.map(\.name) == ["a"])
    }
    #expect(try FolderSource(folder.path, excluding: "/none").all().count == 3)
    // Who names it means it.
    #expect(
      try FolderSource(
        folder.path.appending("library"), excluding: folder.path.appending("library")
      ).all().count == 2)
  }

  @Test func `what holds no photos of anyone, or is left out, makes no collage`() throws {
    let folder = try TemporaryFolder()
    for name in [
      "rome", "rome/@eaDir", "rome/@eaDir/1.jpg", "#recycle", "$RECYCLE.BIN", "lost+found",
      "android", "android/deep", "raw", "raw/more",
    ] { try folder.makeFolder(FilePath(name)) }
    for name in [
      "rome/1.jpg", "rome/1_edited.jpg", "rome/@eaDir/1.jpg/SYNOFILE_THUMB_M.jpg",
      "#recycle/1.jpg", "$RECYCLE.BIN/1.jpg", "lost+found/1.jpg", "android/1.jpg",
      "android/deep/1.jpg", "android/.nomedia", "raw/1.jpg", "raw/more/1.jpg",
    ] { try folder.write([], to: FilePath(name)) }
    func jobs(_ folder: FilePath, _ patterns: FilePath...) throws -> [[String]] {
      try FolderSource(folder, PhotoExclusions(patterns)).all().map {
        [$0.name] + (try $0.job.get().photos.map(\.recordedName))
      }
    }
    #expect(
      try jobs(folder.path) == [
        ["raw", "1.jpg"], ["raw/more", "1.jpg"], ["rome", "1.jpg", "1_edited.jpg"],
      ])
    #expect(try jobs(folder.path, "*_EDITED*", "RAW") == [["rome", "1.jpg"]])
    // Who names it means it.
    #expect(try jobs(folder.path.appending("#recycle")) == [[".", "1.jpg"]])
    #expect(try jobs(folder.path.appending("android")) == [[".", "1.jpg"], ["deep", "1.jpg"]])
  }

  @Test func `folders' names are different where their bytes are`() throws {
    let folder = try TemporaryFolder()
    let names = [
      [0xFF], Array("\\xff".utf8), Array("\\x5cxff".utf8), Array("\\".utf8) + [0xFF],
      Array("a\\b".utf8),
    ]
    for name in names {
      try folder.makeFolder(FilePath(bytes: name))
      try folder.write([], to: FilePath(bytes: name).appending("1.jpg"))
    }
    let found = try FolderSource(folder.path).all().map(\.name)
    #expect(Set(found) == ["\\xff", "\\x5cxff", "\\x5cx5cxff", "\\\\xff", "a\\b"])
  }

  @Test func `a folder too deep for its path is a job that fails`() throws {
    let folder = try TemporaryFolder()
    let script = """
      name=$(printf '%0200d' 0)
      i=0; while [ $i -lt 25 ]; do mkdir $name && cd -P $name || exit 1; i=$((i + 1)); done
      : > 1.jpg; cd "$1"; : > 2.jpg
      """
    let made = try ChildProcess("/bin/sh", ["-c", script, "sh", folder.string], in: folder.path)
      .run()
    #expect(made.exitCode == 0, "\(made)")
    let found = try FolderSource(folder.path).all()
    _ = try ChildProcess("/bin/sh", ["-c", "rm -rf 0*"], in: folder.path).run()
    #expect(found.count == 2)
    guard case .failure(.collage(.photos(let errors)))? = found.last?.job else {
      Issue.record("\(found)")
      return
    }
    #expect(errors.map(\.cause) == [.file(.failed(.fileNameTooLong))])
  }

  @Test func `a folder that is not there is an error`() {
    #expect(throws: BatchSourceError(path: "/none", errno: .noSuchFileOrDirectory)) {
      try FolderSource("/none").all()
    }
  }

  @Test func `what is missing keeps its name`() throws {
    let folder = try TemporaryFolder()
    let manifest = """
      {"photos": ["a"]}

      {"id": "x", "photos": []}
      {"photos": ["b"]}
      broken
      {"id": "y", "photos": []}
      { }
      \u{0020}\r
      {"photos": ["\(String(repeating: "x", count: LineReader.limit))"]}
      """
    let results = """
      {"job": "1", "status": "saved"}
      {"job": "x", "status": "unchanged"}
      {"job": "y", "status": "failed"}
      \r
      {"job": "4", "sta
      """
    let files = try [manifest, results].enumerated().map { number, text in
      try FileDescriptor.open(try folder.write(text.utf8, to: FilePath("\(number)")), .readOnly)
    }
    var missing = MissingJobs()
    #expect(try missing.read(LineReader(files[1], path: "results")) == 1)
    var left: [String] = []
    let tooLong = try missing.lines(of: LineReader(files[0], path: "manifest")) { line in
      left.append(String(decoding: line, as: UTF8.self))
      return true
    }
    #expect(
      left == [
        "{\"id\":\"4\",\"photos\": [\"b\"]}", "broken", "{\"id\": \"y\", \"photos\": []}",
        "{\"id\":\"7\" }",
      ])
    #expect(tooLong == [9])
    for file in files { try file.close() }
  }

  @Test func `a file that another job wrote under another spelling is not written over`() throws {
    let folder = try TemporaryFolder()
    let content = Array("a collage".utf8)
    let path = try folder.write(content, to: "Rome.jpg")
    let digest = try PhotoFile.open(path).digest()
    // As on a file system where this is the same file: it is not listed under that name.
    let files = BatchFiles()
    files.add(written: digest, size: content.count, at: folder.path(of: "rome.jpg"))
    #expect(throws: PhotoWriterError.isNeeded(path, .output)) {
      try files.check(PhotoFile.open(path), replacedAt: path, place: path)
    }
    // The job itself may, and so may one that makes the same collage under a name of its own.
    let others = BatchFiles()
    others.add(written: digest, size: content.count, at: path)
    try folder.write(content, to: "Paris.jpg")
    others.add(written: digest, size: content.count, at: folder.path(of: "Paris.jpg"))
    try others.check(PhotoFile.open(path), replacedAt: path, place: path)
  }

  @Test func `a needed file is known by what it is, by its bytes, and where it can't be read`()
    throws
  {
    let folder = try TemporaryFolder()
    let path = try folder.write([1, 2, 3], to: "list")
    try folder.makeHardLink("link", to: "list")
    try folder.write([1, 2, 3], to: "copy")
    try folder.write([1, 2, 4], to: "other")
    let needed = NeededFile(path, .list)
    for (name, isSame) in [("list", true), ("link", true), ("copy", true), ("other", false)] {
      let target = folder.path(of: FilePath(name))
      #expect(try needed.isSame(as: PhotoFile.open(target), at: target) == isSame)
    }
    // Empty files are alike, and not the same for that.
    try folder.write([], to: "empty")
    let nothing = NeededFile(try folder.write([], to: "nothing"), .list)
    let target = folder.path(of: "empty")
    #expect(try !nothing.isSame(as: PhotoFile.open(target), at: target))
  }

  @Test func `whether a path is spelled as its folders list it is asked of them`() throws {
    let folder = try TemporaryFolder()
    try folder.makeFolder("Out")
    let path = try folder.write([1], to: "Out/a.png")
    #expect(Spelling.isListed(path))
    for name in ["Out/A.png", "Out/b.png"] {
      #expect(!Spelling.isListed(folder.path(of: FilePath(name))))
    }
  }
}
