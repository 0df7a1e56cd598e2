internal import PhotoCodecs

/// What captions say of photos: a text with fields, such as `{n}. {title}, {date:d MMMM yyyy}`.
package struct CaptionFormat: Hashable, Sendable, CustomStringConvertible {
  /// As a user would write it.
  package let text: String
  private let parts: [Part]

  private enum Part: Hashable {
    case literal(String)
    /// `name`, `n`, `title` or `place`.
    case field(String)
    case date(String)
  }

  /// Formats of one field.
  static let words = ["name", "date", "title", "place", "number"]

  private static let defaultDate = "d MMMM yyyy"
  /// What a date's format may contain; the longest first.
  private static let dateFields = [
    "yyyy", "MMMM", "MMM", "MM", "dd", "HH", "mm", "ss", "yy", "d", "M", "H",
  ]
  private static let months = [
    "January", "February", "March", "April", "May", "June", "July", "August", "September",
    "October", "November", "December",
  ]

  /// One of `words`, or a text with at least one field; nil for any other text.
  package init?(_ text: String) {
    let field = text == "number" ? "n" : text
    let format = Self.words.contains(text) ? "{\(field)}" : text
    var parts: [Part] = []
    var rest = format[...]
    while let open = rest.unicodeScalars.firstIndex(of: "{") {
      guard let close = rest.unicodeScalars[open...].firstIndex(of: "}") else { return nil }
      if open > rest.startIndex { parts.append(.literal(String(rest[..<open]))) }
      guard let part = Self.field(rest[rest.unicodeScalars.index(after: open)..<close]) else {
        return nil
      }
      parts.append(part)
      rest = rest[rest.unicodeScalars.index(after: close)...]
    }
    guard !parts.isEmpty, !rest.unicodeScalars.contains("}") else { return nil }
    if !rest.isEmpty { parts.append(.literal(String(rest))) }
    self.text = text
    self.parts = parts
  }

  private static func field(_ name: Substring) -> Part? {
    switch name {
    case "name", "n", "title", "place": return .field(String(name))
    case "date": return .date(defaultDate)
    default:
      let prefix = "date:".unicodeScalars
      guard name.unicodeScalars.starts(with: prefix) else { return nil }
      let format = String(name.unicodeScalars.dropFirst(prefix.count))
      let fields = pieces(of: format)
      let isKnown = fields.allSatisfy {
        dateFields.contains($0) || !$0.allSatisfy { $0.isASCII && $0.isLetter }
      }
      return !isKnown || format.isEmpty ? nil : .date(format)
    }
  }

  /// The caption of what has a name, whose number is from 1; empty if it has nothing of what the
  /// format asks for.
  func text(name: String?, number: Int, title: String?, place: String?, date: LocalTime?) -> String
  {
    let values = ["name": name, "n": "\(number)", "title": title, "place": place]
    var hasFields = false
    let texts = parts.map { part in
      let value: String?
      switch part {
      case .literal(let text): return text
      case .field(let field): value = values[field] ?? nil
      case .date(let format): value = date.map { Self.text(of: $0, format) }
      }
      hasFields = hasFields || value != nil
      return value ?? ""
    }
    return hasFields ? texts.joined() : ""
  }

  /// Runs of the same letter, and other characters.
  private static func pieces(of format: String) -> [String] {
    format.reduce(into: []) { pieces, character in
      if let last = pieces.last, last.last == character, character.isLetter {
        pieces[pieces.count - 1].append(character)
      } else {
        pieces.append(String(character))
      }
    }
  }

  /// Months have English names.
  static func text(of date: LocalTime, _ format: String) -> String {
    let digits = date.digits
    func number(_ divisor: Int) -> Int { digits / divisor % 100 }
    func pair(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (year, month, day) = (digits / 10_000_000_000, number(100_000_000), number(1_000_000))
    return pieces(of: format).map { piece in
      switch piece {
      case "yyyy": pair(year / 100) + pair(year % 100)
      case "yy": pair(year % 100)
      case "MMMM": months[month - 1]
      case "MMM": String(months[month - 1].prefix(3))
      case "MM": pair(month)
      case "M": "\(month)"
      case "dd": pair(day)
      case "d": "\(day)"
      case "HH": pair(number(10_000))
      case "H": "\(number(10_000))"
      case "mm": pair(number(100))
      case "ss": pair(number(1))
      default: piece
      }
    }.joined()
  }

  /// Whether captions show numbers.
  var hasNumber: Bool { parts.contains(.field("n")) }

  /// Whether captions end with files' names, so that what doesn't fit is left out in the middle.
  var endsWithName: Bool { parts.last == .field("name") }

  /// The same in every process, as keys of stored results must be.
  package var description: String { text }
}
