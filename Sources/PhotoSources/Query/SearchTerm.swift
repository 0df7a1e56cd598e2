internal import Glibc
internal import PhotoCodecs
internal import SafeText

/// One condition of a search, such as `rome`, `-night` or `date:2024-07`.
struct SearchTerm: Sendable {
  enum Condition: Sendable {
    /// The folded path, below the searched folder, contains these bytes.
    case word([UInt8])
    /// The photo's date is in this period of `MomentTaken.digits`, as far as it is known.
    case date(Range<Int>)
    /// The photo's date begins in this period of `LocalTime.digits`.
    case begins(Range<Int>)
    /// The photo was taken on this day of any year, as the digits MMDD, as far as that is known.
    case dayOfYear(Int)
    /// The upright photo's width and height meet this comparison.
    case shape(@Sendable (Int, Int) -> Bool)
    /// The longer side has at least so many pixels.
    case longSide(Int)
    case format(PhotoFormat)
    /// At least so many stars.
    case rating(Int)
    case rejected
    case favourite
    /// A name, a keyword or the title contains these folded bytes.
    case text(Text, [UInt8])
  }

  /// Whose texts are searched.
  enum Text: String, CaseIterable, Sendable {
    case person, keyword, title
  }

  let condition: Condition
  /// Whether it holds for the photos that don't meet the condition.
  let isNegated: Bool
  /// As it was typed.
  let text: [UInt8]

  /// Whether the photo's header must be read.
  var needsHeader: Bool {
    switch condition {
    case .word, .format: false
    case .date, .begins, .dayOfYear, .shape, .longSide, .rating, .rejected, .favourite, .text: true
    }
  }

  /// Whether it is a word without a key, which photos' paths must contain.
  var isBareWord: Bool {
    guard case .word = condition, !isNegated else { return false }
    return !String(decoding: text, as: UTF8.self).lowercased().hasPrefix("name:")
  }

  init(_ text: [UInt8]) throws(SearchTermError) {
    self.text = text
    isNegated = text.count > 1 && text[0] == UInt8(ascii: "-")
    condition = try Self.condition(isNegated ? text[1...] : text[...])
  }

  private static func condition(_ text: ArraySlice<UInt8>) throws(SearchTermError) -> Condition {
    let word = String(decoding: text, as: UTF8.self)
    switch word.lowercased() {
    case "landscape": return .shape(>)
    case "portrait": return .shape(<)
    case "square": return .shape(==)
    default: break
    }
    let parts = word.parts(at: ":", maxSplits: 1)
    guard parts.count == 2 else { return .word(TextFolding.folded(text)) }
    return try condition(parts[0].lowercased(), parts[1], text)
  }

  /// - Parameters:
  ///   - key: what stands before the colon, in small letters.
  ///   - text: all of it.
  private static func condition(
    _ key: String, _ value: String, _ text: ArraySlice<UInt8>
  ) throws(SearchTermError) -> Condition {
    switch key {
    case "date": return .date(try dates(value, text))
    case "today":
      guard value.isEmpty else {
        throw SearchTermError(text: Array(text), requirement: .alone(key))
      }
      return .dayOfYear(today)
    case "after": return .begins(try period(value, text).lowerBound..<Int.max)
    case "before": return .begins(0..<(try period(value, text).lowerBound))
    case "larger":
      guard let pixels = Int(value), pixels > 0 else {
        throw SearchTermError(text: Array(text), requirement: .pixels)
      }
      return .longSide(pixels)
    case "format":
      guard let format = PhotoFormat(value) else {
        throw SearchTermError(text: Array(text), requirement: .format)
      }
      return .format(format)
    case "rating": return try rating(value, text)
    case "favourite", "favorite":
      guard value.isEmpty else {
        throw SearchTermError(text: Array(text), requirement: .alone("favourite"))
      }
      return .favourite
    case let name where Text(rawValue: name) != nil:
      let words = TextFolding.folded(Array(value.utf8)[...])
      guard let kind = Text(rawValue: name), words.contains(where: { $0 != 0x20 }) else {
        throw SearchTermError(text: Array(text), requirement: .text(name))
      }
      return .text(kind, words)
    case "name": return .word(TextFolding.folded(text.dropFirst("name:".utf8.count)))
    default:
      if isKey(key) { throw SearchTermError(text: Array(text), requirement: .key) }
      return .word(TextFolding.folded(text))
    }
  }

  /// What may stand before a colon.
  static let keys =
    ["date", "after", "before", "today", "larger", "format", "rating", "favourite"]
    + Text.allCases.map(\.rawValue) + ["name"]

  /// Whether it is written as keys are: several letters. That of a time (12:30) or a drive (C:) is
  /// part of a name.
  private static func isKey(_ text: String) -> Bool {
    text.utf8.count > 1 && text.utf8.allSatisfy { (0x61...0x7A).contains($0) }
  }

