internal import CLinux
internal import Glibc
internal import SystemPackage

/// What a file that takes another's place takes over: owner, group, permissions and extended attributes.
enum FileAttributes {
  private static let accessList = "system.posix_acl_access"

  /// Attributes are taken over as far as the file system and the user's rights allow.
  ///
  /// - Throws: when the new file would be open to more people than the old one.
  static func copy(from old: FileDescriptor, to new: FileDescriptor) throws(Errno) {
    let status = try Stat(old)
    var permissions = FilePermissions(rawValue: status.permissions.rawValue & 0o777)
    let keepsGroup = try copyOwner(status, to: new)
    let names = attributeNames(of: old)
    for name in names ?? [] where name.hasPrefix("user.") { _ = copyAttribute(name, from: old, to: new) }
    let hasList = names?.contains(accessList) ?? true
    let keepsList = hasList ? copyAttribute(accessList, from: old, to: new) : dropAccessList(of: new)
    // Rights that were another group's, or bounded by a list, are nobody's then but those that everybody has.
    if !keepsGroup || !keepsList { permissions.formIntersection(permissions.others) }
    guard try Stat(new).permissions != permissions else { return }
    do throws(Errno) {
      try FileSystem.setPermissions(permissions, of: new)
    } catch {
      guard permissions.isSuperset(of: try Stat(new).permissions) else { throw error }
    }
  }

  /// False when the file's group is another one.
  private static func copyOwner(_ old: Stat, to new: FileDescriptor) throws(Errno) -> Bool {
    let status = try Stat(new)
    if status.rawValue.st_uid == old.rawValue.st_uid, status.rawValue.st_gid == old.rawValue.st_gid { return true }
    if fchown(new.rawValue, old.rawValue.st_uid, old.rawValue.st_gid) == 0 { return true }
    return status.rawValue.st_gid == old.rawValue.st_gid
      || fchown(new.rawValue, uid_t.max, old.rawValue.st_gid) == 0
  }

  /// Without a list of its own, which it may have from its folder. False when it keeps one.
  private static func dropAccessList(of file: FileDescriptor) -> Bool {
    if unsafe fremovexattr(file.rawValue, accessList) == 0 { return true }
    return [ENODATA, ENOTSUP, ENOSYS].contains(errno)
  }

  /// Nil when that can't be told.
  private static func attributeNames(of file: FileDescriptor) -> [String]? {
    var names = [CChar](repeating: 0, count: 65_536)
    let count = unsafe flistxattr(file.rawValue, &names, names.count)
    guard count >= 0 else { return [ENOTSUP, ENOSYS].contains(errno) ? [] : nil }
    return names[..<count].split(separator: 0).map { String(decoding: $0.map(UInt8.init(bitPattern:)), as: UTF8.self) }
  }

  private static func copyAttribute(_ name: String, from old: FileDescriptor, to new: FileDescriptor) -> Bool {
    var value = [UInt8](repeating: 0, count: 65_536)
    let count = unsafe fgetxattr(old.rawValue, name, &value, value.count)
    guard count >= 0 else { return false }
    return unsafe fsetxattr(new.rawValue, name, value, count, 0) == 0
  }
}

extension FilePermissions {
  /// What a new file's permissions are before the user's mask.
  static let all: FilePermissions = [.ownerReadWrite, .groupReadWrite, .otherReadWrite]

  /// The owner's, and for the group what everybody may do.
  fileprivate var others: FilePermissions {
    let everybody = rawValue & 0o7
    return FilePermissions(rawValue: rawValue & 0o700 | everybody << 3 | everybody)
  }
}
