/// Divides photos into justified lines, rows or columns, by dynamic programming over where a line
/// ends: for the first 1, 2, 3 … photos and each ratio, it keeps the most even lines.
///
/// A photo is alone on its line only if it is a panorama, or if every photo is.
///
/// - Cost: n^1.5 for n photos, because every line that may end with a photo is tried, and lines
///   have a maximum length.
struct RowSolver: Sendable {
  /// A photo whose long side is this many times its short side may fill a line alone.
  private static let panorama = 2.0

  /// How finely ratios are distinguished, as the number of steps from one ratio to e times it: for
  /// the first lines, and for all lines.
  private static let stepsOfPart = 10.0
  private static let stepsOfWhole = 500.0

  /// The maximum length of a line, in photos: several times that of lines in a collage of ordinary
  /// proportions, and no limit for up to 105 photos.
  private static func maxLine(of photos: Int) -> Int {
    let shortest = 64
    // Beyond 400 photos it grows more slowly.
    let manyInSquare = 20.0
    let inSquare = Double(photos).squareRoot()
    return shortest + 4 * Int(min(inSquare, manyInSquare))
      + Int(1.5 * max(inSquare - manyInSquare, 0))
  }

  /// The best lines found for some photos, one for each ratio.
  private struct BestLines {
    struct Choice {
      let measure: TreeArena.Measure
      let evenness: Double
      /// The tree of the photos before the line; nil when there are none.
      let prefix: Int32?
      let line: Int32
    }

    /// The largest logarithm of a ratio that is still distinguished from larger ones; no photo is
    /// that long.
    private static let maxLogarithm = 25.0
    private let steps: Double
    private var choices: [Choice?]

    init(steps: Double) {
      self.steps = steps
      choices = Array(repeating: nil, count: 2 * Int(steps * Self.maxLogarithm) + 1)
    }

    mutating func consider(_ prefix: Int32?, _ line: Int32, _ measure: TreeArena.Measure) {
      let middle = choices.count / 2
      let place = (measure.logarithm * steps).rounded() + Double(middle)
      let bin = Int(min(max(place, 0), Double(choices.count - 1)))
      let evenness = measure.evennessAtArea
      if let known = choices[bin], known.evenness >= evenness { return }
      choices[bin] = Choice(measure: measure, evenness: evenness, prefix: prefix, line: line)
    }

    /// In the order of their ratios.
    var found: [Choice] { choices.compactMap(\.self) }
  }

  /// How the photos of a line are joined.
  private let within: TreeArena.Kind
  private let between: TreeArena.Kind

  /// - Parameter kind: `across` for rows, `down` for columns.
  init(of kind: TreeArena.Kind) {
    within = kind
    between = kind == .across ? .down : .across
  }

  /// The roots of the best lines found, one for each ratio, and how many were considered.
  ///
  /// - Parameter isCancelled: called for every line.
  func roots(
    of photos: [Int32], in arena: inout TreeArena, isCancelled: () -> Bool = { false }
  ) throws(LayoutCancelled) -> FoundTrees {
    let count = photos.count
    // The best trees of the first photos, one for each ratio.
    var prefixes: [[Int32]] = [[]]
    var considered = 0
    let maxLine = Self.maxLine(of: count)
    for end in 1...count {
      var best = BestLines(steps: end == count ? Self.stepsOfWhole : Self.stepsOfPart)
      var line = photos[end - 1]
      for start in (max(end - maxLine, 0)..<end).reversed() {
        if isCancelled() { throw LayoutCancelled() }
        if start < end - 1 { line = arena.join(within, photos[start], line) }
        guard end - start > 1 || count == 1 || fillsLine(photos[start], in: arena) else { continue }
        let measure = arena.nodes[Int(line)].measure
        considered += start == 0 ? 1 : prefixes[start].count
        if start == 0 { best.consider(nil, line, measure) }
        for prefix in prefixes[start] {
          best.consider(
            prefix, line, TreeArena.Measure(between, arena.nodes[Int(prefix)].measure, measure))
        }
      }
      prefixes.append(
        best.found.map { choice in
          choice.prefix.map { arena.join(between, $0, choice.line, choice.measure) } ?? choice.line
        })
    }
    let alone = photos.dropFirst().reduce(photos[0]) { arena.join(between, $0, $1) }
    return FoundTrees(
      roots: prefixes[count] + (count > 1 ? [alone] : []), considered: considered)
  }

  private func fillsLine(_ photo: Int32, in arena: TreeArena) -> Bool {
    let ratio = arena.nodes[Int(photo)].measure.ratio
    return (within == .across ? ratio : 1 / ratio) >= Self.panorama
  }
}
