internal import CLinux
internal import Glibc

/// The paths of a block's photos below the searched folder, as `TextFolding` folds them.
struct FoldedPaths: Sendable {
  /// Ends with a slash; empty for the searched folder itself.
  private let folder: [UInt8]
  /// Each closed by a zero byte.
  private let names: [UInt8]
  /// Where each name begins, and the end.
  private let starts: [Int32]

  /// - Parameters:
  ///   - names: each closed by a zero byte.
  ///   - starts: where each begins.
  init(folder: some Collection<UInt8>, names: [UInt8], starts: [Int]) {
    let slash = UInt8(ascii: "/")
    self.folder = folder.isEmpty ? [] : TextFolding.folded(folder) + [slash]
    var folded: [UInt8] = []
    folded.reserveCapacity(names.count)
    var foldedStarts: [Int32] = []
    foldedStarts.reserveCapacity(starts.count + 1)
    for (index, start) in starts.enumerated() {
      foldedStarts.append(Int32(folded.count))
      let end = index + 1 < starts.count ? starts[index + 1] : names.count
      TextFolding.append(names[start..<end], to: &folded)
    }
    // Names that are folded already, as many are, take no memory twice.
    self.names = folded == names ? names : folded
    self.starts = foldedStarts + [Int32(folded.count)]
  }

  var count: Int { starts.count - 1 }

  /// The places of the paths that contain a folded word.
  ///
  /// - Cost: that of a search through all names at once.
  func places(containing word: [UInt8]) -> PhotoSet {
    if word.isEmpty || Self.position(of: word, in: folder, from: 0) != nil { return PhotoSet(first: count) }
    if let slash = word.lastIndex(of: UInt8(ascii: "/")) {
      return folder.suffix(slash + 1).elementsEqual(word[...slash])
        ? places(beginningWith: word[(slash + 1)...]) : PhotoSet()
    }
    var found = PhotoSet()
    // A zero byte would be found between two names.
    guard !word.contains(0) else { return found }
    var index = 0
    while index < count, let position = Self.position(of: word, in: names, from: Int(starts[index])) {
      while starts[index + 1] <= position { index += 1 }
      found.insert(index)
      index += 1
    }
    return found
  }

  private func places(beginningWith word: ArraySlice<UInt8>) -> PhotoSet {
    var found = PhotoSet()
    for index in 0..<starts.count - 1 {
      if names[Int(starts[index])..<Int(starts[index + 1])].starts(with: word) { found.insert(index) }
    }
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
