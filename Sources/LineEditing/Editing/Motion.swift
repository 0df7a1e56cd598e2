/// A way for the cursor to go, or for a deletion to reach.
enum Motion: Hashable, Sendable {
  case characterBack, characterForward
  /// Over the letters and digits of a word, and what stands before them on the way.
  case wordBack, wordForward
  /// As far back as there is no blank.
  case blankWordBack
  case lineStart, lineEnd

  var isBackward: Bool {
    switch self {
    case .characterBack, .wordBack, .blankWordBack, .lineStart: true
    case .characterForward, .wordForward, .lineEnd: false
    }
  }
}

extension EditedLine {
  /// Where a motion leads from the cursor.
  func target(of motion: Motion) -> Int {
    switch motion {
    case .characterBack: max(cursor - 1, 0)
    case .characterForward: min(cursor + 1, clusters.count)
    case .wordBack: back(over: \.isWordPart, after: { !$0.isWordPart })
    case .wordForward: wordEnd
    case .blankWordBack: back(over: { !$0.isWhitespace }, after: \.isWhitespace)
    case .lineStart: 0
    case .lineEnd: clusters.count
    }
  }

  /// The clusters between the cursor and where a motion leads.
  func range(of motion: Motion) -> Range<Int> {
    let target = target(of: motion)
    return min(cursor, target)..<max(cursor, target)
  }

  private var wordEnd: Int {
    let start = after.firstIndex(where: \.isWordPart) ?? clusters.count
    return clusters[start...].firstIndex { !$0.isWordPart } ?? clusters.count
  }

  private func back(over isPart: (Character) -> Bool, after isGap: (Character) -> Bool) -> Int {
    guard let end = before.lastIndex(where: { !isGap($0) }) else { return 0 }
    return clusters[...end].lastIndex { !isPart($0) }.map { $0 + 1 } ?? 0
  }
}

extension Character {
  /// Letters, digits, and bytes that are not UTF-8.
  fileprivate var isWordPart: Bool {
    isLetter || isNumber || unicodeScalars.first.flatMap(LosslessText.byte(carriedBy:)) != nil
  }
}
