internal import CollageKit
internal import CollageTerminal
internal import Files
internal import PhotoCodecs
internal import SystemPackage

/// A file of lines named on the command line, or standard input for "-". Stays open until the
/// program ends.
struct LineFile: Sendable {
  let descriptor: FileDescriptor
  /// For messages.
  let path: FilePath
  /// Nil if it isn't a regular file, such as a pipe.
  let id: FileID?

  private init(_ descriptor: FileDescriptor, _ path: FilePath) {
    self.descriptor = descriptor
    self.path = path
    id = FileID(ofRegularFile: descriptor)
  }

  /// - Throws: also when standard output is the same file, because results would then be read as
  ///   further lines.
  init(opening path: FilePath) throws(CommandFailure) {
    if path == "-" {
      self.init(.standardInput, "standard input")
    } else {
      do throws(Errno) {
        self.init(try FileSystem.opened(path), path)
      } catch {
        throw CommandFailure(BatchSourceError(path: path, errno: error))
      }
    }
    if let id, id == FileID(ofRegularFile: .standardOutput) {
      throw CommandFailure(
        .cannotCreate,
        "\(self.path.displayed): standard output is this same file; write the results to another "
          + "one"
      )
    }
  }

  var lines: LineReader {
    LineReader(descriptor, path: path, waitForInput: SignalWatch.waitForInput)
  }

  /// The file from its beginning; nil if it can be read only once.
  func reopened() -> LineFile? {
    guard id != nil else { return nil }
    let name = FilePath("/proc/self/fd/\(descriptor.rawValue)")
    return (try? FileSystem.opened(name)).map { LineFile($0, path) }
  }
}

extension FileID {
  /// Nil if it isn't a regular file, such as a pipe or a terminal.
  init?(ofRegularFile descriptor: FileDescriptor) {
    guard let status = try? Stat(descriptor), status.type == .regular else { return nil }
    self.init(status)
  }
}
