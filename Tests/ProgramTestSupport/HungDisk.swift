import Glibc
package import SystemPackage
package import TestSupport

/// A disk that never answers, like that of a server which is gone: whoever reads a file waits in
/// the kernel, where no signal handler can run. Removed when this object goes away.
package final class HungDisk: Sendable {
  private let path: FilePath
  /// Removed after the disk.
  private let folder: TemporaryFolder
  /// The end of the disk's server, which never reads its requests.
  private let server: FileDescriptor

  /// Makes the folder `name` such a disk. Throws `Errno` if mounting is not allowed.
  package init(at name: FilePath, in folder: TemporaryFolder) throws {
    self.folder = folder
    path = try folder.makeFolder(name)
    server = try FileDescriptor.open(FilePath("/dev/fuse"), .readWrite, options: .closeOnExec)
    let options = "fd=\(server.rawValue),rootmode=40000,user_id=0,group_id=0"
    let result = unsafe path.withPlatformString { path in
      unsafe options.withCString { unsafe mount("hung", path, "fuse", 0, $0) }
    }
    guard result == 0 else { throw Errno(rawValue: errno) }
  }

  deinit {
    _ = unsafe path.withPlatformString { unsafe umount2($0, Int32(MNT_DETACH)) }
    try? server.close()
  }

  /// Whether we may mount: mostly the superuser, and not in every container.
  package static let isPossible: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    return (try? HungDisk(at: "disk", in: folder)) != nil
  }()
}
