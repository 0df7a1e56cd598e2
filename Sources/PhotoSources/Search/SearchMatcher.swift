internal import PhotoCodecs

/// Decides which photos of a block meet a query. Each thread has its own, because it reuses a buffer.
struct SearchMatcher {
  /// Those that need no header come first, so that a header is read only for photos that meet all of them.
  private let cheap: [(index: Int, term: SearchTerm)]
  private let costly: [(index: Int, term: SearchTerm)]
  private let isCancelled: () -> Bool
  /// The folded path of a photo below the searched folder.
  private var path: [UInt8] = []
  /// For each term the number of photos that meet all others.
  private(set) var hidden: [Int]

  init(_ query: SearchQuery, isCancelled: @escaping () -> Bool) {
    let terms = query.terms.enumerated().map { (index: $0.offset, term: $0.element) }
    cheap = terms.filter { !$0.term.needsHeader }
    costly = terms.filter { $0.term.needsHeader }
    self.isCancelled = isCancelled
    hidden = Array(repeating: 0, count: terms.count)
  }

  /// The places of the photos that meet all terms.
  mutating func matches(in block: PhotoBlock) -> [Int] {
    path.removeAll(keepingCapacity: true)
    if !cheap.isEmpty, !block.relativeFolder.isEmpty {
      TextFolding.append(block.relativeFolder, to: &path)
      path.append(UInt8(ascii: "/"))
    }
    let folderLength = path.count
    return (0..<block.count).filter { index in
      guard !isCancelled() else { return false }
      if !cheap.isEmpty {
        path.removeSubrange(folderLength...)
        TextFolding.append(block.name(index), to: &path)
      }
      return isMatch(IndexedPhoto(block: block, index: index))
    }
  }

  private mutating func isMatch(_ photo: IndexedPhoto) -> Bool {
    var failed: Int?
    for (index, term) in cheap where !isMet(term, photo) {
      // A photo counts as hidden by a term if that is the only one it fails. With costly terms left this is not known
      // without reading the header.
      if failed != nil || !costly.isEmpty { return false }
      failed = index
    }
    for (index, term) in costly where !isMet(term, photo) {
      if failed != nil { return false }
      failed = index
    }
    guard let failed else { return true }
    hidden[failed] += 1
    return false
  }

  private func isMet(_ term: SearchTerm, _ photo: IndexedPhoto) -> Bool {
    let isMet: Bool? =
      switch term.condition {
      case .word(let word): path.span.contains(word.span)
      case .format(let format): photo.format == format
      case .date(let range): photo.date(isCancelled: isCancelled).map { range.contains($0.digits) }
      case .landscape: size(of: photo).map { $0.width > $0.height }
      case .portrait: size(of: photo).map { $0.width < $0.height }
      case .square: size(of: photo).map { $0.width == $0.height }
      case .longSide(let pixels): size(of: photo).map { max($0.width, $0.height) >= pixels }
      }
    return isMet.map { $0 != term.isNegated } ?? false
  }

  private func size(of photo: IndexedPhoto) -> PixelSize? { photo.facts(isCancelled: isCancelled).size }
}

extension Span<UInt8> {
  /// Whether another run of bytes is somewhere in this one.
  fileprivate func contains(_ other: Span<UInt8>) -> Bool {
    guard other.count <= count else { return false }
    for start in 0...count - other.count {
      var length = 0
      while length < other.count, self[start + length] == other[length] { length += 1 }
      if length == other.count { return true }
    }
    return false
  }
}
