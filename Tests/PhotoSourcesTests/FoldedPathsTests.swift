import Testing

@testable import PhotoSources

@Suite struct FoldedPathsTests {
  @Test(arguments: ["", "Été", "a/b", "b"]) func `words are found as in each path by itself`(
    folder: String
  ) {
    let names = ["a.png", "ab", "B", "Été.JPG", "aXb", "a", "\u{E4}b b"]
    var packed = PackedNames()
    for name in names { packed.append { $0 += name.utf8 } }
    let paths = FoldedPaths(folder: Array(folder.utf8), packed)
    for word in [
      "", "a", "b", "ab", "/", "/a", "b/a", "ete/a", "a/b/", "e/e", "png", "b b", "x", "ete.jpg",
      "aa", "\0",
    ] {
      let wanted = names.indices.filter { index in
        let path = TextFolding.folded(
          Array(((folder.isEmpty ? "" : folder + "/") + names[index]).utf8))
        return String(decoding: path, as: UTF8.self).contains(word) || word.isEmpty
      }
      var found: [Int] = []
      paths.places(containing: Array(word.utf8)).forEach { found.append($0) }
      #expect(found == wanted, "\(folder) \(word)")
    }
  }

  @Test(arguments: [0, 1, 63, 64, 65, 128, 1023, 1024])
  func `a set holds as many photos as a block`(count: Int) {
    let first = PhotoSet(first: count)
    #expect(first.count == count)
    #expect((0..<1024).allSatisfy { first.contains($0) == ($0 < count) })
    var other = PhotoSet()
    for place in stride(from: 0, to: 1024, by: 3) { other.insert(place) }
    let multiples = (0..<count).count { $0 % 3 == 0 }
    #expect(
      first.intersection(other).count == multiples
        && first.subtracting(other).count == count - multiples)
    #expect(first.union(other).count == count + other.count - multiples)
  }
}
