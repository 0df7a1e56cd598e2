/// Why a rule turns an action down, and what would help. Not an error: the work goes on.
package struct Refusal: Hashable, Sendable {
  /// "save needs an even number of photos".
  package let reason: String
  /// "add or remove one".
  package let remedy: String

  package init(reason: String, remedy: String) {
    self.reason = reason
    self.remedy = remedy
  }
}

extension Refusal: CustomStringConvertible {
  package var description: String { "\(reason); \(remedy)" }
}
