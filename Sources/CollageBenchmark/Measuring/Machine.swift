import FoundationEssentials
import SystemPackage

/// What the numbers depend on most.
struct Machine {
  /// Processors that this process may run on.
  static var cores: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// The processor's name, as the kernel has it.
  let processor: String

  /// How many threads wanted to run during the last minute, on average: well above 0 before a run means noise.
  let load: String

  init() {
    let info = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = info.split(separator: "\n").first { $0.hasPrefix("model name") }
    processor = line?.split(separator: ": ").last.map(String.init) ?? "unknown processor"
    let loads = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? "?"
    load = loads.prefix { $0 != " " }.description
  }
}
