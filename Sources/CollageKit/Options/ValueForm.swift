internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts
internal import SafeText

/// How the values of a setting are written and read, as text (on the command line, in the prompt)
/// and as JSON.
package struct ValueForm: Hashable, Sendable {
  /// The placeholder for the value in help: "length".
  package let placeholder: String
  /// The end of a sentence that begins with the setting: "must be a whole number from 1 to 9".
  package let requirement: String
  /// Values that completion offers; empty where there are too many.
  package let choices: [String]
  /// The JSON Schema of the value, without braces.
  package let schema: String
  /// Whether it is true or false, so that its option takes no value.
  package let isFlag: Bool
  /// Whether spaces and commas are part of the value.
  package let isText: Bool
  /// Whether a value is a picture's path or URL, or begins with it.
  package fileprivate(set) var namesPicture = false
  /// The word for having no value: "none"; nil where there always is one.
  package fileprivate(set) var wordForNoValue: String?

  /// Whether a value is a colour, or ends with one.
  var namesColour: Bool { placeholder.contains("colour") }

  /// The word that was probably meant by a text that is no valid value; nil if there is none like
  /// it.
  package func word(meantBy text: String) -> String? {
    // A number that is not allowed isn't a mistyped word, and two letters could be anything.
    guard text.count > 2, text.first?.isLetter == true else { return nil }
    let words = choices + [wordForNoValue].compactMap(\.self)
    return SpellingSuggestion.nearest(to: text, in: words)
      ?? (namesColour ? SpellingSuggestion.nearest(to: text, in: Colour.names) : nil)
  }

  /// A value for display on one line: a colour by its name, if it has one.
  func displayed(_ text: String) -> String {
    guard namesColour, let start = text.lastIndex(of: "#"),
      let name = Colour(String(text[start...]))?.name
    else { return text.utf8.displayed }
    return text[..<start].utf8.displayed + name
  }
}

/// A form with the functions that read and write its values.
struct ValueCoding<Value: Sendable>: Sendable {
  fileprivate(set) var form: ValueForm
  /// Nil for text that is not a valid value.
  let fromText: @Sendable (String) -> Value?
  let fromJSON: @Sendable (JSONValue) -> Value?
  /// Text that `fromText` reads as the same value; nil for an optional value that is nil.
  let text: @Sendable (Value) -> String?
  /// Why a text is not a valid value, where more can be said than the requirement; nil where not.
  fileprivate(set) var objection: @Sendable (String) -> String? = { _ in nil }
}

extension ValueCoding {
  /// - Parameter fromJSON: by default accepts text only, parsed as on the command line.
  init(
    _ placeholder: String, _ requirement: String, choices: [String] = [], schema: String,
    isFlag: Bool = false,
    isText: Bool = false,
    fromText: @escaping @Sendable (String) -> Value?,
    fromJSON: (@Sendable (JSONValue) -> Value?)? = nil,
    text: @escaping @Sendable (Value) -> String?
  ) {
    self.init(
      form: ValueForm(
        placeholder: placeholder, requirement: requirement, choices: choices, schema: schema,
        isFlag: isFlag,
        isText: isText),
      fromText: fromText, fromJSON: fromJSON ?? { $0.text.flatMap(fromText) }, text: text)
  }

  /// The same form for a value made from this one; `make` returns nil for a value that is not
  /// valid.
  func map<Mapped>(
    _ make: @escaping @Sendable (Value) -> Mapped?, from: @escaping @Sendable (Mapped) -> Value?
  ) -> ValueCoding<Mapped> {
    ValueCoding<Mapped>(
      form: form, fromText: { [fromText] in fromText($0).flatMap(make) },
      fromJSON: { [fromJSON] in fromJSON($0).flatMap(make) },
      text: { [text] in from($0).flatMap(text) })
  }

  /// The same form for an optional value.
  ///
  /// - Parameters:
  ///   - word: for having none, as users read and write it.
  ///   - isValue: whether the word is a value where it could be one, as in a title.
  func optional(orNone word: String, isValue: Bool = true) -> ValueCoding<Value?> {
    var form = form
    form.wordForNoValue = word
    let isText = form.isText
    return ValueCoding<Value?>(
      form: form,
      fromText: { [fromText] text in
        if !isValue, text == word { return .some(nil) }
        return fromText(text).map(Optional.some) ?? (text == word ? .some(nil) : nil)
      },
      fromJSON: { [fromJSON] json in
        fromJSON(json).map(Optional.some) ?? (isText && json.text == word ? .some(nil) : nil)
      },
      text: { [text] in $0.flatMap(text) })
  }
}

