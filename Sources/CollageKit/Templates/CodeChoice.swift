/// A QR code above the collage, as a user has chosen it.
package struct CodeChoice: Hashable, Sendable {
  /// What is filled in where its name stands between braces.
  private enum Field: String, CaseIterable {
    /// The first digits of the digest of the collage's recipe: the file's own id can't be known
    /// before the file is written.
    case id8
    case name, n, title
  }

  /// What it says, with its fields.
  let content: String
  /// Nil for the corner where it covers no face.
  let place: OverlayPlace?
  /// Of its white field, which is larger if it couldn't be read otherwise; nil for
  /// `OverlayWidth.standard`.
  let width: OverlayWidth?

  private static let wordForAutomatic = "auto"

  /// "{id8}, {name}, {n} and {title}".
  static let fieldsText: String = {
    let names = Field.allCases.map { "{\($0.rawValue)}" }
    return names.dropLast().joined(separator: ", ") + " and " + names[names.count - 1]
  }()

  private init(_ content: String, _ place: OverlayPlace?, _ width: OverlayWidth?) {
    self.content = content
    self.place = place
    self.width = width
  }

  /// `TEXT`, `TEXT,PLACE` or `TEXT,PLACE,SIZE`; the text may contain commas. Nil for text that
  /// isn't valid.
  init?(_ text: String) {
    let parts = text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
    var (count, place, width) = (parts.count, OverlayPlace?.none, OverlayWidth?.none)
    if count > 2, Self.isPlace(parts[count - 2]) {
      guard let given = OverlayWidth(parts[count - 1]) else { return nil }
      (place, width) = (OverlayPlace(text: parts[count - 2]), given)
      count -= 2
    } else if count > 1, Self.isPlace(parts[count - 1]) {
      place = OverlayPlace(text: parts[count - 1])
      count -= 1
    }
    let content = parts[..<count].joined(separator: ",")
    guard !content.isEmpty, Self.unknownField(in: content) == nil else { return nil }
    self.init(content, place, width)
  }

  private static func isPlace(_ word: String) -> Bool {
    let place = OverlayPlace(text: word)
    return place.map { $0 != .cover } ?? (word == wordForAutomatic)
  }

  /// As a user would write it.
  var text: String {
    "\(content),\(place?.rawValue ?? Self.wordForAutomatic)" + (width.map { ",\($0.text)" } ?? "")
  }

  /// A word between braces that is no field, with its braces; nil if there is none.
  static func unknownField(in text: String) -> String? {
    var rest = text[...]
    while let start = rest.firstIndex(of: "{") {
      rest = rest[rest.index(after: start)...]
      let word = rest.prefix { $0.isASCII && ($0.isLetter || $0.isNumber) }
      if !word.isEmpty, rest[word.endIndex...].first == "}", Field(rawValue: String(word)) == nil {
        return "{\(word)}"
      }
    }
    return nil
  }

  private func filled(_ field: Field, with text: String?) -> CodeChoice {
    guard let text else { return self }
    return CodeChoice(
      content.replacing("{\(field.rawValue)}", with: text), place, width)
  }

  /// The same with what is known now; fields stay where nothing is given for them.
  func filled(name: String? = nil, number: Int? = nil, title: String? = nil) -> CodeChoice {
    filled(.name, with: name).filled(.n, with: number.map(String.init))
      .filled(.title, with: title)
  }

  var namesRecipe: Bool { content.contains("{\(Field.id8.rawValue)}") }

  /// What it says.
  ///
  /// - Parameter digits: those of the recipe's digest.
  func content(recipe digits: String) -> String { filled(.id8, with: digits).content }
}
