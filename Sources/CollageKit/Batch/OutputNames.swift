internal import Files
internal import PhotoCodecs
internal import SystemPackage

/// Names for the books or collages of folders, each of which is given once, also for file systems
/// that ignore case and spelling. A folder's book keeps the name that it has, whatever is beside
/// it.
///
/// Takes a time in proportion to the number of names.
struct OutputNames {
  /// The longest name that file systems have, in bytes.
  private static let maxBytes = 255
  /// Names that differ later share their numbers, because a number may take the place of that.
  private static let comparedBytes = 240

  private var given: Set<String> = []
  /// The next number to try, by what names begin with.
  private var numbers: [String: Int] = [:]
  private var existing: ExistingOutputs

  /// - Parameter existing: the files that are there.
  init(beside existing: ExistingOutputs) { self.existing = existing }

  /// A folder's name for the recipe of its book.
  ///
  /// - Parameters:
  ///   - path: below the folder in which all are; empty for that folder itself.
  ///   - beginning: of the book's name.
  static func owner(_ path: FilePath, _ beginning: [UInt8]) -> String {
    let hash = NameHash(path.isEmpty ? [UInt8(ascii: "/")] + beginning : path.bytes)
    return String(hash.value, radix: 16)
  }

  /// The name that the folder's book has; otherwise one with this beginning, shortened if it is too
  /// long, and numbered from 2 where it was given before or is another folder's book.
  ///
  /// - Parameter owner: the folder, as `owner` makes it.
  mutating func next(for beginning: [UInt8], of owner: String) -> FilePath.Component {
    let key = Self.key(beginning)
    for number in existing.numbers(of: owner, in: key) {
      if let name = give(name(beginning, number)) { return name }
    }
    var number = 1
    while true {
      let name = name(beginning, number)
      if !existing.isTaken(NameFolding.folded(name), in: key), let name = give(name) { return name }
      number = numbers[key] ?? 2
      numbers[key] = number + 1
    }
  }

  /// Nil if the name was given before.
  private mutating func give(_ name: [UInt8]) -> FilePath.Component? {
    given.insert(NameFolding.folded(name)).inserted ? FilePath(bytes: name).lastComponent : nil
  }

  private func name(_ beginning: [UInt8], _ number: Int) -> [UInt8] {
    let end = Array(((number == 1 ? "" : "-\(number)") + existing.ending).utf8)
    return Self.shortened(beginning, to: Self.maxBytes - end.count) + end
  }

  /// Equal for the beginnings of names that differ only in their numbers.
  static func key(_ beginning: [UInt8]) -> String {
    NameFolding.folded(shortened(beginning, to: comparedBytes))
  }

  /// What a name may have been made of: the name without its number, if it has one, and the whole.
  /// Empty for files with another ending.
  static func origins(_ name: [UInt8], _ ending: String) -> [(key: String, number: Int)] {
    guard name.suffix(ending.utf8.count).elementsEqual(ending.utf8) else { return [] }
    let stem = Array(name.dropLast(ending.utf8.count))
    var origins = [(key(stem), 1)]
    if let dash = stem.lastIndex(of: UInt8(ascii: "-")) {
      let digits = String(decoding: stem[(dash + 1)...], as: UTF8.self)
      if let number = Int(digits), number > 1, "\(number)" == digits {
        origins.append((key(Array(stem[..<dash])), number))
      }
    }
    return origins
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