extension ValueCoding {
  /// The same for text whose length is limited, which is told only of text that is too long.
  fileprivate var limited: Self {
    var coding = self
    coding.objection = { TextLimits.allows($0) ? nil : "must have \(TextLimits.sentence)" }
    return coding
  }
}

extension ValueCoding {
  /// The same for values that are a picture's path, or begin with it.
  fileprivate var ofPicture: Self {
    var coding = self
    coding.form.namesPicture = true
    return coding
  }
}

/// How the values of the settings are written and read.
enum Coding {
  static func wholeNumber(_ range: ClosedRange<Int>) -> ValueCoding<Int> {
    let read = { @Sendable (number: Int) in range.contains(number) ? number : nil }
    return ValueCoding(
      "n", "must be a whole number from \(range.lowerBound) to \(range.upperBound)",
      schema:
        "\"type\": \"integer\", \"minimum\": \(range.lowerBound), \"maximum\": \(range.upperBound)",
      fromText: { Int($0).flatMap(read) }, fromJSON: { $0.wholeNumber.flatMap(read) },
      text: { "\($0)" })
  }

  /// A whole number from 1 on; larger ones than `max` are read as that.
  static func count(max: Int = .maxCount) -> ValueCoding<Int> {
    let read = { @Sendable (number: Int) in number > 0 ? min(number, max) : nil }
    return ValueCoding(
      "n", "must be a whole number from 1 on", schema: "\"type\": \"integer\", \"minimum\": 1",
      fromText: { Int($0).flatMap(read) }, fromJSON: { $0.wholeNumber.flatMap(read) },
      text: { "\($0)" })
  }

  /// Nil is written as a word, not left out.
  static let longSide: ValueCoding<Int?> = {
    let numbers = wholeNumber(1...1_000_000)
    return ValueCoding(
      "n", "must be auto or a whole number from 1 to 1000000", choices: ["auto"],
      schema: "\"anyOf\": [{ \(numbers.form.schema) }, { \"const\": \"auto\" }]",
      fromText: { $0 == "auto" ? .some(nil) : numbers.fromText($0).map(Optional.some) },
      fromJSON: { $0.text == "auto" ? .some(nil) : numbers.fromJSON($0).map(Optional.some) },
      text: { $0.map { "\($0)" } ?? "auto" })
  }()

  static let cells = ValueCoding<GridCells>(
    "columnsxrows", "must be columns and rows from 1 to 100, such as 5x6",
    schema: "\"type\": \"string\", \"pattern\": \"^[0-9]+[xX][0-9]+$\"",
    fromText: { GridCells($0) }, text: \.text
  ).optional(orNone: "auto")

  static let quality = wholeNumber(1...100).map({ Quality($0) }, from: \.value)

  static let compression = wholeNumber(1...9).map({ Compression($0) }, from: \.level)

  static let flag = ValueCoding<Bool>(
    "on|off", "must be true or false", choices: ["on", "off"], schema: "\"type\": \"boolean\"",
    isFlag: true,
    fromText: { $0 == "on" ? true : $0 == "off" ? false : nil }, fromJSON: \.bool,
    text: { $0 ? "on" : "off" })

  /// One of the type's cases, by its name; in JSON, a name that is a number may be written as one.
  ///
  /// - Parameter synonyms: other words for the cases, which people type and no help names.
  static func choice<Value: CaseIterable & RawRepresentable<String> & Hashable & Sendable>(
    _ placeholder: String, synonyms: [String: Value] = [:]
  ) -> ValueCoding<Value> where Value.AllCases: Sendable {
    let names = Value.allCases.map(\.rawValue)
    let inJSON = names.map { "\"\($0)\"" } + names.filter { Int($0) != nil }
    return ValueCoding(
      placeholder, "must be one of \(names.joined(separator: ", "))", choices: names,
      schema: "\"enum\": [\(inJSON.joined(separator: ", "))]",
      fromText: { Value(rawValue: $0) ?? synonyms[$0.lowercased()] },
      fromJSON: { ($0.text ?? $0.wholeNumber.map(String.init)).flatMap(Value.init) },
      text: { $0.rawValue })
  }

