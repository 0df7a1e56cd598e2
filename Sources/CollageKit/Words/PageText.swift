internal import PhotoCodecs

/// What stands in the margin of each page: a text with fields, such as `{folder}, page {page}`.
package struct PageText: Hashable, Sendable {
  private enum Part: Hashable {
    case literal(String)
    case field(Field)
  }

  private enum Field: String, CaseIterable {
    case folder, date, page, pages
  }

  /// A text that names a field which there isn't, or has a brace by itself.
  package struct Fault: Error, Hashable, CustomStringConvertible {
    /// What stands between the braces; nil where one is missing.
    package let field: String?

    package var description: String {
      (field.map { "there is no field {\($0.utf8.abridged)}" } ?? "a brace is missing")
        + "; the fields are \(PageText.fieldsText)"
    }
  }

  /// "{folder}, {date}, {page} and {pages}".
  package static let fieldsText: String = {
    let names = Field.allCases.map { "{\($0.rawValue)}" }
    return names.dropLast().listed + " and " + names[names.count - 1]
  }()

  /// The first field that stands in a text that isn't one of a page, with its braces; nil for none.
  static func field(in text: String) -> String? {
    Field.allCases.lazy.map { "{\($0.rawValue)}" }.first { text.contains($0) }
  }

  /// The first word in braces that is no field of a page; nil for none.
  static func unknownField(in text: String) -> String? {
    text.split(separator: "{", omittingEmptySubsequences: false).dropFirst().lazy.compactMap {
      rest -> String? in
      guard let end = rest.firstIndex(of: "}") else { return nil }
      let name = String(rest[..<end])
      let isWord = !name.isEmpty && name.utf8.allSatisfy { (0x61...0x7A).contains($0) }
      return isWord && Field(rawValue: name) == nil ? "{\(name)}" : nil
    }
    .first
  }

  static let folderField = "{\(Field.folder.rawValue)}"

  /// A footer that ends with the page's number, unless it has that already.
  ///
  /// - Parameter footer: nil for none.
  static func numbered(_ footer: String?) -> String {
    let number = "{\(Field.page.rawValue)}"
    guard let footer, !footer.isEmpty else { return number }
    return footer.contains(number) ? footer : "\(footer)  \u{B7}  \(number)"
  }

  private let parts: [Part]

  /// Whether it shows when photos were taken.
  var hasDates: Bool { parts.contains(.field(.date)) }

  package init(_ text: String) throws(Fault) {
    var parts: [Part] = []
    var rest = text.unicodeScalars[...]
    while let brace = rest.firstIndex(where: { $0 == "{" || $0 == "}" }) {
      guard rest[brace] == "{", let end = rest[brace...].firstIndex(of: "}") else {
        throw Fault(field: nil)
      }
      let name = String(rest[rest.index(after: brace)..<end])
      guard let field = Field(rawValue: name) else { throw Fault(field: name) }
      if brace > rest.startIndex { parts.append(.literal(String(rest[..<brace]))) }
      parts.append(.field(field))
      rest = rest[rest.index(after: end)...]
    }
    if !rest.isEmpty { parts.append(.literal(String(rest))) }
    self.parts = parts
  }

  /// The text on a page, as one line of at most as many characters as a text may have. A field that
  /// the page has nothing for takes the separators beside it along.
  ///
  /// - Parameters:
  ///   - folder: that all its photos are in; nil if they are in several.
  ///   - dates: when the first and the last of them were taken; nil if none says so.
  ///   - number: from 1.
  func text(
    folder: String?, dates: DatesShown?, number: Int, of count: Int,
    _ names: DateNames = .english
  ) -> String {
    var joined = JoinedFields()
    for part in parts {
      switch part {
      case .literal(let text): joined.append(literal: text)
      case .field(.folder): joined.append(value: folder)
      case .field(.date): joined.append(value: dates.map { Self.text(of: $0, names) })
      case .field(.page): joined.append(value: "\(number)")
      case .field(.pages): joined.append(value: "\(count)")
      }
    }
    return TextLimits.shortened(joined.textOrLiterals)
  }

  /// The text on the cover; nil if it has a field that only the other pages have.
  func title(folder: String?, dates: DatesShown?, _ names: DateNames) -> String? {
    if parts.contains(.field(.page)) || parts.contains(.field(.pages)) { return nil }
    return text(folder: folder, dates: dates, number: 1, of: 1, names)
  }

  /// "3 May 2024", "3 – 7 May 2024", "30 April – 2 May 2024", "30 December 2023 – 2 January 2024".
  static func text(of dates: DatesShown, _ names: DateNames = .english) -> String {
    let last = CaptionFormat.text(of: dates.last, "d MMMM yyyy", names)
    let formats = ["yyyy", "MMMM", "d"]
    let differing = formats.firstIndex {
      CaptionFormat.text(of: dates.first, $0, names)
        != CaptionFormat.text(of: dates.last, $0, names)
    }
    guard let last else { return "" }
    guard let differing else { return last }
    // What isn't known of one of them makes both complete.
    let isKnown = dates.first.precision >= .day && dates.last.precision >= .day
    let format = isKnown ? formats[differing...].reversed().joined(separator: " ") : "d MMMM yyyy"
    guard let first = CaptionFormat.text(of: dates.first, format, names) else { return last }
    return "\(first) \u{2013} \(last)"
  }
}
