package import Imaging

/// How photos lie beside and below each other, in words and in the order in which one reads them.
package struct PhotoArrangement {
  private enum Axis {
    case across, down
  }

  private let areas: [PixelRect]
  private let canvas: PixelSize

  /// How many times as large as the next one a photo is, if that is worth telling.
  private static let largeRatio = 1.5
  /// By how much areas of different rows may overlap, in shares of the canvas: rotated openings do.
  private static let tolerance = 0.02

  package init(_ areas: [PixelRect], on canvas: PixelSize) {
    (self.areas, self.canvas) = (areas, canvas)
  }

  /// The photos, from 0, row by row; columns that go through all of a row one after the other.
  package var order: [Int] { order(Array(areas.indices), depth: 0) }

  /// "in 2 rows of 3", "1 large at the left, 3 at the right", "side by side"; nil for one photo,
  /// and where no few words say it.
  package var text: String? {
    guard areas.count > 1 else { return nil }
    let all = Array(areas.indices)
    let (rows, columns) = (bands(all, .down), bands(all, .across))
    if columns.count == all.count, rows.count == 1 { return "side by side" + noteOnLargest }
    if rows.count == all.count, columns.count == 1 { return "one below the other" + noteOnLargest }
    if rows.count > 1, let text = text(of: rows, .down) { return text }
    if columns.count > 1, let text = text(of: columns, .across) { return text }
    return largest.map { "the largest \(phrase(of: $0))" }
  }

  /// The place of each photo in words, "at the top left"; those that lie at the same one have a row
  /// and a number in it, or only a number.
  package var phrases: [String] {
    let simple = areas.indices.map(phrase)
    if Set(simple).count == simple.count { return simple }
    let rows = bands(Array(areas.indices), .down).map { bands($0, .across) }
    guard rows.joined().allSatisfy({ $0.count == 1 }) else {
      return simple.enumerated().map { place, phrase in
        simple.filter { $0 == phrase }.count == 1 ? phrase : "\(phrase), number \(place + 1)"
      }
    }
    var phrases = simple
    for (row, photos) in rows.enumerated() {
      for (column, place) in photos.joined().enumerated() {
        let number = "\(column + 1) of \(photos.count)"
        phrases[place] = rows.count == 1 ? "photo \(number)" : "row \(row + 1), photo \(number)"
      }
    }
    return phrases
  }

  private func phrase(of place: Int) -> String {
    PlaceName.phrase(of: areas[place], on: canvas)
  }

  /// The photo that is much larger than all others; nil if none is.
  private var largest: Int? {
    let places = areas.indices.sorted { areas[$0].size.pixels > areas[$1].size.pixels }
    guard places.count > 1 else { return nil }
    let (first, second) = (areas[places[0]].size.pixels, areas[places[1]].size.pixels)
    return Double(first) >= Self.largeRatio * Double(second) ? places[0] : nil
  }

  private var noteOnLargest: String {
    largest.map { ", the largest \(phrase(of: $0))" } ?? ""
  }

  /// Rows or columns in words; nil where these would be many.
  private func text(of bands: [[Int]], _ axis: Axis) -> String? {
    let counts = bands.map(\.count)
    let others: Axis = axis == .down ? .across : .down
    let areLines = bands.allSatisfy { self.bands($0, others).count == $0.count }
    if areLines, Set(counts).count == 1 {
      let name = axis == .down ? "rows" : "columns"
      return "in \(bands.count) \(name) of \(counts[0])\(noteOnLargest)"
    }
    let places =
      axis == .down
      ? ["at the top", "in the middle", "at the bottom"]
      : ["at the left", "in the middle", "at the right"]
    switch bands.count {
    case 2: return text(of: bands, at: [places[0], places[2]])
    case 3: return text(of: bands, at: places)
    default:
      guard areLines else { return nil }
      let name = axis == .down ? "rows" : "columns"
      let numbers = counts.map { "\($0)" }
      return "in \(bands.count) \(name) of \(numbers.dropLast().joined(separator: ", ")) and "
        + numbers[numbers.count - 1] + noteOnLargest
    }
  }

  private func text(of bands: [[Int]], at places: [String]) -> String {
    let largest = largest
    let parts = zip(bands, places).map { band, place in
      band.count == 1 && band.first == largest ? "1 large \(place)" : "\(band.count) \(place)"
    }
    let isTold = bands.contains { $0.count == 1 && $0.first == largest }
    return parts.joined(separator: ", ") + (isTold ? "" : noteOnLargest)
  }

  private func order(_ places: [Int], depth: Int) -> [Int] {
    guard places.count > 1, depth < areas.count else { return places }
    let rows = bands(places, .down)
    if rows.count > 1 { return rows.flatMap { order($0, depth: depth + 1) } }
    let columns = bands(places, .across)
    if columns.count > 1 { return columns.flatMap { order($0, depth: depth + 1) } }
    return places.sorted {
      (areas[$0].y, areas[$0].x, $0) < (areas[$1].y, areas[$1].x, $1)
    }
  }

  /// Groups between which a straight cut goes through all of them, in order.
  private func bands(_ places: [Int], _ axis: Axis) -> [[Int]] {
    func range(_ place: Int) -> Range<Int> {
      let area = areas[place]
      return axis == .down ? area.y..<area.y + area.height : area.x..<area.x + area.width
    }
    let length = axis == .down ? canvas.height : canvas.width
    let tolerance = Int(Self.tolerance * Double(length))
    var bands: [[Int]] = []
    var end = Int.min
    let sorted = places.sorted {
      (range($0).lowerBound, $0) < (range($1).lowerBound, $1)
    }
    for place in sorted {
      if bands.isEmpty || range(place).lowerBound + tolerance < end {
        if bands.isEmpty { bands.append([]) }
        bands[bands.count - 1].append(place)
        end = max(end, range(place).upperBound)
      } else {
        bands.append([place])
        end = range(place).upperBound
      }
    }
    return bands
  }
}
