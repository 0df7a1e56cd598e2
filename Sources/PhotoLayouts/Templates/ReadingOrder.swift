internal import Imaging

/// The order in which people read openings: rows from the top where these stand in rows, else
/// columns from the left; within each of these again so.
struct ReadingOrder {
  private let areas: [PixelRect]

  /// How far neighbouring rows or columns may overlap, as a share of the least height or width:
  /// bounds are rounded, and those of turned openings are larger than these.
  private static let overlap = 0.05
  /// The same for rows of openings that don't stand exactly in line, at most one of each column.
  private static let looseOverlap = 0.3

  /// The indices of the areas.
  static func order(of areas: [PixelRect]) -> [Int] {
    ReadingOrder(areas: areas).order(of: Array(areas.indices))
  }

  private func order(of group: [Int]) -> [Int] {
    if group.count < 2 { return group }
    let rows = bands(of: group, down, Self.overlap)
    if rows.count > 1 { return rows.flatMap(order) }
    let columns = bands(of: group, across, Self.overlap)
    if columns.count == 1 { return byMiddles(group) }
    var columnOf: [Int: Int] = [:]
    for (number, column) in columns.enumerated() {
      for index in column { columnOf[index] = number }
    }
    let looseRows = bands(of: group, down, Self.looseOverlap)
    let areInRows = looseRows.allSatisfy { row in Set(row.map { columnOf[$0] }).count == row.count }
    guard areInRows else { return columns.flatMap(order) }
    return looseRows.flatMap { row in row.sorted { across($0).lowerBound < across($1).lowerBound } }
  }

  private func across(_ index: Int) -> Range<Int> {
    areas[index].x..<areas[index].x + areas[index].width
  }

  private func down(_ index: Int) -> Range<Int> {
    areas[index].y..<areas[index].y + areas[index].height
  }

  /// Divides a group wherever its ranges hardly overlap.
  private func bands(
    of group: [Int], _ range: (Int) -> Range<Int>, _ overlap: Double
  ) -> [[Int]] {
    let least = group.map { range($0).count }.min() ?? 0
    let tolerance = Int(Double(least) * overlap)
    var bands: [[Int]] = []
    var end = Int.min
    for index in group.sorted(by: { range($0).lowerBound < range($1).lowerBound }) {
      if bands.isEmpty || range(index).lowerBound >= end - tolerance {
        bands.append([])
        end = range(index).upperBound
      }
      bands[bands.count - 1].append(index)
      end = max(end, range(index).upperBound)
    }
    return bands
  }

  /// Rows from the top, in each from left to right. A row has the openings whose middles lie at
  /// most half the smaller height from that of its first.
  private func byMiddles(_ group: [Int]) -> [Int] {
    func middle(_ area: PixelRect) -> Int { 2 * area.y + area.height }
    var left = group.sorted { middle(areas[$0]) < middle(areas[$1]) }
    var order: [Int] = []
    while let first = left.first.map({ areas[$0] }) {
      let row = left.filter {
        middle(areas[$0]) - middle(first) <= min(areas[$0].height, first.height)
      }
      order += row.sorted { 2 * areas[$0].x + areas[$0].width < 2 * areas[$1].x + areas[$1].width }
      left.removeAll { row.contains($0) }
    }
    return order
  }
}
