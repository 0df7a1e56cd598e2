/// What a program did while it was traced.
package struct TracedRun: Sendable {
  package internal(set) var terminationStatus: TerminationStatus
  package internal(set) var output = ""
  package internal(set) var error = ""
  /// All system calls in the order in which they began, from the program's own first one on.
  package internal(set) var calls: [RecordedCall] = []
  /// Where in `calls` the fault was injected first; nil when the program never made that call, or
  /// there was no fault.
  package internal(set) var faultIndex: Int?
}
