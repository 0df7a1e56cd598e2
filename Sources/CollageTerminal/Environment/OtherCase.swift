internal import Files
package import SystemPackage

/// Files and folders whose names differ from what was typed only by capital letters.
package enum OtherCase {
  /// The path with its last name as it is on the disk; nil if there is nothing of that name in
  /// other letters. Looks at the disk.
  package static func path(_ path: FilePath) -> FilePath? {
    guard let name = path.lastComponent else { return nil }
    let wanted = name.string.lowercased()
    let folder = path.removingLastComponent()
    let names = try? OpenFolder.open(folder.isEmpty ? "." : folder).names()
    let found = names?.first { $0 != name && $0.string.lowercased() == wanted }
    return found.map { folder.appending($0) }
  }
}
