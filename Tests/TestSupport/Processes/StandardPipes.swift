/// What stands between this process and a child: its standard input, output and error.
struct StandardPipes: ~Copyable, Sendable {
  /// Both ends stay open here, so that writing to a child that has closed its own never raises
  /// SIGPIPE.
  var input: Pipe
  /// Once the child has started, the write ends of these must be closed here, or they never come to
  /// their end.
  var output: Pipe
  var error: Pipe

  /// Throws `Errno` when there are no more descriptors.
  init(for standardInput: StandardInput) throws {
    let input = if case .empty = standardInput { try Pipe.empty() } else { try Pipe() }
    let output = try Pipe()
    let error = try Pipe()
    self.input = input
    self.output = output
    self.error = error
  }
}
