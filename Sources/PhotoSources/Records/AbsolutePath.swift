internal import Files
internal import SystemPackage

/// Paths as bytes, from the root.
enum AbsolutePath {
  private static let slash = UInt8(ascii: "/")

  /// The path from the root without empty components and dots, as desktops write it; links are
  /// kept.
  ///
  /// Nil if the working folder is needed but unknown, or if `..` follows a name: if that is a link,
  /// the path leads elsewhere than it seems to.
  static func lexical(_ path: [UInt8]) -> [UInt8]? {
    let isAbsolute = path.first == slash
    guard let start = isAbsolute ? [] : FilePath.workingFolder?.bytes else { return nil }
    var components = start.split(separator: slash)
    var hasName = false
    for component in path.split(separator: slash) where !component.elementsEqual(".".utf8) {
      if component.elementsEqual("..".utf8) {
        guard !hasName else { return nil }
        _ = components.popLast()
      } else {
        hasName = true
        components.append(component)
      }
    }
    return components.flatMap { [slash] + $0 }
  }

  /// The path from the root with all links resolved; nil if nothing is there.
  static func resolved(_ path: [UInt8]) -> [UInt8]? {
    (try? FileSystem.resolved(FilePath(bytes: path)))?.bytes
  }
}
