internal import CollageKit
internal import Files
internal import LineEditing
internal import SystemPackage

/// An argument of `add`: a file, a URL, a pattern for files, or a folder of pictures.
struct PathWord: Hashable {
  /// The word as a path.
  let path: FilePath
  /// The word as a shell pattern; nil if it isn't one.
  private let pattern: FilePath?
  /// Words that were typed one after the other: a single one if they are a name with spaces, which
  /// nobody has quoted. Looks at the disk.
  static func typed(_ words: [PathWord]) -> [PathWord] {
    guard words.count > 1, !words[0].namesSomething else { return words }
    let whole = joined(words)
    return whole.exists ? [whole] : words
  }

  /// Words as a single name with spaces, which nobody has quoted.
  static func joined(_ words: [PathWord]) -> PathWord {
    if words.count == 1 { return words[0] }
    return PathWord(FilePath(bytes: Array(words.map(\.path.bytes).joined(separator: [0x20]))))
  }

  /// How many words, from the first one on, are the name of a file with spaces; 1 where the first
  /// one alone names something, or none do. Looks at the disk.
  static func lengthOfName(_ words: [PathWord]) -> Int {
    guard let first = words.first, !first.namesSomething else { return 1 }
    return (1...words.count).last { joined(Array(words[..<$0])).exists } ?? 1
  }

  /// The bytes as they were typed, because `FilePath` merges repeated slashes; nil if it was made
  /// from a path.
  private let typed: [UInt8]?

  /// A literal path.
  init(_ path: FilePath) {
    self.path = path
    typed = nil
    pattern = nil
  }

  /// Nil for an empty word: no file has an empty name.
  init?(_ word: ShellWord) {
    guard let path = Self.path(word.fileName, startsWithTilde: word.startsWithTilde) else {
      return nil
    }
    self.path = path
    typed = LosslessText.bytes(of: word.fileName)
    pattern = word.isPattern ? Self.path(word.pattern, startsWithTilde: word.startsWithTilde) : nil
  }

  /// Nil for empty text. With `startsWithTilde` a leading `~` is the user's home folder.
  init?(_ text: String, startsWithTilde: Bool) {
    guard let path = Self.path(text, startsWithTilde: startsWithTilde) else { return nil }
    self.init(path)
  }

  /// The place that the word names if it is neither a pattern nor a folder. Looks at the disk.
  var address: PhotoAddress { typed.map { PhotoAddress($0, path: path) } ?? .file(path) }

  /// Whether there is a file or folder with exactly this name.
  var exists: Bool { (try? Stat(path)) != nil }

  var isFolder: Bool { (try? path.stat())?.type == .directory }

  /// Whether it names a file or folder, matches at least one, or is a URL.
  var namesSomething: Bool {
    exists || address.url != nil || pattern.map { !FilePattern.matches($0).isEmpty } == true
  }

  /// The photos or folders that the word names; several are in natural order. If it matches
  /// nothing, the result is its own address, so that opening that reports the error.
  var photos: [PhotoAddress] {
    if case .web(let url) = address { return [.web(url)] }
    let matches = exists ? [] : pattern.map(FilePattern.matches) ?? []
    return matches.isEmpty ? [.file(path)] : matches.map(PhotoAddress.file)
  }

  private static func path(_ text: String, startsWithTilde: Bool) -> FilePath? {
    let bytes = LosslessText.bytes(of: text)
    guard !bytes.isEmpty, !bytes.contains(0) else { return nil }
    guard startsWithTilde, bytes.count == 1 || bytes[1] == UInt8(ascii: "/"),
      let home = UserFolders.home
    else {
      return FilePath(bytes: bytes)
    }
    return FilePath(bytes: home.bytes + bytes.dropFirst())
  }
}
