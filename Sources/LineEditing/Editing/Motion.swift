/// A movement of the cursor, or the range of a deletion.
enum Motion: Hashable, Sendable {
  case characterBack, characterForward
  /// Across the letters and digits of a word, and any other characters before them in that
  /// direction.
  case wordBack, wordForward
  /// Back to the previous blank.
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
  /// The cursor position after a motion, in clusters.
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

  /// The clusters between the cursor and the target of a motion.
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
  /// True for letters, digits, and bytes that are not UTF-8.
  fileprivate var isWordPart: Bool {
    isLetter || isNumber || unicodeScalars.first.flatMap(LosslessText.byte(carriedBy:)) != nil
  }
}