  static func number(_ range: ClosedRange<Double>, placeholder: String = "times") -> ValueCoding<
    Double
  > {
    // Minus zero is zero.
    let read = { @Sendable (number: Double) in range.contains(number) ? number + 0 : nil }
    return ValueCoding(
      placeholder,
      "must be a number from \(range.lowerBound.shortText) to \(range.upperBound.shortText)",
      schema:
        "\"type\": \"number\", \"minimum\": \(range.lowerBound), \"maximum\": \(range.upperBound)",
      fromText: { Double(decimal: $0).flatMap(read) }, fromJSON: { $0.number.flatMap(read) },
      text: \.shortText)
  }

  static let length = ValueCoding<Length>(
    "length",
    "must be a length: from 0 to 100000 pixels, such as 12, to 1000mm, such as 2mm, 1cm, 0.1in or "
      + "9pt, or to 50% of the short side, such as 2%",
    schema: "\"$ref\": \"#/$defs/length\"",
    fromText: { Length($0) },
    fromJSON: { json in (json.text ?? json.number.map { "\($0)" }).flatMap { Length($0) } },
    text: \.text)

  /// That of text, which would vanish at 0.
  static let textSize = ValueCoding<TextSize>(
    "length",
    "must be auto or a length above 0: up to 100000 pixels, such as 24, to 1000mm, such as 3mm or "
      + "9pt, or to 50% of the short side, such as 3%",
    choices: ["auto"],
    schema: "\"anyOf\": [{ \"$ref\": \"#/$defs/length\" }, { \"const\": \"auto\" }]",
    fromText: { TextSize($0) },
    fromJSON: { json in (json.text ?? json.number.map { "\($0)" }).flatMap { TextSize($0) } },
    text: \.text)

  /// - Parameter colour: where the value names none.
  static func outline(_ colour: Colour) -> ValueCoding<Outline?> {
    let read = { @Sendable (text: String) in Outline(text, colour: colour) }
    var coding = ValueCoding<Outline>(
      "length[,colour]",
      "must be a length from 0 to 100000 pixels, 1000mm or 50%, optionally with a comma and a "
        + "colour, such as 1%,white",
      schema: "\"$ref\": \"#/$defs/outline\"",
      fromText: read,
      fromJSON: { json in (json.text ?? json.number.map { "\($0)" }).flatMap(read) },
      text: { "\($0.width.text),\($0.colour.hexadecimal)" }
    ).optional(orNone: "none")
    coding.objection = { Outline.objection(to: $0) }
    return coding
  }

  static let background = ValueCoding<Background>(
    "colour",
    "must be a colour name, #rgb[a], #rrggbb[aa], transparent, blur or blur,40%",
    choices: ["blur", "blur,40%", "transparent", "white", "black"],
    schema: "\"type\": \"string\", \"minLength\": 1",
    fromText: { Background($0) }, text: \.description)

  /// A line of text.
  static let text = ValueCoding<String>(
    "text", "must be one line of UTF-8 text",
    schema: "\"type\": \"string\", \"maxLength\": \(TextLimits.characters * TextLimits.codePoints)",
    isText: true,
    fromText: { text in
      TextLimits.allows(text) && text.unicodeScalars.allSatisfy(\.isOfLine) ? text : nil
    }, text: { $0 }
  ).optional(orNone: "none").limited

  static let captionFormat = ValueCoding<CaptionFormat>(
    "format",
    "must be name, date, title, place, number, people, keywords, camera, none, or a text with "
      + "fields: {name}, {date:d MMMM yyyy}, {title}, {place}, {n}, {people}, {keywords}, "
      + "{camera}, {lens}, {aperture}, {shutter}, {iso}, {focal}, as one line of UTF-8 text",
    choices: CaptionFormat.words,
    schema: "\"type\": \"string\", \"maxLength\": \(TextLimits.characters * TextLimits.codePoints)",
    isText: true,
    fromText: { text in
      TextLimits.allows(text) && text.unicodeScalars.allSatisfy(\.isOfLine)
        ? CaptionFormat(text) : nil
    }, text: \.text
  ).optional(orNone: "none").limited

