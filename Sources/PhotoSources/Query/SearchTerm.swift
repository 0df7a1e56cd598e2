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
    case .date, .begins, .shape, .longSide, .rating, .rejected, .favourite, .text: true
    }
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
    let value = parts[1]
    switch parts[0].lowercased() {
    case "date": return .date(try period(value, text))
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
        throw SearchTermError(text: Array(text), requirement: .favourite)
      }
      return .favourite
    case let name where Text(rawValue: name) != nil:
      let words = TextFolding.folded(Array(value.utf8)[...])
      guard let kind = Text(rawValue: name), words.contains(where: { $0 != 0x20 }) else {
        throw SearchTermError(text: Array(text), requirement: .text(name))
      }
      return .text(kind, words)
    case "name": return .word(TextFolding.folded(text.dropFirst("name:".utf8.count)))
    default: return .word(TextFolding.folded(text))
    }
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

  /// The digits of all times in a year (`2024`), a month (`2024-07`) or a day (`2024-07-15`).
  private static func period(_ value: String, _ text: ArraySlice<UInt8>) throws(SearchTermError)
    -> Range<Int>
  {
    let parts = value.split(separator: "-", omittingEmptySubsequences: false)
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
    case favourite
    /// What is missing after the word with this name.
    case text(String)
  }

  /// As it was typed.
  package let text: [UInt8]
  let requirement: Requirement

  /// How to write it instead, as the end of a sentence.
  package var advice: String {
    switch requirement {
    case .date: "write a year, a month or a day, such as 2024, 2024-07 or 2024-07-15"
    case .pixels: "write the minimum length of the longer side in pixels, such as larger:4000"
    case .rating: "write rating:1 to rating:5 for so many stars or more, or rating:rejected"
    case .favourite: "write favourite: alone"
    case .text(let name): "write what it contains, such as \(name):rome"
    case .format: "write format:jpeg, png, heic, avif, webp, jxl, tiff or raw"
    }
  }
}
