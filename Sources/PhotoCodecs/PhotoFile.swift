internal import Glibc
package import SystemPackage

/// An open photo: its file descriptor and its identity. Closes the descriptor when it is destroyed.
package struct PhotoFile: ~Copyable, Sendable {
  /// For locking and for the decoders. Closed when the file is destroyed.
  package let descriptor: FileDescriptor
  package let identity: FileIdentity

  private init(owning descriptor: FileDescriptor, identity: FileIdentity) {
    self.descriptor = descriptor
    self.identity = identity
  }

  deinit { try? descriptor.close() }

  /// Opens a regular file for reading. Never blocks, not even on a FIFO without a writer.
  ///
  /// - Parameter followsLinks: if false, a symbolic link fails with `failed(.tooManySymbolicLinkLevels)`.
  package static func open(_ path: FilePath, followsLinks: Bool = true) throws(PhotoFileError) -> PhotoFile {
    var options: FileDescriptor.OpenOptions = [.closeOnExec, .nonBlocking]
    if !followsLinks { options.insert(.noFollow) }
    let descriptor: FileDescriptor
    do {
      descriptor = try FileDescriptor.open(path, .readOnly, options: options)
    } catch {
      throw PhotoFileError(error as? Errno ?? .ioError)
    }
    return try open(owning: descriptor)
  }

  /// The same for a name in an open folder; symbolic links are not followed.
  package static func open(_ name: FilePath, in folder: FileDescriptor) throws(PhotoFileError) -> PhotoFile {
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC | O_NOFOLLOW
    let opened = unsafe name.withPlatformString { unsafe openat(folder.rawValue, $0, flags) }
    guard opened >= 0 else { throw PhotoFileError(Errno(rawValue: errno)) }
    return try open(owning: FileDescriptor(rawValue: opened))
  }

  private static func open(owning descriptor: FileDescriptor) throws(PhotoFileError) -> PhotoFile {
    do {
      let stat = try Stat(descriptor)
      guard stat.type == .regular else { throw PhotoFileError.notAFile(kind(of: stat.type)) }
      return PhotoFile(owning: descriptor, identity: FileIdentity(stat))
    } catch {
      try? descriptor.close()
      if let error = error as? PhotoFileError { throw error }
      throw PhotoFileError(error as? Errno ?? .ioError)
    }
  }

  /// The file's size in bytes when it was opened.
  package var size: Int { identity.size }

  /// Reads up to `count` bytes at `offset`; fewer only at the end of the file.
  ///
  /// - Throws: `readFailed`; `changedWhileReading` if the end is not where it was when the file was opened.
  package func read(at offset: Int, count: Int) throws(CodecError) -> [UInt8] {
    try descriptor.read(at: offset, count: count, ofFileWithSize: size)
  }

  /// The error to report for one that occurred while reading: if the file changed meanwhile, it is not damaged.
  package func cause(of error: CodecError) -> CodecError {
    switch error {
    case .notAPicture, .damaged, .unsupported, .decoderFailed, .tooLarge, .oversizedFile, .tooManyPixels,
      .tooManyScans:
      (try? isUnchanged()) == false ? .changedWhileReading : error
    case .needsMemory, .readFailed, .changedWhileReading, .outOfMemory, .cancelled: error
    }
  }

  /// Whether the file is unchanged since it was opened.
  package func isUnchanged() throws(CodecError) -> Bool {
    do {
      return FileIdentity(try Stat(descriptor)) == identity
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
    default: "no ordinary file"
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
    case .notAllowed: "reading it is not allowed; check its permissions"
    case .failed(let errno): "opening it failed: \(errno)"
    }
  }
}

extension FileDescriptor {
  /// `PhotoFile.read(at:count:)`, for what can't borrow the file; `size` is what the file had when it was opened, in bytes.
  func read(at offset: Int, count: Int, ofFileWithSize size: Int) throws(CodecError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: count)
    let filled = unsafe bytes.withUnsafeMutableBytes { buffer in
      Result { () throws(CodecError) in try unsafe read(at: offset, into: buffer, ofFileWithSize: size) }
    }
    bytes.removeLast(count - (try filled.get()))
    return bytes
  }

  /// Fills a buffer with the bytes at `offset`, and returns how many there were; fewer only at the end of the file.
  ///
  /// - Throws: as above.
  func read(
    at offset: Int, into buffer: UnsafeMutableRawBufferPointer, ofFileWithSize size: Int
  ) throws(CodecError) -> Int {
    var filled = 0
    while filled < buffer.count {
      let more: Int
      do {
        more = try unsafe read(
          fromAbsoluteOffset: Int64(offset + filled), into: UnsafeMutableRawBufferPointer(rebasing: buffer[filled...]))
      } catch {
        throw .readFailed(error as? Errno ?? .ioError)
      }
      if more == 0 { break }
      filled += more
    }
    let end = offset + filled
    if filled < buffer.count && end < size || filled > 0 && end > size { throw .changedWhileReading }
    return filled
  }
}
