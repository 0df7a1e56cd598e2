internal import CollageKit
internal import Glibc
internal import SystemPackage

/// The jobs that a command line names, and their number where it is known in advance.
struct BatchJobs: Sendable {
  let jobs: any BatchSource
  /// The manifest where it is a regular file, which can be read twice; else nil.
  private let manifest: FilePath?

  init(folders: FilePath, excluding library: FilePath?) {
    jobs = FolderSource(folders, excluding: library)
    manifest = nil
  }

  init(manifest: FilePath, root: FilePath?) throws(CommandFailure) {
    let isFile = manifest != "-"
    let folder = root ?? (isFile ? manifest.removingLastComponent() : "")
    let lines: LineReader
    do throws(BatchSourceError) {
      lines = try LineReader(opening: manifest)
    } catch {
      throw CommandFailure(error)
    }
    jobs = ManifestSource(lines, root: WorkingFolder.absolute(folder))
    self.manifest = isFile && (try? Stat(manifest))?.type == .regular ? manifest : nil
  }

  /// How many lines of the manifest are not blank; nil when that is unknown. Reads it once, at about 1 GB/s.
  func total() -> Int? {
    guard let manifest, let descriptor = try? FileDescriptor.open(manifest, .readOnly, options: .closeOnExec) else {
      return nil
    }
    defer { try? descriptor.close() }
    var piece = [UInt8](repeating: 0, count: 256 * 1024)
    var total = 0
    var isBlank = true
    while let count = try? unsafe piece.withUnsafeMutableBytes({ try unsafe descriptor.read(into: $0) }), count > 0 {
      for byte in piece[..<count] {
        if byte == 0x0A {
          total += isBlank ? 0 : 1
          isBlank = true
        } else if byte > 0x20 {
          isBlank = false
        }
      }
    }
    return total + (isBlank ? 0 : 1)
  }
}

extension LineReader {
  /// A file's lines, or those of standard input for "-". The file stays open until the program ends.
  init(opening path: FilePath) throws(BatchSourceError) {
    if path == "-" {
      self.init(.standardInput, path: "standard input", waitForInput: SignalWatch.waitForInput)
      return
    }
    do {
      self.init(
        try FileDescriptor.open(path, .readOnly, options: .closeOnExec), path: path,
        waitForInput: SignalWatch.waitForInput)
    } catch {
      throw BatchSourceError(path: path, errno: error as? Errno ?? .ioError)
    }
  }
}

/// The folder that relative paths start from.
enum WorkingFolder {
  /// The path from the root of the file system; unchanged when the working folder is unknown.
  static func absolute(_ path: FilePath) -> FilePath {
    guard path.isRelative, let name = unsafe getcwd(nil, 0) else { return path }
    defer { unsafe free(name) }
    return unsafe FilePath(platformString: name).pushing(path)
  }
}