  /// This day's month and day, as the digits MMDD.
  private static var today: Int {
    let now = MomentTaken(unixTime: time(nil), .file)
    return (now?.digits ?? 0) / 1_000_000 % 10_000
  }

  /// The digits of all times in a day that is named by a word, by this machine's clock; nil for any
  /// other word.
  private static func day(_ word: String) -> Range<Int>? {
    let daysBack = ["today": 0, "yesterday": 1]
    guard let days = daysBack[word], let then = LocalTime(unixTime: time(nil) - days * 86_400)
    else { return nil }
    let start = then.digits / 1_000_000 * 1_000_000
    return start..<start + 1_000_000
  }

  private static func rating(_ value: String, _ text: ArraySlice<UInt8>) throws(SearchTermError)
    -> Condition
  {
    if value.lowercased() == "rejected" { return .rejected }
    guard value.utf8.count == 1, let stars = Int(value), (1...5).contains(stars) else {
      throw SearchTermError(text: Array(text), requirement: .rating)
    }
    return .rating(stars)
  }

  /// The digits of all times in a period, or from one to another (`2023..2024-06`), of which one
  /// may be left out.
  private static func dates(_ value: String, _ text: ArraySlice<UInt8>) throws(SearchTermError)
    -> Range<Int>
  {
    guard let dots = value.firstRange(of: "..") else { return try period(value, text) }
    let (first, last) = (String(value[..<dots.lowerBound]), String(value[dots.upperBound...]))
    guard !first.isEmpty || !last.isEmpty else {
      throw SearchTermError(text: Array(text), requirement: .date)
    }
    let start = first.isEmpty ? 0 : try period(first, text).lowerBound
    let end = last.isEmpty ? Int.max : try period(last, text).upperBound
    guard start < end else { throw SearchTermError(text: Array(text), requirement: .order) }
    return start..<end
  }

  /// The digits of all times in a year (`2024`), a month (`2024-07`) or a day (`2024-07-15`,
  /// `20240715` as in the names of files, `today` or `yesterday`).
  private static func period(_ value: String, _ text: ArraySlice<UInt8>) throws(SearchTermError)
    -> Range<Int>
  {
    if let day = day(value.lowercased()) { return day }
    let isCompact = value.utf8.count == 8 && !value.contains("-")
    let parts =
      isCompact
      ? [value.prefix(4), value.dropFirst(4).prefix(2), value.suffix(2)]
      : value.split(separator: "-", omittingEmptySubsequences: false)
    let numbers = parts.compactMap { part in
      part.allSatisfy { $0.isASCII && $0.isNumber } ? Int(part) : nil
    }
    guard (1...3).contains(parts.count), numbers.count == parts.count, parts[0].count == 4,
      parts.dropFirst().allSatisfy({ $0.count <= 2 }),
      let first = LocalTime(
        year: numbers[0], month: numbers.count > 1 ? numbers[1] : 1,
        day: numbers.count > 2 ? numbers[2] : 1)
    else { throw SearchTermError(text: Array(text), requirement: .date) }
    // The range begins with zeros for the month, the day and the time that are left out, which is
    // below any real date.
    let length = [10_000_000_000, 100_000_000, 1_000_000][numbers.count - 1]
    let start = first.digits / length * length
    return start..<start + length
  }
}

/// A malformed condition.
package struct SearchTermError: Error, Hashable, Sendable {
  enum Requirement: Hashable {
    case date
    case pixels
    case format
    case rating
    /// Nothing may follow the word with this name.
    case alone(String)
    /// The later date of two comes first.
    case order
    /// There is no such key.
    case key
    /// What is missing after the word with this name.
    case text(String)
  }

  /// As it was typed.
  package let text: [UInt8]
  let requirement: Requirement

  /// What may stand before a colon.
  package static let keys = SearchTerm.keys

  /// What stands before the colon, in small letters, if that is no key; nil for other errors.
  package var unknownKey: String? {
    guard requirement == .key else { return nil }
    let key = text.prefix { $0 != UInt8(ascii: ":") }
    return String(decoding: key, as: UTF8.self).lowercased()
  }

  /// The key that needs a text behind it, such as `keyword`; nil for other errors.
  package var lackingText: String? {
    if case .text(let name) = requirement { name } else { nil }
  }

  /// How to write it instead, as the end of a sentence.
  package var advice: String {
    switch requirement {
    case .date:
      "write a year, a month or a day: 2024, 2024-07 or 2024-07-15; or 2023..2024 for a time"
    case .order: "write the earlier date first"
    case .key: "there is no such key"
    case .pixels: "write the minimum length of the longer side in pixels, such as larger:4000"
    case .rating: "write rating:1 to rating:5 for so many stars or more, or rating:rejected"
    case .alone(let name): "write \(name): alone"
    case .text(let name): "write what it contains, such as \(name):rome"
    case .format: "write format:jpeg, png, heic, avif, webp, jxl, tiff or raw"
    }
  }
}
