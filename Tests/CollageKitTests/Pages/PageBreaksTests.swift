import Testing

@testable import CollageKit

@Suite struct PageBreaksTests {
  /// Whether the runs hold all of so many photos, in order.
  private func areWhole(_ runs: [Range<Int>], _ count: Int) -> Bool {
    runs.flatMap { Array($0) } == Array(0..<count) && !runs.contains { $0.isEmpty }
  }

  @Test func `balanced pages are as few as can be, and differ by one photo at most`() {
    for count in 0...60 {
      for limit in 1...10 {
        let runs = PageBreaks.balanced(count, atMost: limit)
        let lengths = runs.map(\.count)
        #expect(areWhole(runs, count) && lengths.count == (count + limit - 1) / limit)
        #expect((lengths.max() ?? 0) <= limit)
        #expect((lengths.max() ?? 0) - (lengths.min() ?? 0) <= 1, "\(count) by \(limit)")
        #expect(lengths == lengths.sorted(by: >))
      }
    }
    #expect(PageBreaks.balanced(25, atMost: 6) == [0..<5, 5..<10, 10..<15, 15..<20, 20..<25])
  }

  @Test(arguments: [Int.max, Int.max - 1, 1 << 62, 1_000_000_000])
  func `pages that have room for more than there can be are one page`(_ limit: Int) {
    #expect(PageBreaks.balanced(7, atMost: limit) == [0..<7])
    #expect(PageBreaks.full(7, of: limit) == [0..<7])
    #expect(PageBreaks.atGaps(of: [1, 2, 900, 901], atMost: limit) == [0..<4])
  }

  @Test func `full pages leave what remains to the last one`() {
    #expect(PageBreaks.full(7, of: 3) == [0..<3, 3..<6, 6..<7])
    #expect(PageBreaks.full(6, of: 3) == [0..<3, 3..<6])
    #expect(PageBreaks.full(0, of: 3) == [])
  }

  @Test func `pages break where much time passes, and are at least half full`() {
    // Five photos in the morning, four at noon, seven in the evening, a minute between each.
    let starts =
      Array(repeating: 0, count: 5) + Array(repeating: 20_000, count: 4)
      + Array(repeating: 40_000, count: 7)
    let times = starts.enumerated().map { $1 + 60 * $0 }
    #expect(PageBreaks.atGaps(of: times, atMost: 8) == [0..<5, 5..<9, 9..<16])
    // Nothing is broken that fits; the seven don't.
    let runs = PageBreaks.atGaps(of: times, atMost: 6)
    #expect(runs.map(\.count) == [5, 4, 4, 3] || runs.map(\.count) == [5, 4, 3, 4])
    // A lone photo far from others gets no page of its own.
    let lone = [0, 100_000, 100_060, 100_120, 100_180, 100_240, 100_300]
    #expect(PageBreaks.atGaps(of: lone, atMost: 6).allSatisfy { $0.count >= 3 })
  }

  @Test func `without gaps that stand out pages are as alike as they can be`() {
    for count in 1...40 {
      for limit in 1...9 {
        for step in [0, 1, 3600] {
          let runs = PageBreaks.atGaps(of: (0..<count).map { $0 * step }, atMost: limit)
          let lengths = runs.map(\.count)
          #expect(areWhole(runs, count) && lengths.count == (count + limit - 1) / limit)
          #expect(lengths.max()! - lengths.min()! <= 1, "\(count) by \(limit): \(lengths)")
        }
      }
    }
  }

  @Test func `whatever the times, every photo is on one page, and no page has too many or few`() {
    var seed: UInt64 = 7
    func random(below limit: Int) -> Int {
      seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(seed >> 33) % limit
    }
    for _ in 0..<300 {
      let count = 1 + random(below: 50)
      let limit = 1 + random(below: 9)
      var time = 0
      let times = (0..<count).map { _ in
        time += [0, 5, 300, 20_000, 400_000][random(below: 5)]
        return time
      }
      let runs = PageBreaks.atGaps(of: times, atMost: limit)
      #expect(areWhole(runs, count) && runs.allSatisfy { $0.count <= limit })
      #expect(runs.count == 1 || runs.allSatisfy { $0.count >= (limit + 1) / 2 })
    }
  }
}
