/// An error with which a command can end.
package protocol CommandError: Error {
  var status: ExitStatus { get }
  /// For the user, one per line.
  var messages: [String] { get }
}

extension CommandError where Self: CustomStringConvertible {
  package var messages: [String] { [description] }
}

/// A command's failure.
package struct CommandFailure: CommandError {
  package let status: ExitStatus
  package let messages: [String]

  package init(_ status: ExitStatus, _ messages: [String]) {
    self.status = status
    self.messages = messages
  }

  package init(_ status: ExitStatus, _ message: String) { self.init(status, [message]) }

  package init(_ error: some CommandError) { self.init(error.status, error.messages) }
}
