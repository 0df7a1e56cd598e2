import CProcess
import Foundation
import Testing

@Suite struct ProcessorsTests {
  /// The processors that this thread may use, as a list of numbers and ranges.
  private static func allowed() throws -> Substring {
    let status = try String(contentsOfFile: "/proc/thread-self/status", encoding: .utf8)
    let name = "Cpus_allowed_list:\t"
    return try #require(status.split(separator: "\n").first { $0.hasPrefix(name) }).dropFirst(
      name.count)
  }

  @Test(.enabled(if: Int(try allowed()) == nil, "there is one processor only"))
  func `a thread leaves a processor, and may return`() throws {
    let allowed = try Self.allowed()
    // The system may move it back at once, but hardly each time.
    let hasLeft = (0..<20).contains { _ in
      let processor = cprocess_processor()
      cprocess_leave_processor(processor)
      return cprocess_processor() != processor
    }
    #expect(hasLeft)
    #expect(try Self.allowed() == allowed)
  }

  @Test(arguments: [-1, 100_000])
  func `a processor that does not exist is left by nobody`(processor: Int32) throws {
    let allowed = try Self.allowed()
    cprocess_leave_processor(processor)
    #expect(try Self.allowed() == allowed)
  }
}
