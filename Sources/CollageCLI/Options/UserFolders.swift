internal import CollageKit
internal import LineEditing
internal import SystemPackage

/// Folders that belong to the user.
enum UserFolders {
  /// Nil when `$HOME` is not set.
  static var home: FilePath? { folder("HOME") }

  /// `$XDG_PICTURES_DIR`; nil when that is not set.
  static var pictures: FilePath? { folder("XDG_PICTURES_DIR") }

  /// The folder for state that is kept between runs: `$XDG_STATE_HOME/collage`, by default in `~/.local/state`. Nil
  /// when neither variable is set.
  static var state: FilePath? {
    if let state = folder("XDG_STATE_HOME"), state.isAbsolute { return state.appending("collage") }
    return home?.appending(".local").appending("state").appending("collage")
  }

  /// `$XDG_CACHE_HOME`, by default `~/.cache`, for what can be had again. Nil when neither variable is set.
  static var cache: FilePath? {
    if let cache = folder("XDG_CACHE_HOME"), cache.isAbsolute { return cache }
    return home?.appending(".cache")
  }

  /// The path as users should see it: "~/Pictures/a.jpg" for a path in the home folder.
  static func abbreviated(_ path: FilePath) -> String {
    guard let home, !home.components.isEmpty, path.starts(with: home) else { return path.displayed }
    var rest = path
    _ = rest.removePrefix(home)
    return FilePath("~").pushing(rest).displayed
  }

  private static func folder(_ variable: String) -> FilePath? {
    Environment[variable].map { FilePath(bytes: LosslessText.bytes(of: $0)) }
  }
}
