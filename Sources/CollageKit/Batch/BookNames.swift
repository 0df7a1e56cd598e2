internal import Files
internal import SystemPackage

/// Names for books, each of which is given once, also for file systems that ignore case and
/// spelling.
struct BookNames {
  /// The longest name that file systems have, in bytes.
  private static let maxBytes = 255
  private static let ending = ".pdf"

  private var given: Set<String> = []

  /// A name with this beginning, shortened if it is too long, and numbered from 2 where it was given
  /// before.
  mutating func next(for beginning: [UInt8]) -> FilePath.Component {
    var number = 1
    while true {
      let end = Array(((number == 1 ? "" : "-\(number)") + Self.ending).utf8)
      let name = Self.shortened(beginning, to: Self.maxBytes - end.count) + end
      // Texts are equal however they are composed.
      if given.insert(String(decoding: name, as: UTF8.self).lowercased()).inserted {
        return FilePath(bytes: name).lastComponent!
      }
      number += 1
    }
  }

  /// As many whole characters as fit; of bytes that are no text, as many as fit.
  private static func shortened(_ name: [UInt8], to count: Int) -> [UInt8] {
    guard name.count > count else { return name }
    guard let text = String(validating: name, as: UTF8.self) else {
      return Array(name.prefix(count))
    }
    var kept: [UInt8] = []
    for character in text {
      guard kept.count + character.utf8.count <= count else { break }
      kept += character.utf8
    }
    return kept
  }
}
