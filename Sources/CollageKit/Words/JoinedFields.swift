/// Joins the values of fields and what stands between them. A field without a value takes the
/// separators or the brackets beside it along.
struct JoinedFields {
  private enum Piece {
    case separator(String)
    /// Nil for a field without a value.
    case value(String?)
  }

  private static let brackets: [Character: Character] = [
    "(": ")", "[": "]", "{": "}", "<": ">", "«": "»", "“": "”", "„": "“",
  ]

  private var pieces: [Piece] = []
  private(set) var hasValues = false

  /// - Parameter value: nil, or empty, if there is none.
  mutating func append(value: String?) {
    let value = value.flatMap { $0.isEmpty ? nil : $0 }
    if value != nil { hasValues = true }
    pieces.append(.value(value))
  }

  /// Appends what separates fields.
  mutating func append(separator: String) { pieces.append(.separator(separator)) }

  /// Appends a text between fields: words in it count as a value.
  mutating func append(literal: String) {
    let start = literal.firstIndex { !Self.isSeparator($0) }
    guard let start, let last = literal.lastIndex(where: { !Self.isSeparator($0) }) else {
      return append(separator: literal)
    }
    let end = literal.index(after: last)
    if start > literal.startIndex { append(separator: String(literal[..<start])) }
    pieces.append(.value(String(literal[start..<end])))
    if end < literal.endIndex { append(separator: String(literal[end...])) }
  }

  private static func isSeparator(_ character: Character) -> Bool {
    character.isWhitespace || character.isPunctuation || character.isSymbol
  }

  /// Empty if no field has a value.
  var text: String { hasValues ? textOrLiterals : "" }

  /// What is left also where no field has a value.
  var textOrLiterals: String {
    var text = ""
    var separators: [String] = []
    var (hasBegun, lacksValue) = (false, false)
    for piece in pieces {
      switch piece {
      case .separator(let separator): separators.append(separator)
      case .value(nil): lacksValue = true
      case .value(let value?):
        text +=
          lacksValue
          ? Self.join(separators, isBefore: hasBegun, isAfter: true) : separators.joined()
        text += value
        (separators, lacksValue, hasBegun) = ([], false, true)
      }
    }
    return text
      + (lacksValue
        ? Self.join(separators, isBefore: hasBegun, isAfter: false) : separators.joined())
  }

  /// What is left of the separators around fields without values.
  ///
  /// - Parameters:
  ///   - isBefore: whether there is something before them.
  ///   - isAfter: whether there is something after them.
  private static func join(_ separators: [String], isBefore: Bool, isAfter: Bool) -> String {
    var open: [Character] = []
    var closing: [Character] = []
    for character in separators.joined() {
      if let expected = open.last, character == brackets[expected] {
        open.removeLast()
      } else if brackets[character] != nil {
        open.append(character)
      } else if brackets.values.contains(character) {
        closing.append(character)
      }
    }
    // Brackets around other fields stay.
    if let bracket = open.first, isAfter {
      let place = separators.first { $0.contains(bracket) } ?? ""
      return isBefore ? place : String(place.drop { $0 != bracket })
    }
    if let bracket = closing.last, isBefore {
      let place = separators.last { $0.contains(bracket) } ?? ""
      return isAfter ? place : String(place[...place.lastIndex(of: bracket)!])
    }
    guard isBefore, isAfter else { return "" }
    let plain = separators.map { separator in
      separator.filter { brackets[$0] == nil && !brackets.values.contains($0) }
    }
    return plain.first { $0.contains { !$0.isWhitespace } } ?? plain.first { !$0.isEmpty } ?? ""
  }
}
