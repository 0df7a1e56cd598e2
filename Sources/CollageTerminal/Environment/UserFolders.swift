internal import CollageKit
internal import Files
internal import Glibc
internal import LineEditing
package import SystemPackage

/// Folders that belong to the user.
package enum UserFolders {
  /// `$HOME`; if that isn't set or isn't absolute, the home that the system has on record for the
  /// user. Nil if there is none.
  package static var home: FilePath? {
    if let named = folder("HOME"), named.isAbsolute { return named }
    return recordedHome
  }

  /// The home in the user's entry of `/etc/passwd` or a similar database; nil if the folder doesn't
  /// exist, as for many services.
  private static let recordedHome: FilePath? = {
    var buffer = [CChar](repeating: 0, count: 64 << 10)
    var entry = unsafe passwd()
    var found: UnsafeMutablePointer<passwd>?
    guard unsafe getpwuid_r(getuid(), &entry, &buffer, buffer.count, &found) == 0,
      unsafe found != nil,
      let folder = unsafe entry.pw_dir
    else { return nil }
    let path = unsafe FilePath(platformString: folder)
    guard path.isAbsolute, (try? path.stat())?.type == .directory else { return nil }
    return path
  }()

  /// The pictures folder, set by `$XDG_PICTURES_DIR` or `user-dirs.dirs`; nil if neither sets it.
  package static var pictures: FilePath? {
    folder("XDG_PICTURES_DIR") ?? userDirectory("XDG_PICTURES_DIR")
  }

  /// The folder of this name in the user's `user-dirs.dirs` (xdg-user-dirs).
  private static func userDirectory(_ name: String) -> FilePath? {
    guard let home, let settings = base("XDG_CONFIG_HOME", ".config")?.appending("user-dirs.dirs"),
      let file = try? FileSystem.opened(settings, .readOnly, .nonBlocking)
    else { return nil }
    defer { try? file.close() }
    guard let text = try? file.readToEnd(limit: 1 << 16) else { return nil }
    return UserDirectories.directory(name, in: text, home)
  }

  /// The folders to search for photos: those that the user named, else the default ones.
  package static func searched(_ named: [FilePath]) -> [FilePath] {
    named.isEmpty ? [pictures ?? "."] : named
  }

  /// `$XDG_CONFIG_HOME/collage`, by default in `~/.config`, for what the user sets. Nil if neither
  /// is known.
  package static var configuration: FilePath? {
    base("XDG_CONFIG_HOME", ".config")?.appending("collage")
  }

  /// `$XDG_STATE_HOME/collage`, by default in `~/.local/state`, for state. Nil if neither is known.
  package static var state: FilePath? {
    base("XDG_STATE_HOME", ".local/state")?.appending("collage")
  }

  /// `$XDG_CACHE_HOME`, by default `~/.cache`, for what can be fetched or computed again. Nil if
  /// neither is known.
  package static var cache: FilePath? { base("XDG_CACHE_HOME", ".cache") }

  /// `$XDG_DATA_HOME`, by default `~/.local/share`, for data. Nil if neither is known.
  package static var data: FilePath? { base("XDG_DATA_HOME", ".local/share") }

  /// A folder according to the XDG Base Directory Specification; relative paths in variables are
  /// ignored.
  private static func base(_ variable: String, _ inHome: FilePath) -> FilePath? {
    if let named = folder(variable), named.isAbsolute { return named }
    return home?.pushing(inHome)
  }

  /// The path as users should see it: "~/Pictures/a.jpg" for a path in the home folder.
  package static func abbreviated(_ path: FilePath) -> String {
    guard let home, !home.components.isEmpty, path.starts(with: home) else { return path.displayed }
    var rest = path
    _ = rest.removePrefix(home)
    return FilePath("~").pushing(rest).displayed
  }

  /// The folder that a variable names; nil if it isn't set.
  package static func folder(_ variable: String) -> FilePath? {
    Environment[variable].map { FilePath(bytes: LosslessText.bytes(of: $0)) }
  }
}
