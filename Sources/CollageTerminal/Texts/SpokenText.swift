/// Makes a sentence of a message: with a capital letter and a full stop, with units in words, and
/// without signs that a screen reader spells out.
package enum SpokenText {
  /// - Parameter names: stay as they are, such as files' names; so does what is in quotation marks.
  package static func sentence(_ text: String, keeping names: [String] = []) -> String {
    var parts = parts(of: text, keeping: names)
    for place in parts.indices where !parts[place].isName {
      parts[place].text = units(in: withoutSigns(parts[place].text))
    }
    var sentence = parts.map(\.text).joined()
    let isNamed = parts.first?.isName == true
    if !isNamed, isWord(sentence) { sentence = sentence.withCapital }
    return sentence.withFullStop
  }

  private struct Part {
    var text: String
    let isName: Bool
  }

  /// The text divided into names and what is between them.
  private static func parts(of text: String, keeping names: [String]) -> [Part] {
    let names = names.filter { !$0.isEmpty }.sorted { $0.utf8.count > $1.utf8.count }
    var parts: [Part] = []
    var plain = ""
    var rest = text[...]
    func isNew(_ rest: Substring) -> Bool {
      plain.last.map { !$0.isLetter && !$0.isNumber } ?? true
    }
    while let first = rest.first {
      let name =
        isNew(rest) ? names.first { isWhole($0, rest) } ?? quoted(rest).map(String.init) : nil
      if let name {
        if !plain.isEmpty { parts.append(Part(text: plain, isName: false)) }
        plain = ""
        parts.append(Part(text: name, isName: true))
        rest = rest.dropFirst(name.count)
      } else {
        plain.append(first)
        rest = rest.dropFirst()
      }
    }
    return plain.isEmpty ? parts : parts + [Part(text: plain, isName: false)]
  }

  /// Whether a text begins with a name, and not with a word that begins like it.
  private static func isWhole(_ name: String, _ text: Substring) -> Bool {
    guard text.hasPrefix(name) else { return false }
    return text.dropFirst(name.count).first.map { !$0.isLetter && !$0.isNumber } ?? true
  }

  /// What stands between single quotation marks at the beginning.
  private static func quoted(_ text: Substring) -> Substring? {
    guard text.first == "'", let end = text.dropFirst().firstIndex(of: "'") else { return nil }
    return text[...end]
  }

  /// Whether a text begins with a word of a sentence, not with the name of a file or an address.
  private static func isWord(_ text: String) -> Bool {
    let word = text.prefix { $0 != " " }
    return word.allSatisfy { $0.isLetter || "-',;:".contains($0) }
  }

  private static let signs: [(Character, String)] = [
    ("\u{B7}", ","), ("\u{2026}", "..."), ("\u{2192}", "to"), ("\u{2713}", ""), ("\u{2717}", ""),
    ("\u{2014}", "-"), ("\u{2013}", "-"), ("\t", " "),
  ]

  private static func withoutSigns(_ text: String) -> String {
    var plain = text
    for (sign, word) in signs where plain.contains(sign) {
      // A dot between two parts stands where a comma would.
      if word == "," { plain.replace(" \(sign) ", with: ", ") }
      plain.replace(String(sign), with: word)
    }
    while plain.contains("  ") { plain.replace("  ", with: " ") }
    return plain
  }

  // MARK: Units

  /// Numbers with units in words: "5%", "842 kB" and "2400x1600" become "5 percent", "842
  /// kilobytes" and "2400 by 1600".
  static func units(in text: String) -> String {
    var words: [String] = []
    for word in text.split(separator: " ", omittingEmptySubsequences: false).map(String.init) {
      let (before, core, after) = punctuated(word)
      if let unit = unitNames[core], let number = words.last, punctuated(number).after.isEmpty,
        isNumber(punctuated(number).core)
      {
        words.append(before + unit + after)
      } else {
        words.append(before + spoken(core) + after)
      }
    }
    return words.joined(separator: " ")
  }

  private static let unitNames = [
    "%": "percent", "kB": "kilobytes", "MB": "megabytes", "GB": "gigabytes", "MiB": "mebibytes",
    "GiB": "gibibytes", "dpi": "dots per inch", "mm": "millimetres", "cm": "centimetres",
    "px": "pixels", "pt": "points", "\u{D7}": "times",
  ]

  /// A word without the marks before and after it.
  private static func punctuated(_ word: String) -> (before: String, core: String, after: String) {
    let before = word.prefix { "([".contains($0) }
    let rest = word.dropFirst(before.count)
    let count = rest.reversed().prefix { ")],;:.".contains($0) }.count
    return (String(before), String(rest.dropLast(count)), String(rest.suffix(count)))
  }

  private static func spoken(_ word: String) -> String {
    guard let first = word.utf8.first, (0x30...0x39).contains(first) else {
      return word.replacing("\u{D7}", with: "times")
    }
    for (unit, name) in unitNames where word.hasSuffix(unit) {
      let number = String(word.dropLast(unit.count))
      if isNumber(number) { return "\(number) \(name)" }
      if let size = size(number) { return "\(size) \(name)" }
    }
    return size(word) ?? word
  }

  /// "2400 by 1600" of "2400x1600".
  private static func size(_ word: String) -> String? {
    let sides = word.split(separator: "x", omittingEmptySubsequences: false).map(String.init)
    return sides.count == 2 && sides.allSatisfy(isNumber) ? sides.joined(separator: " by ") : nil
  }

  private static func isNumber(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (0x30...0x39).contains($0) || ".,".utf8.contains($0) }
      && text.utf8.last.map { (0x30...0x39).contains($0) } == true
  }
}

extension String {
  /// With a capital letter at its beginning.
  var withCapital: String { prefix(1).uppercased() + dropFirst() }

  /// With a full stop, unless it ends like a sentence already.
  var withFullStop: String { last.map { ".?!:".contains($0) } ?? true ? self : self + "." }
}
