import LineEditing
import SystemPackage
import TestSupport
import Testing

struct HistoryFileTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func file(_ name: FilePath = "state/collage/history", limit: Int = History.defaultLimit)
    -> HistoryFile
  {
    HistoryFile(folder.path(of: name), limit: limit)
  }

  @Test func `lines come back as they were`() throws {
    let lines = [
      "add a.jpg", "add 'two\nlines' \\n \\\\ \\", "日本 👩‍👩‍👧 e\u{301}", "\u{10FE80}\u{10FEFF}",
      "\u{1B}[A\t\r",
    ]
    for line in lines { #expect(file().append(line)) }
    #expect(file().load().entries == lines)
    #expect(try folder.read("state/collage/history").split(separator: 0x0A).count == lines.count)
  }

  @Test func `the file and its folders are for the owner alone`() throws {
    #expect(file().append("one"))
    #expect(try Stat(folder.path(of: "state/collage/history")).permissions == .ownerReadWrite)
    #expect(try Stat(folder.path(of: "state/collage")).permissions == .ownerReadWriteExecute)
    #expect(try Stat(folder.path(of: "state")).permissions == .ownerReadWriteExecute)
  }

  @Test func `the newest lines are taken, doubles and blanks left out`() {
    for line in ["a", "b", "b", " ", "c"] { file().append(line) }
    #expect(file(limit: 2).load().entries == ["b", "c"])
    #expect(file().load().entries == ["a", "b", "c"])
  }

  @Test(
    arguments: [
      ("", []), ("one", ["one"]), ("one\n\n\ntwo\n", ["one", "two"]), ("a\\qb\\", ["a\\qb\\"]),
      ("\\\\n\\n", ["\\n\n"]),
      ("\0\u{1B}[2J\n", ["\0\u{1B}[2J"]),
    ] as [(String, [String])])
  func `a damaged file gives what it has`(content: String, entries: [String]) throws {
    try folder.write(content.utf8, to: "history")
    #expect(file("history").load().entries == entries)
  }

  @Test func `a line that was cut off doesn't swallow the next`() throws {
    try folder.write("one\ntw".utf8, to: "history")
    #expect(file("history").append("three"))
    #expect(file("history").load().entries == ["one", "tw", "three"])
  }

  @Test func `what can't be a history is left alone`() throws {
    try folder.makeFolder("folder")
    try folder.makePipe("pipe")
    try folder.write("plain".utf8, to: "plain")
    for name in ["folder", "pipe", "plain/history"] as [FilePath] {
      #expect(!file(name).append("one"))
      #expect(file(name).load().entries.isEmpty)
    }
    #expect(file("missing").load().entries.isEmpty)
    #expect(!HistoryFile("").append("one"))
    #expect(!HistoryFile("/dev/full").append("one"))
    #expect(HistoryFile("/dev/zero").load().entries.isEmpty)
    #expect(try folder.names() == ["folder", "pipe", "plain"])
  }

  @Test func `a file that has grown is shortened to its newest lines`() throws {
    try folder.write((1...100).map { "line \($0)\n" }.joined().utf8, to: "real")
    try folder.makeSymbolicLink("history", to: "real")
    #expect(file("history", limit: 10).load().entries == (91...100).map { "line \($0)" })
    #expect(try folder.read("real") == Array((91...100).map { "line \($0)\n" }.joined().utf8))
    #expect(try folder.names() == ["history", "real"])
  }

  @Test(arguments: [(20, 20), (21, 10)])
  func `a file may have twice as many lines as are taken`(lines: Int, kept: Int) throws {
    try folder.write((1...lines).map { "line \(100 + $0)\n" }.joined().utf8, to: "history")
    #expect(file("history", limit: 10).load().entries.count == 10)
    #expect(try folder.read("history").count { $0 == UInt8(ascii: "\n") } == kept)
  }

  @Test func `a file of less than a mebibyte is kept whole`() throws {
    let long = String(repeating: "x", count: 5000)
    let lines = (1...200).map { "\($0) \(long)" }
    let bytes = Array(lines.map { $0 + "\n" }.joined().utf8)
    try folder.write(bytes, to: "history")
    #expect(file("history").load().entries == lines)
    #expect(try folder.read("history") == bytes)
  }

  @Test func `a huge file is read from its end`() throws {
    let long = String(repeating: "x", count: 5000)
    try folder.write((1...1000).map { "\($0) \(long)\n" }.joined().utf8, to: "history")
    let entries = file("history").load().entries
    #expect(entries.last == "1000 \(long)")
    #expect(entries.count { $0.hasSuffix(" \(long)") } == entries.count && entries.count > 50)
    #expect(try folder.read("history").count <= 1 << 19)
    #expect(file("history").load().entries.last == "1000 \(long)")
  }

  @Test func `programs that add lines at once lose none`() async throws {
    let file = file()
    await withTaskGroup { group in
      for writer in 0..<8 {
        group.addTask { for line in 0..<50 { file.append("writer \(writer) line \(line)") } }
      }
    }
    let entries = file.load().entries
    #expect(entries.count == 400)
    for writer in 0..<8 {
      #expect(
        entries.filter { $0.hasPrefix("writer \(writer) ") }
          == (0..<50).map { "writer \(writer) line \($0)" }
      )
    }
  }
}
