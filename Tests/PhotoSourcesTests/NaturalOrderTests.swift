import SystemPackage
import TestSupport
import Testing

@testable import PhotoSources

@Suite struct NaturalOrderTests {
  private func sorted(_ names: [String]) -> [String] {
    names.map { ($0, NameKey(Array($0.utf8))) }.sorted { $0.1 < $1.1 }.map(\.0)
  }

  @Test(arguments: [
    ["a.jpg", "B.jpg", "c.jpg", "Z.jpg"],
    // Case and accents decide only between names that are otherwise the same.
    ["A1.jpg", "a1.jpg", "A2.jpg", "a2.jpg"],
    ["Eclair 2.jpg", "Eclair.jpg", "eclair.jpg", "éclair.jpg", "ecrin.jpg"],
    ["ae 1", "æ 2", "ae 3"], ["strasse 1", "straße 2", "STRASSE 3"],
    ["zebra", "Ω", "я", "日", "🌄"],
    // Numbers have values, and zeros decide last.
    ["img", "img0", "img00", "img01", "img1", "img2", "img10"],
    ["9" + String(repeating: "9", count: 300), "1" + String(repeating: "0", count: 301)],
    ["a 2", "a 10", "a-1", "a.1", "a1", "a1b", "a2", "ab"],
  ])
  func `names come as in file managers`(names: [String]) {
    #expect(sorted(names.reversed()) == names)
    #expect(sorted(names) == names)
  }

  @Test func `composed and decomposed names differ only in the tie`() {
    for (composed, decomposed) in [("é", "e\u{301}"), ("ế", "e\u{302}\u{301}"), ("한", "한")] {
      let names = [composed + "1", decomposed + "1", composed + "2", decomposed + "2"]
      let values = sorted(names).map { $0.unicodeScalars.last! }
      #expect(values == ["1", "1", "2", "2"])
      let (one, other) = (NameKey(Array(composed.utf8)), NameKey(Array(decomposed.utf8)))
      #expect(Array(composed.utf8) == Array(decomposed.utf8) || (one < other) != (other < one))
    }
  }

  /// Bytes that make up names whose parts are alike: letters of both cases, accents, digits, zeros,
  /// and what is not UTF-8.
  private func name(_ random: inout Numbers) -> [UInt8] {
    let texts: [String] = [
      "a", "A", "b", "é", "e\u{301}", "e", "ß", "ss", "0", "00", "1", "9", "10", "-", " ", ".",
      "日",
    ]
    let others: [[UInt8]] = [[0xE9], [0xFF], [0xC3], [0x80]]
    let parts = texts.map { Array($0.utf8) } + others
    let count = random.next(below: 6)
    return (0..<count).flatMap { _ in parts[random.next(below: parts.count)] }
  }

  @Test func `it is a total order of all bytes`() {
    var random = Numbers(seed: 68)
    for _ in 0..<20_000 {
      let names = (0..<3).map { _ in name(&random) }
      let keys = names.map { NameKey($0) }
      for first in 0..<3 {
        for second in 0..<3 {
          let orders = [keys[first] < keys[second], keys[second] < keys[first]]
          let isSame = names[first] == names[second]
          #expect(orders.filter { $0 }.count == (isSame ? 0 : 1), "\(names)")
          for third in 0..<3 where keys[first] < keys[second] && keys[second] < keys[third] {
            #expect(keys[first] < keys[third], "\(names)")
          }
        }
      }
    }
  }

  @Test func `a folder comes with all that is in it, before the next one`() {
    let paths = ["a/2.jpg", "a/10/1.jpg", "A/1.jpg", "a b/1.jpg", "a-b/1.jpg", "B/1.jpg"]
    let sorted = paths.map { FilePath($0) }.sortedNaturally { $0 }.map(\.string)
    #expect(
      sorted == ["A/1.jpg", "a/2.jpg", "a/10/1.jpg", "a b/1.jpg", "a-b/1.jpg", "B/1.jpg"])
  }
}
