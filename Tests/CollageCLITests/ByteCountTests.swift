import ProgramTestSupport
import TestSupport
import Testing

@testable import CollageCLI

@Suite(.waiting) struct ByteCountTests {
  let place: Workplace

  init() throws { place = try Workplace() }

  @Test(
    arguments: [
      ("100000", 100_000), ("100K", 100 << 10), ("1m", 1 << 20), ("1MiB", 1 << 20),
      ("1GB", 1 << 30), ("2G", 2 << 30), ("3tb", 3 << 40),
    ])
  func `memory may be given in bytes or with a unit`(text: String, bytes: Int) throws {
    #expect(ByteCount(text)?.bytes == bytes)
    #expect(try place.make("1.jpg", "2.jpg", "--memory", text).exitCode == 0)
  }

  @Test(arguments: ["", "0", "-1", "K", "1X", "1.5G", "1 G", "8388608T"])
  func `memory is given in nothing else`(text: String) { #expect(ByteCount(text) == nil) }
}
