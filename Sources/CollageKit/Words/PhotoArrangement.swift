package import Imaging

/// How photos lie beside and below each other, in a few words.
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

  private func phrase(of place: Int) -> String {
    PicturePlaces(areas, on: canvas).names[place].phrase
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
    case 2: return text(of: bands, at: [places[0], places[2]], axis)
    case 3: return text(of: bands, at: places, axis)
    default:
      guard areLines else { return nil }
      let name = axis == .down ? "rows" : "columns"
      let numbers = counts.map { "\($0)" }
      return "in \(bands.count) \(name) of \(numbers.dropLast().joined(separator: ", ")) and "
        + numbers[numbers.count - 1] + noteOnLargest
    }
  }

  private func text(of bands: [[Int]], at places: [String], _ axis: Axis) -> String {
    let largest = largest
    let parts = zip(bands, places).map { band, place in
      band.count == 1 && band.first == largest
        ? "1 large \(place)" : "\(band.count) \(place)\(noteOnGroup(in: band, axis))"
    }
    let isTold = bands.contains { $0.count == 1 && $0.first == largest }
    return parts.joined(separator: ", ") + (isTold ? "" : noteOnLargest)
  }

  /// " (2 of them one below the other)", in a row that has them beside others; empty in a plain
  /// row, and where one group doesn't tell how its photos lie.
  private func noteOnGroup(in band: [Int], _ axis: Axis) -> String {
    let groups = bands(band, axis == .down ? .across : .down).filter { $0.count > 1 }
    guard groups.count == 1, let group = groups.first, group.count < band.count,
      bands(group, axis).count == group.count
    else { return "" }
    let lie = axis == .down ? "one below the other" : "side by side"
    return " (\(group.count) of them \(lie))"
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
