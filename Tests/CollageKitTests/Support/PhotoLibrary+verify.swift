import ReactiveTraits

@testable import CollageKit

extension PhotoLibrary {
  /// All findings in the library, or of some assets.
  func verify(_ prefixes: [AssetIDPrefix]? = nil) throws -> [Finding] {
    let findings = Log<Finding>()
    let report = { @Sendable (finding: Finding, _: Double) in
      findings.add(finding)
      return true
    }
    try (prefixes.map { verification(of: $0, report) } ?? verification(report)).wait().get()
    return findings.entries
  }
}
