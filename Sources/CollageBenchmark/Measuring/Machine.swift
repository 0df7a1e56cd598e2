import FoundationEssentials
import SystemPackage

/// What the numbers depend on most.
struct Machine {
  /// Processors that this process may run on.
  static var cores: Int { ProcessInfo.processInfo.activeProcessorCount }

  /// The processor's name, as the kernel has it.
  let processor: String

  /// Whether the processor has instructions for SHA-256, which hash a photo several times as fast as the plain ones.
  let hasSHAInstructions: Bool

  /// How many threads wanted to run during the last minute, on average: well above 0 before a run means noise.
  let load: String

  /// What stays the same from run to run.
  var name: String {
    "\(processor), \(Self.cores) cores, \(hasSHAInstructions ? "with" : "without") SHA instructions"
  }

  init() {
    let info = (try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)) ?? ""
    let line = info.split(separator: "\n").first { $0.hasPrefix("model name") }
    // The first is x86's word for them, the second ARM's.
    hasSHAInstructions = info.split(whereSeparator: \.isWhitespace).contains { $0 == "sha_ni" || $0 == "sha2" }
    processor = line?.split(separator: ": ").last.map(String.init) ?? "unknown processor"
    let loads = (try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)) ?? "?"
    load = loads.prefix { $0 != " " }.description
  }
}
