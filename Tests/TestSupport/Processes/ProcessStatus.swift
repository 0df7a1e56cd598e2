import Glibc
import SystemPackage

/// The kernel's open page about a process, which can be read any number of times.
struct ProcessStatus: ~Copyable, Sendable {
  private let page: OwnedDescriptor

  /// - Parameter process: Its id, or `self`. One that does not exist has an empty page.
  init(of process: String) {
    let path = FilePath("/proc/\(process)/status")
    page = OwnedDescriptor(try? FileDescriptor.open(path, .readOnly, options: .closeOnExec))
  }

  /// The most physical memory that the process has held at once since its last `exec`, in bytes; 0
  /// once it has ended.
  var peakBytes: Int {
    unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: 4096) { text in
      let count = unsafe pread(page.number, text.baseAddress, text.count - 1, 0)
      unsafe text[max(0, count)] = 0
      let key = "VmHWM:"
      guard let line = unsafe strstr(text.baseAddress!, key) else { return 0 }
      return unsafe strtol(line + key.utf8.count, nil, 10) * 1024
    }
  }
}
