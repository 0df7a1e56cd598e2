internal import CollageKit
internal import Glibc
internal import LineEditing
internal import SystemPackage

/// A word of `add` that names photos: a file, everything a pattern matches, or the pictures of a folder.
struct PathWord: Hashable {
  /// The word as a path.
  let path: FilePath
  /// The word as a pattern of the shell's kind; nil when nothing in it is meant as one.
  private let pattern: FilePath?
  /// As it was typed: a path joins slashes into one. Nil for a path.
  private let typed: [UInt8]?

  /// A path that stands for itself.
  init(_ path: FilePath) {
    self.path = path
    pattern = nil
    typed = nil
  }

  /// Nil for an empty word, which no file can have as its name.
  init?(_ word: ShellWord) {
    guard let path = Self.path(word.fileName, startsWithTilde: word.startsWithTilde) else { return nil }
    self.path = path
    typed = LosslessText.bytes(of: word.fileName)
    pattern = word.isPattern ? Self.path(word.pattern, startsWithTilde: word.startsWithTilde) : nil
  }

  /// Nil where there is no name. A `~` at the beginning is the user's home where it is meant so.
  init?(_ text: String, startsWithTilde: Bool) {
    guard let path = Self.path(text, startsWithTilde: startsWithTilde) else { return nil }
    self.init(path)
  }

  /// Says that the word is a URL; nil for anything else.
  var urlError: PhotoError? { typed.flatMap { PhotoURL.error(for: $0, at: path) } }

  /// The files, in natural order where there are several. A word that stands for nothing gives its path, so that whoever
  /// opens it says what is wrong.
  var files: [FilePath] {
    guard let status = try? Stat(path) else {
      let matches = pattern.map(Self.matches) ?? []
      return matches.isEmpty ? [path] : matches
    }
    guard status.type == .directory else { return [path] }
    let pictures = (try? PictureFolder.pictures(in: path)) ?? []
    return pictures.isEmpty ? [path] : pictures
  }

  private static func path(_ text: String, startsWithTilde: Bool) -> FilePath? {
    let bytes = LosslessText.bytes(of: text)
    guard !bytes.isEmpty, !bytes.contains(0) else { return nil }
    guard startsWithTilde, bytes.count == 1 || bytes[1] == UInt8(ascii: "/"), let home = Environment["HOME"] else {
      return FilePath(bytes: bytes)
    }
    return FilePath(bytes: LosslessText.bytes(of: home) + bytes.dropFirst())
  }

  private static func matches(_ pattern: FilePath) -> [FilePath] {
    var found = unsafe glob_t()
    defer { unsafe globfree(&found) }
    guard unsafe pattern.withPlatformString({ unsafe glob($0, 0, nil, &found) }) == 0 else { return [] }
    return unsafe (0..<Int(found.gl_pathc))
      .compactMap { index in unsafe found.gl_pathv[index].map { unsafe FilePath(platformString: $0) } }
      .sorted(by: PictureFolder.comesBefore)
  }
}