  static let altText = ValueCoding<AltChoice>(
    "text", "must be layout, auto, none or a text", choices: AltChoice.words,
    schema: "\"type\": \"string\"", isText: true,
    fromText: { AltChoice($0) }, text: \.text)

  /// Nil is written as a word, and so is a photo of which nothing is said.
  static let altTextOfPhoto: ValueCoding<String?> = {
    let (given, none) = ("auto", "none")
    var coding = ValueCoding<String?>(
      "text", "must be a text, or none", schema: "\"type\": \"string\"", isText: true,
      fromText: { text in
        let cleaned = AltText.cleaned(text)
        return .some(cleaned == given ? nil : cleaned == none ? "" : cleaned)
      },
      text: { text in text.map { $0.isEmpty ? none : $0 } })
    coding.form.wordForNoValue = given
    return coding
  }()

  static let language = ValueCoding<DateLanguage>(
    "locale", "must be en, auto, or the name of a locale, such as de or pt_BR",
    choices: ["en", "auto"], schema: "\"type\": \"string\", \"minLength\": 1",
    fromText: { DateLanguage($0) }, text: \.text)

  static let font = ValueCoding<FontChoice>(
    "name|file", "must be a font's name, such as 'DejaVu Serif', or a file, in UTF-8",
    schema: "\"type\": \"string\", \"minLength\": 1", isText: true,
    fromText: { text in text.unicodeScalars.contains(where: \.carriesByte) ? nil : FontChoice(text)
    }, text: \.text
  ).optional(orNone: "auto")

  static let template = ValueCoding<TemplateChoice>(
    "file", "must be the path or URL of a PNG, WebP or AVIF, in UTF-8",
    schema: "\"type\": \"string\", \"minLength\": 1", isText: true,
    fromText: { $0.unicodeScalars.contains(where: \.carriesByte) ? nil : TemplateChoice($0) },
    text: \.text
  ).optional(orNone: "none", isValue: false).ofPicture

  static let overlay: ValueCoding<OverlayChoice?> = {
    var coding = ValueCoding<OverlayChoice>(
      "file[,place[,width]]",
      "must be a picture's path or URL, optionally with a place (\(OverlayChoice.placeNames)), and "
        + "a width such as 15% or 300",
      schema: "\"type\": \"string\", \"minLength\": 1", isText: true,
      fromText: { $0.unicodeScalars.contains(where: \.carriesByte) ? nil : OverlayChoice($0) },
      text: \.text
    ).optional(orNone: "none", isValue: false).ofPicture
    coding.objection = { OverlayChoice.objection(to: $0) }
    return coding
  }()

  static let code: ValueCoding<CodeChoice?> = {
    var coding = ValueCoding<CodeChoice>(
      "text[,place[,size]]",
      "must be a text, optionally with a place such as top-left or auto, and a size such as 15% or "
        + "20mm, as one line of UTF-8 text",
      schema: "\"type\": \"string\", \"minLength\": 1", isText: true,
      fromText: { $0.unicodeScalars.allSatisfy(\.isOfLine) ? CodeChoice($0) : nil }, text: \.text
    ).optional(orNone: "none")
    coding.objection = { text in
      CodeChoice.unknownField(in: text).map {
        "has no field \($0.utf8.abridged); the fields are \(CodeChoice.fieldsText)"
      }
    }
    return coding
  }()

  static let palette: ValueCoding<ScreenPalette> = {
    var coding: ValueCoding<ScreenPalette> = choice("name")
    coding.objection = { ScreenPalette.objection(to: $0) }
    return coding
  }()

  static let textColour = ValueCoding<Colour>(
    "colour", "must be a colour name, #rgb or #rrggbb", choices: ["black", "white"],
    schema: "\"type\": \"string\", \"minLength\": 1",
    fromText: { Colour($0) }, text: \.hexadecimal
  ).optional(orNone: "auto")

