import Testing

@testable import PhotoCodecs

@Suite struct FileCursorTests {
  @Test func `any piece of a file can be had, in any order`() throws {
    let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let file = try opened(bytes)
    for window in [1, 16, 512, 5_000] {
      var cursor = FileCursor(size: file.size, windowSize: window)
      for (offset, count) in [
        (0, 10), (990, 10), (5, 3), (0, 1_000), (999, 1), (1_000, 0), (500, 0), (14, 17),
      ] {
        #expect(
          try cursor.bytes(of: file, at: offset, count: count).map(Array.init)
            == Array(bytes[offset..<offset + count]))
      }
    }
  }

  @Test func `what the file does not have is nil`() throws {
    let file = try opened([1, 2, 3])
    var cursor = FileCursor(size: file.size, windowSize: 8)
    for (offset, count) in [(0, 4), (3, 1), (4, 0), (-1, 1), (0, -1), (.max, 1), (1, .max)] {
      #expect(try cursor.bytes(of: file, at: offset, count: count) == nil)
    }
  }

  @Test func `a file that has shrunk since gives nil`() throws {
    let file = try opened([1, 2, 3])
    var cursor = FileCursor(size: 100, windowSize: 8)
    #expect(try cursor.bytes(of: file, at: 0, count: 50) == nil)
    #expect(try cursor.bytes(of: file, at: 50, count: 2) == nil)
    #expect(try cursor.bytes(of: file, at: 0, count: 3).map(Array.init) == [1, 2, 3])
  }
}
