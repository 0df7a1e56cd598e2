import PhotoCodecs
import Testing

@testable import CollageKit

@Suite struct AssetIDTests {
  static let text = "0123456789abcdef0123456789abcdef"

  @Test func `an id holds the whole digest, and the first half of it is printed`() {
    var hash = SHA256()
    hash.update(Array("abc".utf8))
    let id = AssetID(Digest(hash))
    #expect(id.digest == Digest(hash))
    #expect(id.text == "ba7816bf8f01cfea414140de5dae2223")
    #expect("\(id)" == id.text && "\(id.short)" == id.text)
  }

  @Test(arguments: [
    (text, true), (String(text.dropLast()), false), (text + "0", false), ("", false),
    (text.uppercased(), false),
    ("0123456789abcdef0123456789abcdeg", false), ("０123456789abcdef0123456789abcde", false),
    (" 123456789abcdef0123456789abcdef", false), ("０1234567890123456789012345678901", false),
  ])
  func `a short id has 32 lower-case hexadecimal digits`(text: String, isOne: Bool) {
    #expect(ShortAssetID(text)?.text == (isOne ? text : nil))
  }

  @Test(
    arguments: [
      ("0123", "0123"), ("ABCD", "abcd"), ("aBcD9", "abcd9"), (text, text), ("012", nil), ("", nil),
      (text + "0", nil),
      ("012g", nil), ("０123", nil), ("01 3", nil), ("0123\n", nil), ("İİİİ", nil),
    ] as [(String, String?)])
  func `a prefix has four digits or more, of either case`(typed: String, prefix: String?) {
    #expect(AssetIDPrefix(typed)?.text == prefix)
  }
}
