internal import CLinux
internal import Glibc

/// The paths of a block's photos below the searched folder, as `TextFolding` folds them.
struct FoldedPaths: Sendable {
  /// Ends with a slash; empty for the searched folder itself.
  private let folder: [UInt8]
  let names: PackedNames

  init(folder: some Collection<UInt8>, _ names: PackedNames) {
    self.folder = folder.isEmpty ? [] : TextFolding.folded(folder) + [UInt8(ascii: "/")]
    var folded = PackedNames()
    for index in 0..<names.count { folded.append { TextFolding.append(names[index], to: &$0) } }
    folded.trim()
    // Many names are folded already; they share their memory.
    self.names = folded == names ? names : folded
  }

  var count: Int { names.count }

  /// The indices of the paths that contain a folded word.
  ///
  /// - Cost: one search through all names together.
  func places(containing word: [UInt8]) -> PhotoSet {
    if word.isEmpty || Self.position(of: word, in: folder, from: 0) != nil {
      return PhotoSet(first: count)
    }
    if let slash = word.lastIndex(of: UInt8(ascii: "/")) {
      return folder.suffix(slash + 1).elementsEqual(word[...slash])
        ? places(beginningWith: word[(slash + 1)...]) : PhotoSet()
    }
    var found = PhotoSet()
    // A word with a NUL could be found across two names.
    guard !word.contains(0) else { return found }
    var index = 0
    while index < count,
      let position = Self.position(of: word, in: names.bytes, from: Int(names.starts[index]))
    {
      while index + 1 < count, names.starts[index + 1] <= position { index += 1 }
      found.insert(index)
      index += 1
    }
    return found
  }

  private func places(beginningWith word: ArraySlice<UInt8>) -> PhotoSet {
    var found = PhotoSet()
    for index in 0..<count where names[index].starts(with: word) { found.insert(index) }
    return found
  }

  /// - Parameter word: not empty.
  private static func position(of word: [UInt8], in text: [UInt8], from start: Int) -> Int? {
    unsafe text.withUnsafeBytes { text in
      unsafe word.withUnsafeBytes { word in
        guard let base = text.baseAddress else { return nil }
        let found = unsafe memmem(base + start, text.count - start, word.baseAddress!, word.count)
        return unsafe found.map { unsafe UnsafeRawPointer($0) - base }
      }
    }
  }
}
