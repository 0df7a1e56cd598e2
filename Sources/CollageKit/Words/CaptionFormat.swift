internal import PhotoCodecs

/// What captions say of photos: a text with fields, such as `{n}. {title}, {date:d MMMM yyyy}`.
package struct CaptionFormat: Hashable, Sendable, CustomStringConvertible {
  /// As a user would write it.
  package let text: String
  private let parts: [Part]

  private enum Part: Hashable {
    case literal(String)
    case field(CaptionFields.Name)
    case date(String)
  }

  /// Formats of one field.
  static let words = ["name", "date", "title", "place", "number", "people", "keywords", "camera"]

  private static let defaultDate = "d MMMM yyyy"
  /// What a date's format may contain; the longest first.
  private static let dateFields = [
    "yyyy", "MMMM", "MMM", "EEEE", "EEE", "MM", "dd", "HH", "mm", "ss", "yy", "d", "M", "H",
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
    if let field = CaptionFields.Name(rawValue: String(name)) { return .field(field) }
    switch name {
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

  /// The caption of what has these fields; empty if it has nothing of what the format asks for.
  /// What it lacks takes the separators beside it along.
  ///
  /// - Parameter names: of months and days.
  func text(_ values: CaptionFields, _ names: DateNames = .english) -> String {
    var joined = JoinedFields()
    for part in parts {
      switch part {
      case .literal(let text): joined.append(literal: text)
      case .field(let field): joined.append(value: values[field])
      case .date(let format):
        joined.append(value: values.date.flatMap { Self.text(of: $0, format, names) })
      }
    }
    return joined.text
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

  /// A date as far as it is known: what isn't takes the separators beside it along. Nil if nothing
  /// of what the format asks for is known.
  ///
  /// - Parameter names: of months and days.
  static func text(
    of moment: MomentTaken, _ format: String, _ names: DateNames = .english
  ) -> String? {
    let digits = moment.start.digits
    func number(_ divisor: Int, _ precision: MomentTaken.Precision) -> Int? {
      moment.precision >= precision ? digits / divisor % 100 : nil
    }
    func pair(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let year = digits / 10_000_000_000
    let month = number(100_000_000, .month)
    let (day, hour) = (number(1_000_000, .day), number(10_000, .second))
    let pieces = pieces(of: format)
    let hasDay = pieces.contains("d") || pieces.contains("dd")
    let months = hasDay ? names.months : names.monthsAlone
    let shortMonths = hasDay ? names.shortMonths : names.shortMonthsAlone
    let weekday = day.map { _ in moment.start.weekday }
    var joined = JoinedFields()
    for piece in pieces {
      switch piece {
      case "EEEE": joined.append(value: weekday.map { names.days[$0] })
      case "EEE": joined.append(value: weekday.map { names.shortDays[$0] })
      case "yyyy": joined.append(value: pair(year / 100) + pair(year % 100))
      case "yy": joined.append(value: pair(year % 100))
      case "MMMM": joined.append(value: month.map { months[$0 - 1] })
      case "MMM": joined.append(value: month.map { shortMonths[$0 - 1] })
      case "MM": joined.append(value: month.map(pair))
      case "M": joined.append(value: month.map { "\($0)" })
      case "dd": joined.append(value: day.map(pair))
      case "d": joined.append(value: day.map { "\($0)" })
      case "HH": joined.append(value: hour.map(pair))
      case "H": joined.append(value: hour.map { "\($0)" })
      case "mm": joined.append(value: number(100, .second).map(pair))
      case "ss": joined.append(value: number(1, .second).map(pair))
      default: joined.append(separator: piece)
      }
    }
    return joined.hasValues ? joined.text : nil
  }

  /// Whether captions show names of months or days.
  package var namesMonths: Bool {
    parts.contains { part in
      guard case .date(let format) = part else { return false }
      return Self.pieces(of: format).contains { ["MMMM", "MMM", "EEEE", "EEE"].contains($0) }
    }
  }

  /// The names of its fields that none of these has, as users write them.
  func fieldsLacking(in photos: [CaptionFields]) -> [String] {
    parts.compactMap { part in
      switch part {
      case .literal: nil
      case .field(let field): photos.allSatisfy { $0[field] == nil } ? field.rawValue : nil
      case .date: photos.allSatisfy { $0.date == nil } ? "date" : nil
      }
    }
    .uniqued()
  }

  /// Whether captions show numbers.
  var hasNumber: Bool { parts.contains(.field(.number)) }

  /// Whether captions end with files' names, so that what doesn't fit is left out in the middle.
  var endsWithName: Bool { parts.last == .field(.name) }

  /// The same in every process, as keys of stored results must be.
  package var description: String { text }
}
