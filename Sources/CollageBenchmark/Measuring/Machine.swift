import FoundationEssentials
import SystemPackage

/// The machine on which the measurements are made.
struct Machine {
  /// The number of processors that this process may use.
  static var cores: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// The processor's name, as reported by the kernel.
  let processor: String

  /// Whether the processor has SHA-256 instructions, which hash a photo several times as fast.
  let hasSHAInstructions: Bool

  /// The load average of the last minute; well above 0 before a run, it makes the results unreliable.
  let load: String

  /// The properties that do not change between runs.
  var name: String {
    "\(processor), \(Self.cores) cores, \(hasSHAInstructions ? "with" : "without") SHA instructions"
  }

  init() {
    let info = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = info.split(separator: "\n").first { $0.hasPrefix("model name") }
    // The names of the feature on x86 and on ARM.
    hasSHAInstructions = info.split(whereSeparator: \.isWhitespace).contains { $0 == "sha_ni" || $0 == "sha2" }
    processor = line?.split(separator: ": ").last.map(String.init) ?? "unknown processor"
    let loads = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? "?"
    load = loads.prefix { $0 != " " }.description
  }
}
