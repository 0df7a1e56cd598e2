internal import Files
package import PhotoCodecs
package import SystemPackage

/// A file, other than the photos, that a command reads or writes, so that no collage may replace
/// it.
package struct NeededFile: Hashable, Sendable {
  /// What it is needed for; follows "this is" in a message.
  package enum Use: String, Hashable, Sendable, CustomStringConvertible {
    case photo = "a photo of another job"
    case output = "the output of another job"
    case manifest = "the manifest"
    case results = "where the results go"
    case list = "the list of photos"
    case layout = "the layout file"
    case font = "a collage's font"
    case template = "a collage's template"
    case overlay = "a collage's overlay"
    case authorities = "the certificate file"

    package var description: String { rawValue }
  }

  package let path: FilePath
  package let use: Use
  /// The file's identity; nil if it could not be found out.
  private let id: FileID?

  /// - Parameter id: that of a file that is already open; nil to look it up by the path.
  package init(_ path: FilePath, _ use: Use, id: FileID? = nil) {
    self.path = path
    self.use = use
    self.id = id ?? (try? path.stat()).map { FileID($0) }
  }

  /// Whether a file about to be replaced is this one, under any name. Some file systems have an
  /// inode for each spelling of a name, so it also counts as this file if it has the same bytes, or
  /// if they can't be compared.
  func isSame(as old: borrowing PhotoFile, at target: FilePath) -> Bool {
    if id == old.identity.file { return true }
    guard let status = try? path.stat() else { return id != nil && !Spelling.isListed(target) }
    guard status.type == .regular, status.size == old.size else { return false }
    // Empty files can't be told apart by their bytes.
    if old.size == 0 { return !Spelling.isListed(target) }
    guard let file = try? PhotoFile.open(path) else { return true }
    guard let digest = try? file.digest(), let oldDigest = try? old.digest() else { return true }
    return digest == oldDigest
  }
}

/// Checks how paths are spelled.
enum Spelling {
  /// Whether every folder of a path lists the next name with this very spelling. If not, the path
  /// is another spelling of a listed one, on a file system that ignores case or accents. True if a
  /// folder can't be listed.
  static func isListed(_ path: FilePath) -> Bool {
    guard let name = path.lastComponent, let folder = try? FileSystem.resolved(path.folder) else {
      return true
    }
    var rest = folder.appending(name)
    while let name = rest.lastComponent {
      rest.removeLastComponent()
      if (try? OpenFolder.open(rest).lists(name)) == false { return false }
    }
    return true
  }

  /// Whether an existing file is also found under another spelling of its name.
  static func hasOthers(_ path: FilePath) -> Bool {
    guard let name = path.lastComponent else { return false }
    let other = name.bytes.map { byte in
      let isLetter = (byte | 0x20) >= UInt8(ascii: "a") && (byte | 0x20) <= UInt8(ascii: "z")
      return isLetter ? byte ^ 0x20 : byte
    }
    let path = path.folder.appending(FilePath(bytes: other).components)
    return (try? FileSystem.exists(path)) != false
  }
}
