import SystemPackage

/// A pipe of the kernel; a child that is started inherits neither end by itself.
struct Pipe: ~Copyable, Sendable {
  var readEnd: OwnedDescriptor
  var writeEnd: OwnedDescriptor

  /// Throws `Errno` when there are no more descriptors.
  init() throws(Errno) {
    let ends = try FileDescriptor.pipe(options: .closeOnExec)
    readEnd = OwnedDescriptor(ends.readEnd)
    writeEnd = OwnedDescriptor(ends.writeEnd)
  }

  /// No pipe at all, but `/dev/null` to read from.
  private init(reading file: FileDescriptor) {
    readEnd = OwnedDescriptor(file)
    writeEnd = OwnedDescriptor(nil)
  }

  /// Something to read that is at its end. Throws `Errno` when there are no more descriptors.
  static func empty() throws -> Pipe {
    Pipe(reading: try FileDescriptor.open(FilePath("/dev/null"), .readOnly, options: .closeOnExec))
  }
}