  static let canvas: ValueCoding<Canvas> = {
    var coding = ValueCoding<Canvas>(
      "size",
      "must be auto, a size in pixels such as 2400x1600, on paper such as A4 or 15x10cm@300dpi, or "
        + "a ratio such as 16:9, with at most 1000000 pixels a side",
      choices: [
        "auto", "1:1", "3:2", "16:9", "A4", "A4-landscape", "10x15cm", "4x6in", "1080x1080",
        "1920x1080",
      ],
      schema: "\"type\": \"string\", \"pattern\": \"\(pattern)\"",
      fromText: { unitlessPaper($0) == nil ? Canvas($0) : nil }, text: \.text)
    coding.objection = { text in
      unitlessPaper(text).map { "needs a unit: \($0.remedies)" }
    }
    return coding
  }()

  private static func unitlessPaper(_ text: String) -> UnitlessSize? {
    UnitlessSize(text).flatMap { $0.isOfPaper ? $0 : nil }
  }

  private static let pattern =
    "^([aA][uU][tT][oO]|[0-9.]+:[0-9.]+|(\\\\+?[0-9]+[xX]\\\\+?[0-9]+([pP][xX])?"
    + "|[0-9.]+[xX][0-9.]+(cm|mm|in|pt)|([aA][0-6]|letter|legal)([- ](landscape|portrait))?)(@[0-9]+(dpi)?)?)$"

  static let format = ValueCoding<OutputFormat>(
    "jpeg|png|pdf|webp|avif|jxl", "must be jpeg, png, pdf, webp, avif or jxl",
    choices: OutputFormat.allCases.map(\.rawValue),
    schema:
      "\"type\": \"string\", \"pattern\": \"^([jJ][pP][eE]?[gG]|[pP][nN][gG]|[pP][dD][fF]|"
      + "[wW][eE][bB][pP]|[aA][vV][iI][fF]|[jJ][xX][lL])$\"",
    fromText: { OutputFormat($0) }, text: \.rawValue
  ).optional(orNone: "auto")

  static let focus = {
    @Sendable func focus(_ x: Double?, _ y: Double?) -> PhotoFocus?? {
      guard let x, let y, let point = FocusPoint(x: x, y: y) else { return nil }
      return .some(.point(point))
    }
    @Sendable func focus(_ word: String) -> PhotoFocus?? {
      switch word {
      case "auto": .some(nil)
      case "centre": .centre
      case "left": focus(0, 0.5)
      case "right": focus(1, 0.5)
      case "top": focus(0.5, 0)
      case "bottom": focus(0.5, 1)
      default: nil
      }
    }
    var coding = ValueCoding(
      "x,y",
      "must be auto, centre, left, right, top, bottom or a point x,y, with x and y from 0 to 1",
      choices: ["auto", "centre", "left", "right", "top", "bottom"],
      schema:
        "\"anyOf\": [{ \"type\": \"array\", \"items\": { \"type\": \"number\", \"minimum\": 0, "
        + "\"maximum\": 1 }, \"minItems\": 2, \"maxItems\": 2 }, { \"enum\": [\"auto\", "
        + "\"centre\", \"left\", \"right\", \"top\", \"bottom\"] }]",
      fromText: { text in
        let parts = text.parts(at: ",")
        return parts.count == 2
          ? focus(Double(decimal: parts[0]), Double(decimal: parts[1])) : focus(text)
      },
      fromJSON: { json in
        if let word = json.text { return focus(word) }
        guard let list = json.list, list.count == 2 else { return nil }
        return focus(list[0].number, list[1].number)
      },
      text: { focus in
        switch focus {
        case nil, .settled: nil
        case .centre: "centre"
        case .point(let point): "\(point.x),\(point.y)"
        }
      })
    coding.form.wordForNoValue = "auto"
    return coding
  }()
}

extension Unicode.Scalar {
  /// Whether it can stand in a line of text: no control character, separator of lines, or code
  /// point that is no character.
  fileprivate var isOfLine: Bool {
    switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: false
    default: !properties.isNoncharacterCodePoint && !carriesByte
    }
  }

  /// Whether it is one of the last 128 private ones, which carry the bytes of a command line that
  /// are not UTF-8.
  fileprivate var carriesByte: Bool { (0x10_FE80...0x10_FEFF).contains(value) }
}
