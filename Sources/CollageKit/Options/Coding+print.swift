internal import PhotoLayouts
internal import SafeText

extension Coding {
  /// That of the margin: nil is the default, and written as that.
  static let margin = ValueCoding<Length?>(
    form: length.form, fromText: { length.fromText($0).map(Optional.some) },
    fromJSON: { length.fromJSON($0).map(Optional.some) },
    text: { length.text($0 ?? LayoutOptions.defaultMargin) })

  static let bleed = ValueCoding<Bleed>(
    "length|shop",
    "must be a length, such as 3mm, 0.1in or 2%, or the name of a print shop: " + shops.listed,
    choices: ["3mm", "5mm"] + shops,
    schema: "\"anyOf\": [{ \"$ref\": \"#/$defs/length\" }, "
      + "{ \"enum\": [\(shops.map { "\"\($0)\"" }.joined(separator: ", "))] }]",
    fromText: { Bleed($0) },
    fromJSON: { json in (json.text ?? json.number.map { "\($0)" }).flatMap { Bleed($0) } },
    text: \.text)

  private static let shops = PrintShop.allCases.map(\.rawValue)

  /// A length; nil is written as a word.
  static let automaticLength = automatic(
    length, "must be auto or a length, such as 3mm, 0.1in or 2%")

  static let copies = automatic(count(), "must be auto or a whole number from 1 on")

  /// Nil is written as a word, not left out.
  private static func automatic<Value>(
    _ coding: ValueCoding<Value>, _ requirement: String, orNone word: String = "auto"
  ) -> ValueCoding<Value?> {
    ValueCoding<Value?>(
      coding.form.placeholder, requirement, choices: [word] + coding.form.choices,
      schema: "\"anyOf\": [{ \(coding.form.schema) }, { \"const\": \"\(word)\" }]",
      fromText: { $0 == word ? .some(nil) : coding.fromText($0).map(Optional.some) },
      fromJSON: { $0.text == word ? .some(nil) : coding.fromJSON($0).map(Optional.some) },
      text: { $0.flatMap { coding.text($0) } ?? word })
  }

  static let sheet = automatic(
    paper, "must be none or a size of paper, such as A4, letter, 4x6in or 13x18cm",
    orNone: "none")

  private static let paper = ValueCoding<SheetPaper>(
    "paper", "must be a size of paper",
    choices: ["A4", "A4-landscape", "A3", "letter", "4x6in", "10x15cm", "13x18cm"],
    schema: "\"type\": \"string\", \"pattern\": "
      + "\"^([0-9.]+[xX][0-9.]+(cm|mm|in|pt)|([aA][0-6]|letter|legal)([- ](landscape|portrait))?)$\"",
    fromText: { SheetPaper($0) }, text: \.text)
}
