internal import CSandbox

/// What keeps a worker from doing harm, in the order in which it takes effect.
package enum WorkerProtection: String, CaseIterable, Hashable, Sendable {
  /// Limits on memory, processor time, open files, file sizes and core dumps.
  case limits
  /// No new rights by executing other programs.
  case noNewPrivileges = "no new privileges"
  /// No files, and as far as the kernel knows them no connections and no signals to others.
  case landlock = "Landlock"
  /// Only the system calls that decoding needs.
  case systemCallFilter = "system call filter"

  var bit: UInt32 {
    switch self {
    case .limits: UInt32(CSANDBOX_LIMITS)
    case .noNewPrivileges: UInt32(CSANDBOX_NO_NEW_PRIVILEGES)
    case .landlock: UInt32(CSANDBOX_LANDLOCK)
    case .systemCallFilter: UInt32(CSANDBOX_SYSTEM_CALL_FILTER)
    }
  }
}
