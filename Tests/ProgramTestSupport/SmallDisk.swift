import Glibc
package import SystemPackage
package import TestSupport

/// A small disk in memory that is soon full, mounted in a folder; removed when this object goes
/// away.
package final class SmallDisk: Sendable {
  private let path: FilePath
  /// Removed after the disk.
  private let folder: TemporaryFolder

  /// Makes the folder `name` a disk of this many bytes. Throws `Errno` if mounting is not allowed.
  package init(bytes: Int, at name: FilePath, in folder: TemporaryFolder) throws {
    self.folder = folder
    path = try folder.makeFolder(name)
    let result = unsafe path.withPlatformString { path in
      unsafe "size=\(bytes)".withCString { unsafe mount("tmpfs", path, "tmpfs", 0, $0) }
    }
    guard result == 0 else { throw Errno(rawValue: errno) }
  }

  deinit { _ = unsafe path.withPlatformString { unsafe umount2($0, Int32(MNT_DETACH)) } }

  /// Whether we may mount: mostly the superuser, and not in every container.
  package static let isPossible: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    return (try? SmallDisk(bytes: 64 << 10, at: "disk", in: folder)) != nil
  }()
}
