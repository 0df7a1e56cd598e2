import PhotoCodecs
import SystemPackage
import Testing

@testable import CollageKit

@Suite struct OutputNamesTests {
  private func names(_ beginnings: [[UInt8]]) throws -> [FilePath.Component] {
    var names = OutputNames(beside: try ExistingOutputs(in: "/none", .pdf))
    return beginnings.enumerated().map { number, beginning in
      names.next(for: beginning, of: "\(number)")
    }
  }

  @Test func `a name is given once, and numbered from 2`() throws {
    let given = try names(["a", "b", "A", "a", "a-2", "e\u{301}", "\u{e9}"].map { Array($0.utf8) })
    #expect(
      given.map(\.string) == [
        "a.pdf", "b.pdf", "A-2.pdf", "a-3.pdf", "a-2-2.pdf", "e\u{301}.pdf", "\u{e9}-2.pdf",
      ])
  }

  @Test func `a long name is shortened where a character ends`() throws {
    let flag = "\u{1F1E9}\u{1F1EA}"
    let long = Array(String(repeating: flag, count: 40).utf8)
    let given = try names([long, long])
    #expect(given[0].string == String(repeating: flag, count: 31) + ".pdf")
    #expect(given[1].string == String(repeating: flag, count: 31) + "-2.pdf")
    let bytes = try names([[UInt8](repeating: 0xFF, count: 300)])[0]
    #expect(FilePath(root: nil, [bytes]).length == 255)
  }

  @Test func `names that only case folding makes equal are kept apart`() throws {
    let given = try names(
      ["stra\u{DF}e", "STRASSE", "\u{FB01}n", "fin", "\u{130}x", "i\u{307}x", "a\u{AD}b", "ab"]
        .map { Array($0.utf8) })
    #expect(
      given.map(\.string) == [
        "stra\u{DF}e.pdf", "STRASSE-2.pdf", "\u{FB01}n.pdf", "fin-2.pdf", "\u{130}x.pdf",
        "i\u{307}x-2.pdf", "a\u{AD}b.pdf", "ab-2.pdf",
      ])
  }

  /// Each would try the numbers of all before it, which takes minutes.
  @Test func `many folders of one name get numbers one after the other`() throws {
    let long = [UInt8](repeating: UInt8(ascii: "x"), count: 300)
    let given = try names(Array(repeating: long, count: 5000))
    #expect(given.last?.string.hasSuffix("x-5000.pdf") == true)
  }
}
