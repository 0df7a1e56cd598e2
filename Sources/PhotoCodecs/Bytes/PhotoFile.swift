internal import CPhotoCodecs
package import Files
package import SystemPackage

/// An open photo: its file descriptor and its identity. Closes the descriptor when it is destroyed.
package struct PhotoFile: ~Copyable, Sendable {
  /// For locking and for the decoders. Closed when the file is destroyed.
  package let descriptor: FileDescriptor
  package let identity: FileIdentity

  private init(owning descriptor: FileDescriptor, _ identity: FileIdentity) {
    self.descriptor = descriptor
    self.identity = identity
  }

  /// Takes over an open file whose bytes are complete; where that fails, it stays open.
  ///
  /// - Throws: `readFailed`.
  init(adopting descriptor: FileDescriptor) throws(CodecError) {
    do {
      self.init(owning: descriptor, FileIdentity(try Stat(descriptor)))
    } catch {
      throw .readFailed(error)
    }
  }

  deinit { try? descriptor.close() }

  /// Opens a regular file for reading. Never blocks, not even on a FIFO without a writer.
  ///
  /// - Parameter followsLinks: if false, a symbolic link fails with
  ///   `failed(.tooManySymbolicLinkLevels)`.
  package static func open(_ path: FilePath, followsLinks: Bool = true) throws(PhotoFileError)
    -> PhotoFile
  {
    try open { () throws(Errno) in
      try FileSystem.opened(
        path, .readOnly, followsLinks ? .nonBlocking : [.nonBlocking, .noFollow])
    }
  }

  /// Opens a name in an open folder; symbolic links are not followed.
  package static func open(
    _ name: FilePath.Component, in folder: borrowing OpenFolder
  ) throws(PhotoFileError) -> PhotoFile {
    try open { () throws(Errno) in try folder.open(name) }
  }

  private static func open(_ opened: () throws(Errno) -> FileDescriptor) throws(PhotoFileError)
    -> PhotoFile
  {
    let descriptor = try Result(catching: opened).mapError(PhotoFileError.init).get()
    do throws(PhotoFileError) {
      let stat = try Result { () throws(Errno) in try Stat(descriptor) }.mapError(
        PhotoFileError.init
      ).get()
      guard stat.type == .regular else { throw .notAFile(kind(of: stat.type)) }
      return PhotoFile(owning: descriptor, FileIdentity(stat))
    } catch {
      try? descriptor.close()
      throw error
    }
  }

  /// The file's size in bytes when it was opened.
  package var size: Int { identity.size }

  /// Reads up to `count` bytes at `offset`; fewer only at the end of the file.
  ///
  /// - Throws: `readFailed`; `changedWhileReading` if the end is not where it was when the file was
  ///   opened.
  package func read(at offset: Int, count: Int) throws(CodecError) -> [UInt8] {
    try descriptor.read(at: offset, count: count, ofFileWithSize: size)
  }

  /// The error to report for one that occurred while reading: if the file changed meanwhile, it is
  /// not damaged.
  package func cause(of error: CodecError) -> CodecError {
    switch error {
    case .notAPicture, .damaged, .unsupported, .decoderFailed, .tooLarge, .oversizedFile,
      .tooManyPixels,
      .tooManyScans:
      (try? isUnchanged()) == false ? .changedWhileReading : error
    case .needsMemory, .systemMemory, .readFailed, .changedWhileReading, .outOfMemory, .cancelled,
      .encoderFailed:
      error
    }
  }

  /// Whether the file is unchanged since it was opened.
  package func isUnchanged() throws(CodecError) -> Bool {
    do {
      return FileIdentity(try Stat(descriptor)).hasSameContent(as: identity)
    } catch {
      throw .readFailed(error)
    }
  }

  private static func kind(of type: FileType) -> String {
    switch type {
    case .directory: "a folder"
    case .fifo: "a pipe"
    case .socket: "a socket"
    case .characterSpecial, .blockSpecial: "a device"
    default: "a special file"
    }
  }
}

/// Why a photo could not be opened.
package enum PhotoFileError: Error, Hashable, Sendable {
  case missing
  case notAFile(String)
  case notAllowed
  case failed(Errno)

  package init(_ errno: Errno) {
    switch errno {
    case .noSuchFileOrDirectory, .notDirectory: self = .missing
    case .permissionDenied, .notPermitted: self = .notAllowed
    case .noSuchAddressOrDevice: self = .notAFile("a device or socket")
    default: self = .failed(errno)
    }
  }
}

extension PhotoFileError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .missing: "there is no such file; check the path"
    case .notAFile(let kind): "this is \(kind), not a picture file"
    case .notAllowed: "it can't be read; check its permissions"
    case .failed(let errno): "opening it failed: \(errno)"
    }
  }
}

extension FileDescriptor {
  /// An empty file in memory; nil if the system has none left.
  static func memory() -> FileDescriptor? {
    let number = cphoto_memory_file()
    return number < 0 ? nil : FileDescriptor(rawValue: number)
  }

  /// Reads as `PhotoFile.read(at:count:)` does, for code that can't borrow the file. `size` is the
  /// file's size when it was opened, in bytes.
  func read(at offset: Int, count: Int, ofFileWithSize size: Int) throws(CodecError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let filled = unsafe bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(CodecError) in
        try unsafe read(at: offset, into: buffer, ofFileWithSize: size)
      }
    }
    bytes.removeLast(count - (try filled.get()))
    return bytes
  }

  /// Fills a buffer with the bytes at `offset`, and returns how many there were; fewer only at the
  /// end of the file.
  ///
  /// - Throws: `readFailed`, `changedWhileReading`, as above.
  func read(
    at offset: Int, into buffer: UnsafeMutableRawBufferPointer, ofFileWithSize size: Int
  ) throws(CodecError) -> Int {
    let filled: Int
    do throws(Errno) {
      filled = try unsafe read(at: offset, into: buffer)
    } catch {
      throw .readFailed(error)
    }
    let end = offset + filled
    if filled < buffer.count && end < size || filled > 0 && end > size {
      throw .changedWhileReading
    }
    return filled
  }
}
