internal import CLinux
package import SystemPackage

/// The mount that a file is on. A bind mount counts as one of its own, although it has the device
/// number of another mount.
package struct MountID: Hashable, Sendable {
  fileprivate var device: UInt64 = 0
  /// 0 if the kernel doesn't report it.
  fileprivate var mount: UInt64 = 0
}

extension FileSystem {
  /// The mount of a file or folder; links are followed.
  package static func mount(of path: FilePath) throws(Errno) -> MountID {
    var id = MountID()
    try check { unsafe path.withPlatformString { unsafe clinux_mount($0, &id.device, &id.mount) } }
    return id
  }
}
