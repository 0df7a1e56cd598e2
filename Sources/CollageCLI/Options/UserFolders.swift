internal import CollageKit
internal import LineEditing
internal import SystemPackage

/// Folders that belong to the user.
enum UserFolders {
  /// Nil when `$HOME` says nothing.
  static var home: FilePath? { folder("HOME") }

  /// Where the program may remember things between its runs: `$XDG_STATE_HOME/collage`, by default in `~/.local/state`.
  /// Nil when nothing says where the user is at home.
  static var state: FilePath? {
    if let state = folder("XDG_STATE_HOME"), state.isAbsolute { return state.appending("collage") }
    return home?.appending(".local").appending("state").appending("collage")
  }

  /// A path for people: "~/Pictures/a.jpg" for what is inside of the home.
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
