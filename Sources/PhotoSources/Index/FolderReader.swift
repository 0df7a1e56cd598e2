internal import Glibc
internal import PhotoCodecs
internal import SystemPackage

/// An open folder: its names one by one, and what the files under them are. Never blocks on pipes and devices. Closes
/// the folder when it is destroyed.
@safe struct FolderReader: ~Copyable {
  /// What a name in a folder stands for; links are not followed.
  enum Kind {
    case file
    case folder
    case link
    case other
  }

  /// A picture file.
  struct Picture {
    let format: PhotoFormat
    /// In bytes.
    let size: Int
    /// Time of the last modification, in seconds since 1970, UTC.
    let modified: Int
  }

  let id: FileID
  private let stream: OpaquePointer
  private let descriptor: FileDescriptor

  private init(owning stream: OpaquePointer) throws(Errno) {
    unsafe self.stream = unsafe stream
    descriptor = unsafe FileDescriptor(rawValue: dirfd(stream))
    do throws(Errno) {
      id = FileID(try Stat(descriptor))
    } catch {
      unsafe closedir(stream)
      throw error
    }
  }

  deinit { unsafe closedir(stream) }

  /// Opens a folder; a link to one is followed.
  static func open(_ path: FilePath) throws(Errno) -> FolderReader {
    while true {
      if let stream = unsafe path.withPlatformString({ unsafe opendir($0) }) {
        return unsafe try FolderReader(owning: stream)
      }
      let code = Errno(rawValue: errno)
      if code != .interrupted { throw code }
    }
  }

  /// Reads a folder that is open, from its first name.
  ///
  /// - Parameter descriptor: closed with the reader.
  init(of descriptor: FileDescriptor) throws(Errno) {
    guard let stream = unsafe fdopendir(descriptor.rawValue) else {
      let code = Errno(rawValue: errno)
      try? descriptor.close()
      throw code
    }
    unsafe try self.init(owning: stream)
  }

  /// The next name that isn't hidden, closed by a zero byte, and what it stands for; nil at the end.
  ///
  /// - Throws: when the folder can't be read to its end.
  func next() throws(Errno) -> (name: [UInt8], kind: Kind)? {
    while true {
      errno = 0
      guard let entry = unsafe readdir(stream) else {
        let code = Errno(rawValue: errno)
        if code.rawValue == 0 { return nil }
        throw code
      }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: UInt8.self, capacity: 256) { bytes -> [UInt8]? in
          // ".", ".." and hidden names.
          if unsafe bytes[0] == UInt8(ascii: ".") { return nil }
          let length = unsafe strlen(UnsafeRawPointer(bytes).assumingMemoryBound(to: CChar.self))
          return unsafe Array(UnsafeBufferPointer(start: bytes, count: length + 1))
        }
      }
      if let name { return (name, unsafe kind(of: name, reported: Int(entry.pointee.d_type))) }
    }
  }

  /// - Parameter type: `d_type`; some file systems leave it unknown.
  private func kind(of name: [UInt8], reported type: Int) -> Kind {
    switch type {
    case DT_REG: return .file
    case DT_DIR: return .folder
    case DT_LNK: return .link
    case DT_UNKNOWN: break
    default: return .other
    }
    return switch mode(of: name, flags: AT_SYMLINK_NOFOLLOW) {
    case S_IFREG: .file
    case S_IFDIR: .folder
    case S_IFLNK: .link
    default: .other
    }
  }

  /// What a link finally leads to; `other` if nowhere.
  func target(ofLink name: [UInt8]) -> Kind {
    switch mode(of: name, flags: 0) {
    case S_IFREG: .file
    case S_IFDIR: .folder
    default: .other
    }
  }

  /// The type of file as `st_mode` has it; nil when it no longer exists.
  private func mode(of name: [UInt8], flags: Int32) -> mode_t? {
    var status = stat()
    let found = unsafe name.withUnsafeBufferPointer { name in
      unsafe name.withMemoryRebound(to: CChar.self) { name in
        unsafe fstatat(descriptor.rawValue, name.baseAddress!, &status, flags)
      }
    }
    return found == 0 ? status.st_mode & S_IFMT : nil
  }

  /// The picture under a name of this folder, by its first bytes; nil for any other file, and for one that can't be read.
  func picture(_ name: [UInt8]) -> Picture? {
    // A file that has become a pipe or a device meanwhile doesn't block.
    let flags = O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC
    let opened = unsafe name.withUnsafeBufferPointer { name in
      unsafe name.withMemoryRebound(to: CChar.self) { name in
        unsafe openat(descriptor.rawValue, name.baseAddress!, flags)
      }
    }
    guard opened >= 0 else { return nil }
    let file = FileDescriptor(rawValue: opened)
    defer { try? file.close() }
    guard let status = try? Stat(file), status.type == .regular else { return nil }
    guard let format = PhotoFormat(of: file, size: Int(status.size)) else { return nil }
    return Picture(format: format, size: Int(status.size), modified: Int(status.rawValue.st_mtim.tv_sec))
  }
}
