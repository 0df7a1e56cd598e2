import Foundation
import Glibc
package import SystemPackage

extension FilePath {
  /// The names in this folder in no order, hidden ones too but not `.` and `..`. Throws `Errno`.
  package func entryNames() throws(Errno) -> [FilePath.Component] {
    guard let folder = unsafe withPlatformString({ unsafe opendir($0) }) else {
      throw Errno(rawValue: errno)
    }
    defer { unsafe closedir(folder) }
    let nameOffset = MemoryLayout<dirent>.offset(of: \.d_name)!
    var names: [FilePath.Component] = []
    while let entry = unsafe readdir(folder) {
      let name = unsafe (UnsafeRawPointer(entry) + nameOffset).assumingMemoryBound(to: CChar.self)
      if let component = unsafe FilePath.Component(platformString: name), component.kind == .regular
      {
        names.append(component)
      }
    }
    return names
  }

  /// All bytes of this file. Throws `Errno`.
  package func readFile() throws -> [UInt8] {
    let file = try FileDescriptor.open(self, .readOnly, options: .closeOnExec)
    return try file.closeAfter { try file.readToEnd() }
  }

  /// The target of this symbolic link. Throws `Errno`.
  func readLink() throws(Errno) -> FilePath {
    var target = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let length = unsafe withPlatformString { unsafe readlink($0, &target, Int(PATH_MAX)) }
    guard length >= 0 else { throw Errno(rawValue: errno) }
    return FilePath(platformString: target)
  }

  /// Removes this file, or this folder and everything in it; links are not followed. Throws
  /// `Errno`.
  func removeTree() throws(Errno) {
    // Much faster than what follows, but it gives up where a test has taken a folder's permissions
    // away.
    if (try? FileManager.default.removeItem(atPath: string)) != nil { return }
    if try stat(followTargetSymlink: false).type == .directory {
      _ = unsafe withPlatformString { unsafe chmod($0, 0o700) }
      for name in try entryNames() { try appending(name).removeTree() }
    }
    guard unsafe withPlatformString({ unsafe remove($0) }) == 0 else {
      throw Errno(rawValue: errno)
    }
  }
}
