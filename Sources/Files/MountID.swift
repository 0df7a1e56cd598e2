internal import CLinux
package import SystemPackage

/// Which mount a file is on. A bind mount is one of its own, although its device is that of
/// another.
package struct MountID: Hashable, Sendable {
  fileprivate var device: UInt64 = 0
  /// 0 where the kernel doesn't tell.
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
