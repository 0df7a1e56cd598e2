import CTracing
import Glibc
import SystemPackage

extension CTracingCall {
  /// The name in the manual, with a suffix where one call can give different errors:
  /// - `openat_create` makes a file, `openat` only opens one;
  /// - `fstat` is `newfstatat` of a descriptor;
  /// - `read_event` and `write_event` are for the descriptors of eventfd(2) and its like,
  ///   `write_pipe` is for pipes, `write_null` for /dev/null;
  /// - `futex_wait` and `futex_wake`.
  ///
  /// - Parameter thread: The id of the thread that makes the call, and stands at its entry.
  func name(in thread: pid_t) -> String {
    guard let text = unsafe ctracing_call_name(number) else { return "call \(number)" }
    let name = unsafe String(cString: text)
    return switch name {
    case "openat": Int32(truncatingIfNeeded: arguments.2) & O_CREAT != 0 ? "openat_create" : name
    case "newfstatat": Int32(truncatingIfNeeded: arguments.3) & Self.emptyPath != 0 ? "fstat" : name
    case "futex":
      Self.futexWaits.contains(arguments.1 & Self.futexCommands) ? "futex_wait" : "futex_wake"
    case "read", "write": name + suffix(forDescriptor: arguments.0, in: thread)
    default: name
    }
  }

  /// AT_EMPTY_PATH of <fcntl.h>, which is hidden from Swift.
  private static let emptyPath: Int32 = 0x1000
  /// FUTEX_WAIT and FUTEX_WAIT_BITSET of <linux/futex.h>, and what to take of an operation besides
  /// its flags.
  private static let futexWaits: Set<UInt64> = [0, 9]
  private static let futexCommands: UInt64 = 0x7f

  private func suffix(forDescriptor number: UInt64, in thread: pid_t) -> String {
    let target = (try? FilePath("/proc/\(thread)/fd/\(number)").readLink().string) ?? ""
    return target.hasPrefix("anon_inode:")
      ? "_event" : target.hasPrefix("pipe:") ? "_pipe" : target == "/dev/null" ? "_null" : ""
  }
}
