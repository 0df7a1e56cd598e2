/// The pipes between this process and a child: standard input, output and error.
struct StandardPipes: ~Copyable, Sendable {
  /// Both ends stay open here, so that writing to a child that has closed its own end never raises
  /// SIGPIPE.
  var input: Pipe
  /// Once the child has started, the write ends must be closed here, or reading never reaches the
  /// end.
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
