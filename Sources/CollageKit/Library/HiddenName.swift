internal import PhotoCodecs
internal import SystemPackage

/// The names of files that are being written, and the sweep of those that a crash left behind.
enum HiddenName {
  private static let beginning = ".collage-"
  private static let ending = ".tmp"
  private static let digits = 16

  static func random() -> FilePath.Component {
    let bytes = (0..<digits / 2).map { _ in UInt8.random(in: .min ... .max) }
    return FilePath.Component(beginning + bytes.hexadecimal + ending)!
  }

  static func matches(_ name: FilePath.Component) -> Bool {
    let text = name.string
    return text.hasPrefix(beginning) && text.hasSuffix(ending)
      && text.utf8.count == beginning.utf8.count + digits + ending.utf8.count
  }

  /// Removes what writers that are gone left in a folder. Only empty files and such as carry a recipe of ours are touched:
  /// anything else might be somebody's picture.
  static func sweep(_ folder: FilePath) {
    guard let names = try? FileSystem.names(in: folder) else { return }
    for name in names where matches(name) {
      let path = folder.appending(name)
      guard let file = try? PhotoFile.open(path, followsLinks: false), (try? FileSystem.lock(file.descriptor)) == true
      else { continue }
      if file.size == 0 || (try? RecipeRecord.read(from: file)) != nil { try? FileSystem.remove(path) }
    }
  }
}
