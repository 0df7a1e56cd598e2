import TestSupport

/// The numbers of many runs, and what they found.
struct FaultTally {
  /// Runs of the program, including those that check what a killed one left behind.
  var runs = 0
  /// Faults that were met.
  var faults = 0
  /// Faults at calls that the run didn't make, because threads interleave differently.
  var unmet = 0
  /// Runs that did their work all the same.
  var successes = 0
  private(set) var findings: [FaultFinding] = []

  mutating func add(_ finding: FaultFinding) { findings.append(finding) }
}

extension FaultTally: CustomStringConvertible {
  /// All counts in a line.
  var numbers: String {
    let broken = FaultFinding.Kind.allCases.map { kind in
      "\(findings.count { $0.kind == kind }) \(kind)"
    }
    let counts = ["\(runs) runs", "\(faults) faults", "\(unmet) not met", "\(successes) tolerated"]
    return (counts + broken).joined(separator: ", ")
  }

  /// The numbers, then a line for each call, fault and broken promise with an example.
  var description: String {
    let groups = Dictionary(grouping: findings) {
      "\($0.job) \($0.fault.call.name) \($0.fault.kind)\($0.fault.isLasting ? " from there on" : ""): \($0.kind.rawValue)"
    }
    let lines = groups.map { group, findings in
      let ordinals = Set(findings.map(\.fault.call.ordinal)).sorted().map(String.init).joined(
        separator: " ")
      let run = findings[0].run
      return
        "\(group), at \(ordinals): \(run.terminationStatus) \(excerpt(run.error)) \(excerpt(run.output))"
    }
    return ([numbers] + lines.sorted()).joined(separator: "\n")
  }

  private func excerpt(_ text: String) -> String { String(text.prefix(200)).debugDescription }
}
