package import SystemPackage

/// The user's folders as `user-dirs.dirs` names them (xdg-user-dirs).
package enum UserDirectories {
  /// The folder of this name according to the file's text; the last line with the name counts. Nil
  /// also if it is the home folder itself, which means that there is none.
  package static func directory(_ name: String, in text: [UInt8], _ home: FilePath) -> FilePath? {
    let folders = text.split(separator: UInt8(ascii: "\n")).compactMap {
      directory(name, in: $0, home)
    }
    return folders.last == home ? nil : folders.last
  }

  /// The value of a line such as `NAME="$HOME/Pictures"` or `NAME="/pictures"`, in which a
  /// backslash escapes the next character; nil for any other line.
  private static func directory(_ name: String, in line: ArraySlice<UInt8>, _ home: FilePath)
    -> FilePath?
  {
    let blanks = Array(" \t".utf8)
    var rest = line.drop(while: blanks.contains)
    for token in [name, "=", "\""] {
      guard rest.starts(with: token.utf8) else { return nil }
      rest = rest.dropFirst(token.utf8.count)
      if token != "\"" { rest = rest.drop(while: blanks.contains) }
    }
    let isInHome = rest.starts(with: "$HOME/".utf8)
    if isInHome { rest = rest.dropFirst("$HOME/".utf8.count) }
    var value: [UInt8] = []
    while rest.first != UInt8(ascii: "\"") {
      if rest.first == UInt8(ascii: "\\") { rest.removeFirst() }
      guard let byte = rest.popFirst(), byte != 0 else { return nil }
      value.append(byte)
    }
    let path = FilePath(bytes: isInHome ? home.bytes + [UInt8(ascii: "/")] + value : value)
    return path.isAbsolute ? path : nil
  }
}
