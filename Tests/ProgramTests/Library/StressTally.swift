/// How many commands ended how.
struct StressTally {
  /// By command and exit code, or "killed".
  private(set) var counts: [String: Int] = [:]

  mutating func add(_ command: String, _ ending: String) {
    counts["\(command) \(ending)", default: 0] += 1
  }

  mutating func add(_ other: StressTally) { counts.merge(other.counts, uniquingKeysWith: +) }
}

extension StressTally: CustomStringConvertible {
  var description: String {
    let rows = counts.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }
    return "\(counts.values.reduce(0, +)) commands\n" + rows.joined(separator: "\n")
  }
}
