import Glibc
package import SystemPackage
package import TestSupport

/// A disk with exFAT, which has no links and treats upper and lower case as the same; removed when
/// this object goes away.
package final class ExFATDisk: Sendable {
  private let path: FilePath
  /// Removed after the disk.
  private let folder: TemporaryFolder
  private let image: FilePath

  /// Makes the folder `name` such a disk. Throws if that isn't possible.
  package init(at name: FilePath, in folder: TemporaryFolder) throws {
    self.folder = folder
    path = try folder.makeFolder(name)
    image = folder.path(of: FilePath(".\(name.string).img"))
    let script = """
      truncate -s 16M "$1" && mkfs.exfat "$1" > /dev/null && loop=$(losetup -f --show "$1") || exit 1
      mount.exfat-fuse "$loop" "$2" > /dev/null 2>&1; status=$?
      losetup -d "$loop"; exit $status
      """
    let made = try ChildProcess(
      "/bin/sh", ["-c", script, "sh", image.string, path.string], in: "/"
    ).run()
    if made.exitCode != 0 { throw Errno.notSupported }
  }

  deinit {
    _ = unsafe path.withPlatformString { unsafe umount2($0, 0) }
    _ = unsafe image.withPlatformString { unsafe unlink($0) }
  }

  /// Whether exFAT is installed, and we may mount it.
  package static let isPossible: Bool = {
    guard let folder = try? TemporaryFolder() else { return false }
    return (try? ExFATDisk(at: "disk", in: folder)) != nil
  }()

  /// What to say about tests that need it.
  package static let reason = "needs exfatprogs, exfat-fuse, and the right to mount"
}
