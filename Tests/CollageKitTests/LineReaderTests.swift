import CollageKit
import SystemPackage
import TestSupport
import Testing

struct LineReaderTests {
  private func lines(of bytes: [UInt8]) throws -> [LineReader.Line] {
    let folder = try TemporaryFolder()
    let file = try FileDescriptor.open(try folder.write(bytes, to: "lines"), .readOnly)
    return try file.closeAfter {
      var lines = LineReader(file, path: "lines")
      var found: [LineReader.Line] = []
      while let line = try lines.next() { found.append(line) }
      return found
    }
  }

  private func text(_ text: String) -> LineReader.Line { .bytes(Array(text.utf8)) }

  @Test(arguments: [
    ("", []), ("\n", [""]), ("a", ["a"]), ("a\n", ["a"]), ("a\r\n\nb", ["a\r", "", "b"]),
    ("\u{FEFF}a\n\u{FEFF}b", ["a", "\u{FEFF}b"]),
  ])
  func `lines come without their ends`(content: String, expected: [String]) throws {
    #expect(try lines(of: Array(content.utf8)) == expected.map(text))
  }

  @Test func `lines that cross pieces come whole`() throws {
    let all = (0..<3000).map { number in String(repeating: "x", count: number % 331) + "\(number)" }
    #expect(try lines(of: Array(all.joined(separator: "\n").utf8)) == all.map(text))
  }

  @Test func `a line that is too long is passed over`() throws {
    let long = String(repeating: "y", count: LineReader.limit * 3)
    #expect(
      try lines(of: Array("a\n\(long)\nb\n\(long)".utf8)) == [
        text("a"), .tooLong, text("b"), .tooLong,
      ])
    let just = String(repeating: "y", count: LineReader.limit)
    #expect(try lines(of: Array("\(just)\n\(just)y\nz".utf8)) == [text(just), .tooLong, text("z")])
  }

  @Test func `reading ends when waiting for input does`() throws {
    let folder = try TemporaryFolder()
    let file = try FileDescriptor.open(try folder.write(Array("a\n".utf8), to: "lines"), .readOnly)
    defer { try? file.close() }
    var lines = LineReader(file, path: "lines") { _ in false }
    #expect(throws: BatchSourceError(path: "lines", errno: .interrupted)) { try lines.next() }
  }
}
