import Glibc
import SystemPackage
package import TestSupport
import Testing

/// Waits for a running program without guessing how long it takes.
package enum Timeouts {
  /// Waits until the condition holds; false if it never did, or if the program ended first.
  package static func wait(for program: RunningProcess, until condition: () throws -> Bool) rethrows
    -> Bool
  {
    var holds = false
    _ = try eventually {
      holds = try condition()
      return holds || hasEnded(program)
    }
    return try holds || condition()
  }

  /// Waits until the program has used this many seconds of processor time; false if it ended first.
  package static func wait(for program: RunningProcess, toHaveWorked seconds: Double) -> Bool {
    wait(for: program) { (workedSeconds(program.id) ?? 0) >= seconds }
  }

  /// Waits until the program itself is waiting for something; false if it ended first.
  package static func waitForSleep(of program: RunningProcess) -> Bool {
    wait(for: program) { fields(program)?.first == "S" }
  }

  /// Waits until the program has been waiting for a disk, longer than any working disk would take;
  /// false if it ended first.
  package static func waitForDisk(of program: RunningProcess) -> Bool {
    var waits = 0
    return wait(for: program) {
      waits = fields(program)?.first == "D" ? waits + 1 : 0
      return waits > 200
    }
  }

  /// Waits until a `Tracer` delays a thread of the program; false if none ever is.
  package static func waitForDelay(of program: Int32) -> Bool {
    let threads = FilePath("/proc/\(program)/task")
    // Each traced call stops a thread for a moment, which is long where processors are busy.
    var stopped: [FilePath.Component: ContinuousClock.Instant] = [:]
    return eventually {
      let now = ContinuousClock.now
      let names = ((try? threads.entryNames()) ?? []).filter {
        fields(threads.appending($0))?.first == "t"
      }
      stopped = Dictionary(uniqueKeysWithValues: names.map { ($0, stopped[$0] ?? now) })
      return stopped.values.contains { now - $0 > .seconds(1) }
    }
  }

  /// Whether the program has ended; it may be that nobody has waited for it yet.
  private static func hasEnded(_ program: RunningProcess) -> Bool {
    guard let fields = fields(program) else { return true }
    return fields.first == "Z"
  }

  /// The processor time in seconds that a program has used so far; nil when it is gone.
  package static func workedSeconds(_ program: Int32) -> Double? {
    guard let fields = fields(FilePath("/proc/\(program)")), fields.count > 12 else { return nil }
    return Double((Int(fields[11]) ?? 0) + (Int(fields[12]) ?? 0))
      / Double(sysconf(Int32(_SC_CLK_TCK)))
  }

  private static func fields(_ program: RunningProcess) -> [Substring]? {
    fields(FilePath("/proc/\(program.id)"))
  }

  /// The kernel's fields about a process or thread, from the state on, after its name; user and
  /// system time are the twelfth and thirteenth. Nil if it is gone.
  private static func fields(_ folder: FilePath) -> [Substring]? {
    guard let file = try? FileDescriptor.open(folder.appending("stat"), .readOnly) else {
      return nil
    }
    defer { try? file.close() }
    var text = [UInt8](repeating: 0, count: 1024)
    let count = (try? unsafe text.withUnsafeMutableBytes { unsafe try file.read(into: $0) }) ?? 0
    guard let end = text.prefix(count).lastIndex(of: UInt8(ascii: ")")) else { return nil }
    return String(decoding: text[(end + 1)..<count], as: UTF8.self).split(separator: " ")
  }
}
