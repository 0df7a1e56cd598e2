internal import CLinux
internal import Glibc
package import SystemPackage

/// What happens in folders, as the kernel reports it (inotify). It doesn't report what other
/// machines do in a folder of the network.
package final class FolderEvents {
  package enum Event: Hashable, Sendable {
    /// Whoever wrote the file has closed it, or it got its name here, or its links.
    case completed(FilePath)
    /// There is something new, which may still be written.
    case appeared(FilePath)
    case newFolder(FilePath)
    /// A watched folder is no longer where it was, and no longer watched.
    case gone(FilePath)
    /// More happened than the kernel could note.
    case lost
  }

  /// Can be waited for.
  package let descriptor: FileDescriptor
  private var folders: [Int32: FilePath] = [:]

  /// The bytes of an event without its name.
  private static let headerBytes = 16
  private static let wanted =
    UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_CREATE | IN_DELETE_SELF | IN_MOVE_SELF | IN_ONLYDIR)

  /// - Throws: when the user watches as much as the system allows.
  package init() throws(Errno) {
    descriptor = FileDescriptor(
      rawValue: try FileSystem.check { inotify_init1(Int32(O_NONBLOCK | O_CLOEXEC)) })
  }

  deinit { try? descriptor.close() }

  /// Also watches this folder, but not those in it.
  package func watch(_ folder: FilePath) throws(Errno) {
    let watch = try FileSystem.check {
      unsafe folder.withPlatformString {
        unsafe inotify_add_watch(descriptor.rawValue, $0, Self.wanted)
      }
    }
    folders[watch] = folder
  }

  /// What has happened since the last call; empty if nothing has.
  package func next() -> [Event] {
    var events: [Event] = []
    var buffer = [UInt8](repeating: 0, count: 64 << 10)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes {
        unsafe read(descriptor.rawValue, $0.baseAddress, $0.count)
      }
      guard count > 0 else { return events }
      var rest = buffer[..<count]
      while rest.count >= Self.headerBytes {
        let length = Self.headerBytes + Int(Self.number(in: rest, at: 12))
        if let event = event(rest.prefix(length)) { events.append(event) }
        rest = rest.dropFirst(length)
      }
    }
  }

  private static func number(in bytes: ArraySlice<UInt8>, at place: Int) -> UInt32 {
    // This machine's order, which is little-endian on all that Swift runs on under Linux.
    bytes.dropFirst(place).prefix(4).reversed().reduce(0) { $0 << 8 | UInt32($1) }
  }

  private func event(_ bytes: ArraySlice<UInt8>) -> Event? {
    let watch = Int32(bitPattern: Self.number(in: bytes, at: 0))
    let kind = Self.number(in: bytes, at: 4)
    func has(_ flag: Int32) -> Bool { kind & UInt32(flag) != 0 }
    if has(IN_Q_OVERFLOW) { return .lost }
    if has(IN_IGNORED) {
      folders[watch] = nil
      return nil
    }
    guard let folder = folders[watch] else { return nil }
    if has(IN_DELETE_SELF) || has(IN_MOVE_SELF) || has(IN_UNMOUNT) {
      folders[watch] = nil
      _ = inotify_rm_watch(descriptor.rawValue, watch)
      return .gone(folder)
    }
    let name = bytes.dropFirst(Self.headerBytes).prefix { $0 != 0 }
    guard !name.isEmpty else { return nil }
    let path = folder.appending(FilePath(bytes: name).components)
    if has(IN_ISDIR) { return has(IN_CREATE) || has(IN_MOVED_TO) ? .newFolder(path) : nil }
    return has(IN_CREATE) ? .appeared(path) : .completed(path)
  }
}
