import Testing

@testable import PhotoCodecs

@Suite struct FileWindowTests {
  @Test func `any piece of a file can be had, in any order`() throws {
    let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0 * 7) }
    let file = try opened(bytes)
    let windows = [1, 16, 512, 5_000].map {
      FileWindow(file.descriptor, size: file.size, windowSize: $0)
    }
    for window in windows + [FileWindow(bytes)] {
      for (offset, count) in [
        (0, 10), (990, 10), (5, 3), (0, 1_000), (999, 1), (1_000, 0), (500, 0), (14, 17),
      ] {
        #expect(
          try window.read(at: offset, count: count).map(Array.init)
            == Array(bytes[offset..<offset + count]))
      }
    }
  }

  @Test func `what the file does not have is nil`() throws {
    let file = try opened([1, 2, 3])
    for window in [
      FileWindow(file.descriptor, size: file.size, windowSize: 8), FileWindow([1, 2, 3]),
    ] {
      for (offset, count) in [(0, 4), (3, 1), (4, 0), (-1, 1), (0, -1), (.max, 1), (1, .max)] {
        #expect(try window.read(at: offset, count: count) == nil)
      }
    }
  }

  @Test func `a file that has shrunk since gives an error, and no more bytes`() throws {
    let file = try opened([1, 2, 3])
    let window = FileWindow(file.descriptor, size: 100, windowSize: 8)
    #expect(throws: CodecError.changedWhileReading) { try window.read(at: 0, count: 50) }
    #expect(window.bytes(at: 0, count: 3) == nil && window.failure == .changedWhileReading)
  }
}
