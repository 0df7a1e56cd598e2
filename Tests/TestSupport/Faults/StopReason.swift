import Glibc

/// Why `wait` returned for a traced thread: its status taken apart, see wait(2) and ptrace(2).
enum StopReason {
  case ended(TerminationStatus)
  /// At the entry or exit of a system call.
  case systemCall
  /// It has made a thread or a process, or become another program.
  case event
  /// A signal is about to be delivered.
  case signal(Int32)

  init(status: Int32) {
    let signal = status >> 8 & 0xff
    switch (status & 0x7f, signal) {
    case (0, _): self = .ended(.exited(signal))
    case (0x7f, SIGTRAP | 0x80): self = .systemCall
    case (0x7f, _): self = status >> 16 != 0 ? .event : .signal(signal)
    case (let number, _): self = .ended(.killed(signal: number))
    }
  }
}
