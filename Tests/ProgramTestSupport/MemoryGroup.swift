import Glibc
import SystemPackage
package import TestSupport

/// A control group with a limit on memory, inside the tests' own, like that of a container; removed
/// when this object goes away.
package final class MemoryGroup: Sendable {
  private let path: FilePath

  /// Throws `Errno` if no such group may be created.
  package init(bytes: Int) throws {
    let own = String(decoding: try FilePath("/proc/self/cgroup").readFile(), as: UTF8.self).split(
      separator: "\n")
    let first = own.first { $0.contains(":memory:") }
    guard let line = first ?? own.first(where: { $0.hasPrefix("0::") }) else {
      throw Errno.noSuchFileOrDirectory
    }
    let parent = FilePath(first == nil ? "/sys/fs/cgroup" : "/sys/fs/cgroup/memory")
      .pushing(
        FilePath(
          String(line.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false)[2])
        ).relative)
    path = parent.appending("collage-test-\(getpid())-\(UInt32.random(in: 0...UInt32.max))")
    guard unsafe path.withPlatformString({ unsafe mkdir($0, 0o755) }) == 0 else {
      throw Errno(rawValue: errno)
    }
    let limit = path.appending(first == nil ? "memory.max" : "memory.limit_in_bytes")
    let file = try FileDescriptor.open(limit, .writeOnly, options: .closeOnExec)
    _ = try file.closeAfter { try file.writeAll("\(bytes)".utf8) }
  }

  deinit { _ = unsafe path.withPlatformString { unsafe rmdir($0) } }

  package static let isPossible: Bool = {
    guard let group = try? MemoryGroup(bytes: 64 << 20) else { return false }
    return (try? group.run(ChildProcess("/bin/true", in: "/")).exitCode) == 0
  }()

  /// Runs a command in this group.
  package func run(_ command: ChildProcess) throws -> Outcome {
    // Without this the group would be gone before the command has joined it.
    defer { withExtendedLifetime(self) {} }
    var joining = command
    joining.program = "/bin/sh"
    let script = "echo $$ >\"$0/cgroup.procs\" && exec \"$@\""
    joining.arguments =
      ["-c", script, path.string].map { Array($0.utf8) } + [Array(command.program.string.utf8)]
      + command.arguments
    return try joining.run()
  }
}

extension FilePath {
  fileprivate var relative: FilePath { FilePath(root: nil, components) }
}
