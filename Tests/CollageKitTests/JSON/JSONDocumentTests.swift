import FoundationEssentials
import TestSupport
import Testing

@testable import SafeText

@Suite struct JSONDocumentTests {
  @Test func `an escaped character has four digits, or twice four beyond 0xFFFF`() throws {
    let text = "\"a\u{1B}\u{FF}\u{202E}\u{1F600}\""
    let escaped = text.escapingInJSON { !$0[$1].isASCII || $0[$1].value < 0x20 }
    #expect(escaped == #""a\u001b\u00ff\u202e\ud83d\ude00""#)
  }

  private func value(_ text: String) throws(JSONError) -> JSONValue {
    try JSONDocument(Array(text.utf8)).value
  }

  private func error(_ bytes: [UInt8]) -> String? {
    do {
      _ = try JSONDocument(bytes)
      return nil
    } catch {
      return error.description
    }
  }

  @Test func `every kind of value is read`() throws {
    let number = { (text: String, value: Double) in
      JSONValue.number(JSONNumber(text: text, value: value))
    }
    #expect(
      try value(
        " {\"a\": [null, true, false, -0, 1.50, 2e-3], \"b\\u00e9\": {}, \"\": \"\", \"c\": []}\r\n\t "
      )
        == .object([
          "a": .list([
            .null, .bool(true), .bool(false), number("-0", 0), number("1.50", 1.5),
            number("2e-3", 0.002),
          ]),
          "bé": .object([:]), "": .text(""), "c": .list([]),
        ]))
    #expect(
      try value(#""\"\\\/\b\f\n\r\t\u0041\uD83D\uDE00é😀""#) == .text("\"\\/\u{8}\u{C}\n\r\tA😀é😀"))
    #expect(try value("\u{FEFF}1") == number("1", 1))
  }

