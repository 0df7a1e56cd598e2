internal import LineEditing

/// How the names of a page's photos are cut where they don't fit: so that as many as possible can
/// be told apart.
///
/// Names of a series begin alike, or end alike, or both. Of those that begin alike, the beginning
/// is left out: "…2024-05-01_0012.jpg". Others are cut in the middle. Where the names would look
/// the same that way, each shows another part.
struct ShownNames {
  private enum Cut: Hashable {
    case middle
    /// Only the end is shown.
    case start
    /// Only the beginning is shown.
    case end
    /// The part that begins after so many characters.
    case around(Int)
  }

  private let style: TerminalStyle
  private let columns: Int
  private let cut: Cut

  /// - Parameters:
  ///   - names: those of the photos that are shown together.
  ///   - columns: the room for each.
  init(_ names: [String], columns: Int, _ style: TerminalStyle) {
    self.style = style
    self.columns = columns
    let long = names.filter { DisplayWidth.columns(of: $0) > columns }
    let common = Self.commonPrefix(of: long)
    // What the middle cut leaves of the beginning would be the same for all.
    let isSeries = long.count > 1 && common >= max(columns / 3, 3)
    let step = max(columns / 2, 1)
    let longest = long.map(\.count).max() ?? 0
    let cuts: [Cut] =
      (isSeries ? [.start, .middle, .end] : [.middle, .start, .end])
      + stride(from: max(common - 1, 0), to: max(longest - columns / 2, 0), by: step)
      .map { .around($0) }
    func distinct(_ cut: Cut) -> Int {
      Set(long.map { Self.shown($0, cut, columns, style) }).count
    }
    var best = (cut: cuts[0], distinct: 0)
    for cut in cuts where best.distinct < long.count {
      let count = distinct(cut)
      if count > best.distinct { best = (cut, count) }
    }
    cut = best.cut
  }

  /// The name, cut if it has more columns than there is room for.
  func text(_ name: String) -> String {
    DisplayWidth.columns(of: name) <= columns ? name : Self.shown(name, cut, columns, style)
  }

  private static func shown(
    _ name: String, _ cut: Cut, _ columns: Int, _ style: TerminalStyle
  ) -> String {
    let end = style.end
    func tail(_ text: String) -> String {
      end + DisplayWidth.suffix(of: text, fitting: max(columns - end.count, 0))
    }
    switch cut {
    case .middle: return style.cutMiddle(name, columns: columns + 1)
    case .end: return style.cut(name, columns: columns + 1)
    case .start: return tail(name)
    case .around(let start):
      let rest = String(name.dropFirst(start))
      if DisplayWidth.columns(of: rest) <= columns - end.count { return tail(name) }
      return end + style.cut(rest, columns: columns + 1 - end.count)
    }
  }

  /// How many characters all names begin with.
  private static func commonPrefix(of names: [String]) -> Int {
    guard let first = names.first else { return 0 }
    return names.dropFirst().reduce(first.count) { count, name in
      min(count, zip(first, name).prefix { $0 == $1 }.count)
    }
  }
}
