import Glibc
import SystemPackage

/// Whether processes are waiting or at work.
enum ProcessRest {
  /// Whether a thread of a process, or of those that it has started and that they have, is running,
  /// waits for a processor or a disk, or is held by a tracer.
  static func isWorking(_ process: pid_t) -> Bool {
    let threads = FilePath("/proc/\(process)/task")
    let names = (try? threads.entryNames()) ?? []
    return names.contains { name in
      let folder = threads.appending(name)
      guard let status = text(folder.appending("stat")), let end = status.lastIndex(of: ")") else {
        return false
      }
      let state = status[end...].dropFirst(2).first
      if let state, "RDt".contains(state) { return true }
      let children = text(folder.appending("children")) ?? ""
      return children.split(separator: " ").compactMap { pid_t($0) }.contains(where: isWorking)
    }
  }

  private static func text(_ path: FilePath) -> String? {
    (try? path.readFile()).map { String(decoding: $0, as: UTF8.self) }
  }
}