  @Test func `a number that is too large is one all the same`() throws {
    for text in ["1e999", "-1e999", String(repeating: "9", count: 400)] {
      let value = try value(text)
      #expect(value.isTooLargeNumber && value.number == nil && value.wholeNumber == nil)
    }
    #expect(try value("1e999").shown == "1e999")
    #expect(try value("1e-999").number == 0)
    #expect(
      try value(String(repeating: "1", count: 500)).shown == String(repeating: "1", count: 80) + "…"
    )
  }

  @Test(arguments: [
    ("", "a value is missing at byte 1"), ("[1,]", "a value is missing at byte 4"),
    ("{\"a\":1,}", "a quoted key is missing at byte 8"),
    ("{\"a\" 1}", "a colon is missing at byte 6"),
    ("{a:1}", "a quoted key is missing at byte 2"),
    ("[1 2]", "a comma or ] is missing at byte 4"),
    ("{\"a\":1 \"b\":2}", "a comma or } is missing at byte 8"),
    ("1 2", "unexpected text after the value at byte 3"),
    ("01", "unexpected text after the value at byte 2"), ("-", "a digit is missing at byte 2"),
    ("1.", "a digit is missing at byte 3"), ("1e+", "a digit is missing at byte 4"),
    ("+1", "a value is missing at byte 1"), ("NaN", "a value is missing at byte 1"),
    ("tru", "a value is missing at byte 1"), ("\"a", "a closing quote is missing at byte 3"),
    ("\"\n\"", "an unescaped control character at byte 2"),
    ("\"\u{1F}\"", "an unescaped control character at byte 2"),
    (#""\x""#, "an unknown escape at byte 3"),
    (#""\u00G0""#, "a hexadecimal digit is missing at byte 6"),
    (#""\uD83D""#, "an unpaired surrogate at byte 8"),
    (#""\uDE00\uD83D""#, "an unpaired surrogate at byte 8"),
  ])
  func `what is wrong is reported with its byte`(text: String, message: String) {
    #expect(error(Array(text.utf8)) == "this is not JSON: \(message)")
  }

  @Test func `bytes that are not UTF-8 are refused`() {
    for text in [[0xFF], [0xC3], [0xED, 0xA0, 0x80], [0xC0, 0x80]] as [[UInt8]] {
      #expect(
        error([0x22] + text + [0x22])?.hasPrefix(
          "this is not JSON: invalid UTF-8 in the text") == true)
      #expect(error(text) != nil)
    }
  }

  @Test func `a key that comes twice is found with its path, however it is written`() throws {
    let path = { (text: String) in try JSONDocument(Array(text.utf8)).repeatedKey?.displayed }
    #expect(try path("{\"a\": 1, \"b\": {\"a\": [{}]}}") == nil)
    #expect(try path(#"{"a": 1, "\u0061": 2, "b": 1, "b": 1}"#) == "a")
    #expect(try path(#"{"a": [0, {"b": {"c": 1, "c": 1}}]}"#) == "a[1].b.c")
    #expect(try path(#"[{"x": 1, "x": 1}]"#) == "[0].x")
  }

  @Test func `nesting is bounded, and a million brackets are refused at once`() throws {
    let nested = { (depth: Int) in
      String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    }
    #expect(try value(nested(JSONDocument.maxDepth)).list?.count == 1)
    for text in [nested(65), nested(500), String(repeating: "[", count: 1_000_000)] {
      #expect(
        error(Array(text.utf8)) == "lists and objects are nested more than 64 deep at byte 65")
    }
    let objects = String(repeating: "{\"a\":", count: 500_000)
    #expect(
      error(Array(objects.utf8)) == "lists and objects are nested more than 64 deep at byte 321")
  }

  @Test func `as much is taken as the standard decoder takes, and the same is read`() throws {
    var dice = Dice(13)
    var accepted = 0
    for _ in 0..<4_000 {
      var bytes = Array(Self.document(&dice, depth: 4).utf8)
      if dice.roll(2) == 0, !bytes.isEmpty {
        let alphabet = Array("{}[]\",:0123456789.-+eEtfn\\u \n\u{1}é".utf8)
        let place = dice.roll(bytes.count)
        switch dice.roll(3) {
        case 0: bytes[place] = alphabet[dice.roll(alphabet.count)]
        case 1: bytes.remove(at: place)
        default: bytes.insert(alphabet[dice.roll(alphabet.count)], at: place)
        }
      }
      let expected = try? JSONDecoder().decode(Decoded.self, from: Data(bytes))
      let text = String(decoding: bytes, as: UTF8.self)
      do throws(JSONError) {
        let document = try JSONDocument(bytes)
        accepted += 1
        guard document.repeatedKey == nil else { continue }
        if let expected {
          #expect(expected.matches(document.value), "\(text)")
        } else {
          #expect(document.value.holdsNumberOutOfRange, "\(text)")
        }
      } catch {
        // The standard decoder takes a comma behind the last member.
        #expect(expected == nil || Self.isBehindComma(error, bytes), "\(text): \(error)")
      }
    }
    #expect((1_500...3_900).contains(accepted))
  }

  private static func isBehindComma(_ error: JSONError, _ bytes: [UInt8]) -> Bool {
    guard case .invalid(_, let byte) = error else { return false }
    return bytes.prefix(byte - 1).last { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }
      == UInt8(ascii: ",")
  }

  private static func document(_ dice: inout Dice, depth: Int) -> String {
    let space = ["", " ", "\n"][dice.roll(3)]
    switch dice.roll(depth > 0 ? 9 : 7) {
    case 0: return space + ["null", "true", "false"][dice.roll(3)]
    case 1: return "\(dice.roll(1_000) - 500)" + space
    case 2:
      return ["0", "-0.0", "1.25e2", "3E-7", "12345678901234567890", "0.1", "1e308", "5e-324"][
        dice.roll(8)]
    case 3, 4, 5, 6:
      let pieces = [
        "a", "é", "😀", "\\n", "\\u00e9", "\\uD83D\\uDE00", "\\\\", "\\\"", " ", "\u{7F}",
        "\u{202E}",
      ]
      return "\"" + (0..<dice.roll(6)).map { _ in pieces[dice.roll(pieces.count)] }.joined() + "\""
    case 7:
      return "["
        + (0..<dice.roll(4)).map { _ in document(&dice, depth: depth - 1) }.joined(separator: ",")
        + space
        + "]"
    default:
      return "{"
        + (0..<dice.roll(4)).map {
          "\"k\($0)\(space)\"\(space):" + document(&dice, depth: depth - 1)
        }
        .joined(separator: "," + space) + "}"
    }
  }
}

extension Dice {
  fileprivate mutating func roll(_ sides: Int) -> Int { Int.random(in: 0..<sides, using: &self) }
}

extension JSONValue {
  fileprivate var holdsNumberOutOfRange: Bool {
    switch self {
    case .list(let list): list.contains(where: \.holdsNumberOutOfRange)
    case .object(let object): object.values.contains(where: \.holdsNumberOutOfRange)
    case .number(let number): number.isTooLarge || number.value == 0
    default: false
    }
  }
}

/// What the standard decoder reads.
private enum Decoded: Decodable, Hashable {
  case null
  case bool(Bool)
  case number(Double)
  case text(String)
  case list([Decoded])
  case object([String: Decoded])

  init(from decoder: any Decoder) throws {
    let value = try decoder.singleValueContainer()
    if let text = try? value.decode(String.self) {
      self = .text(text)
    } else if value.decodeNil() {
      self = .null
    } else if let bool = try? value.decode(Bool.self) {
      self = .bool(bool)
    } else if let number = try? value.decode(Double.self) {
      self = .number(number)
    } else if let list = try? value.decode([Decoded].self) {
      self = .list(list)
    } else {
      self = .object(try value.decode([String: Decoded].self))
    }
  }

  func matches(_ value: JSONValue) -> Bool {
    switch (self, value) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right.value
    case (.text(let left), .text(let right)): left == right
    case (.list(let left), .list(let right)):
      left.count == right.count && zip(left, right).allSatisfy { $0.matches($1) }
    case (.object(let left), .object(let right)):
      Set(left.keys) == Set(right.keys)
        && left.allSatisfy { key, value in right[key].map { value.matches($0) } ?? false }
    default: false
    }
  }
}
