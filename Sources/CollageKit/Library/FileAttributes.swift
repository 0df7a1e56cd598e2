internal import CLinux
internal import Files
internal import Glibc
internal import SystemPackage

/// Copies owner, group, permissions and extended attributes to a file that replaces another.
enum FileAttributes {
  private static let accessList = "system.posix_acl_access"

  /// Copies attributes as far as the file system and the user's rights allow.
  ///
  /// - Throws: if more people could access the new file than the old one.
  static func copy(from old: FileDescriptor, to new: FileDescriptor) throws(Errno) {
    let status = try Stat(old)
    var permissions = FilePermissions(rawValue: status.permissions.rawValue & 0o777)
    let keepsGroup = try copyOwner(status, to: new)
    let names = attributeNames(of: old)
    for name in names ?? [] where name.hasPrefix("user.") {
      _ = copyAttribute(name, from: old, to: new)
    }
    let hasList = names?.contains(accessList) ?? true
    let keepsList =
      hasList ? copyAttribute(accessList, from: old, to: new) : dropAccessList(of: new)
    // If the group or the access list could not be copied, nobody in them gets more rights than
    // everybody has.
    if !keepsGroup || !keepsList { permissions.formIntersection(permissions.others) }
    guard try Stat(new).permissions != permissions else { return }
    do throws(Errno) {
      try FileSystem.check { fchmod(new.rawValue, permissions.rawValue) }
    } catch {
      guard permissions.isSuperset(of: try Stat(new).permissions) else { throw error }
    }
  }

  /// Returns false if the new file has another group.
  private static func copyOwner(_ old: Stat, to new: FileDescriptor) throws(Errno) -> Bool {
    let status = try Stat(new)
    if status.rawValue.st_uid == old.rawValue.st_uid, status.rawValue.st_gid == old.rawValue.st_gid
    {
      return true
    }
    if fchown(new.rawValue, old.rawValue.st_uid, old.rawValue.st_gid) == 0 { return true }
    return status.rawValue.st_gid == old.rawValue.st_gid
      || fchown(new.rawValue, uid_t.max, old.rawValue.st_gid) == 0
  }

  /// Removes an access list that the file inherited from its folder; returns false if that fails.
  private static func dropAccessList(of file: FileDescriptor) -> Bool {
    if unsafe fremovexattr(file.rawValue, accessList) == 0 { return true }
    return [ENODATA, ENOTSUP, ENOSYS].contains(errno)
  }

  /// Nil when they can't be read.
  private static func attributeNames(of file: FileDescriptor) -> [String]? {
    var names = [CChar](repeating: 0, count: 65_536)
    let count = unsafe flistxattr(file.rawValue, &names, names.count)
    guard count >= 0 else { return [ENOTSUP, ENOSYS].contains(errno) ? [] : nil }
    return names[..<count].split(separator: 0).map {
      String(decoding: $0.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }

  private static func copyAttribute(
    _ name: String, from old: FileDescriptor, to new: FileDescriptor
  ) -> Bool {
    var value = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe fgetxattr(old.rawValue, name, &value, value.count)
    guard count >= 0 else { return false }
    return unsafe fsetxattr(new.rawValue, name, value, count, 0) == 0
  }
}

extension FilePermissions {
  /// The owner's permissions, with the group's reduced to everybody's.
  fileprivate var others: FilePermissions {
    let everybody = rawValue & 0o7
    return FilePermissions(rawValue: rawValue & 0o700 | everybody << 3 | everybody)
  }
}
