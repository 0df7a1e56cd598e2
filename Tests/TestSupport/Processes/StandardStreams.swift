import SystemPackage

/// What a child gets as its descriptors 0, 1 and 2. It has no others.
enum StandardStreams {
  /// Copies of these numbers; the child leads a process group of its own.
  case descriptors(input: Int32, output: Int32, error: Int32)
  /// The terminal of this name, which becomes the controlling terminal of a session that the child
  /// leads.
  case terminal(FilePath)
}
