internal import CollageKit
internal import Files
package import SystemPackage

/// Files and folders that were probably meant by a name that isn't there.
package enum SimilarFile {
  /// More names are not compared, because that takes some microseconds for each.
  private static let maxNames = 1000

  /// The path with its last name as it is on the disk: one that differs only by capital letters,
  /// else a similar one with the same digits, because another number is another photo; nil if there
  /// is none. Looks at the disk.
  ///
  /// - Parameter onlyLetters: takes only one that differs by capital letters, for words that may be
  ///   meant as something else.
  package static func path(_ path: FilePath, onlyLetters: Bool = false) -> FilePath? {
    guard let name = path.lastComponent else { return nil }
    let folder = path.removingLastComponent()
    let names = try? OpenFolder.open(folder.isEmpty ? "." : folder).names().filter { $0 != name }
    let wanted = name.string.lowercased()
    var found = names?.first { $0.string.lowercased() == wanted }
    if found == nil, !onlyLetters {
      found = names?.filter { mayBeMeant($0, by: name) }.prefix(maxNames).first { isLike($0, name) }
    }
    return found.map { folder.appending($0) }
  }

  private static func mayBeMeant(_ other: FilePath.Component, by name: FilePath.Component) -> Bool {
    other.stem.filter(\.isNumber) == name.stem.filter(\.isNumber)
      && other.stem.first?.lowercased() == name.stem.first?.lowercased()
  }

  private static func isLike(_ other: FilePath.Component, _ name: FilePath.Component) -> Bool {
    func isLike(_ one: String?, _ other: String?) -> Bool {
      let words = (one ?? "", other ?? "")
      return words.0 == words.1 || SpellingSuggestion.nearest(to: words.0, in: [words.1]) != nil
    }
    return name.stem == other.stem
      || isLike(name.stem, other.stem) && isLike(name.extension, other.extension)
  }
}
