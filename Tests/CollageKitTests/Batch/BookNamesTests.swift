import SystemPackage
import Testing

@testable import CollageKit

@Suite struct BookNamesTests {
  private func names(_ beginnings: [[UInt8]]) -> [FilePath.Component] {
    var names = BookNames()
    return beginnings.map { names.next(for: $0) }
  }

  @Test func `a name is given once, and numbered from 2`() {
    let given = names(["a", "b", "A", "a", "a-2", "e\u{301}", "\u{e9}"].map { Array($0.utf8) })
    #expect(
      given.map(\.string) == [
        "a.pdf", "b.pdf", "A-2.pdf", "a-3.pdf", "a-2-2.pdf", "e\u{301}.pdf", "\u{e9}-2.pdf",
      ])
  }

  @Test func `a long name is shortened where a character ends`() {
    let flag = "\u{1F1E9}\u{1F1EA}"
    let long = Array(String(repeating: flag, count: 40).utf8)
    let given = names([long, long])
    #expect(given[0].string == String(repeating: flag, count: 31) + ".pdf")
    #expect(given[1].string == String(repeating: flag, count: 31) + "-2.pdf")
    let bytes = names([[UInt8](repeating: 0xFF, count: 300)])[0]
    #expect(FilePath(root: nil, [bytes]).length == 255)
  }
}
