internal import Imaging

/// Makes edges that nearly meet meet: two cuts of a canvas a few pixels apart look like a mistake.
///
/// The cut that divides fewer photos moves to the other's place, or both do to the middle, as long
/// as no photo next to them is cropped much more for it.
struct EdgeJoining {
  /// Two cuts nearly meet, and are moved, if their distance is in this range, in shares of the
  /// canvas's short side. Below it nobody sees it.
  static let nearby = 0.0005...0.03
  /// From this distance on people see it.
  private static let visible = 0.003
  /// The share of a photo that may be cropped for it.
  private static let maxCrop = 0.05

  private let shapes: [PhotoShape]
  private let gap: Int
  private let distances: ClosedRange<Int>
  /// As they were before.
  private let given: [PixelRect]
  private var cells: [PixelRect]

  /// - Parameters:
  ///   - cells: one for each shape, in whole pixels, `gap` pixels apart.
  ///   - hasStrips: whether there is space for captions below cells, whose edges then stay.
  /// - Returns: the cells with their edges joined.
  static func joined(
    _ cells: [PixelRect], of shapes: [PhotoShape], gap: Int, on canvas: PixelSize, hasStrips: Bool
  ) -> [PixelRect] {
    let side = Double(min(canvas.width, canvas.height))
    let least = max(Int(side * nearby.lowerBound), 1)
    var joining = EdgeJoining(
      shapes: shapes, gap: gap,
      distances: least...max(Int(side * nearby.upperBound), least), given: cells, cells: cells)
    joining.joinCuts(of: \.across)
    if !hasStrips { joining.joinCuts(of: \.down) }
    return joining.cells
  }

  /// How many pairs of neighbouring ends of photos, to the right or below, nearly meet, so that it
  /// can be seen.
  static func nearMisses(of ends: [Double], shortSide: Double) -> Int {
    let sorted = ends.sorted()
    return zip(sorted, sorted.dropFirst()).count { first, second in
      (visible...nearby.upperBound).contains((second - first) / shortSide)
    }
  }

  private mutating func joinCuts(of extent: WritableKeyPath<PixelRect, Range<Int>>) {
    var tried: Set<Range<Int>> = []
    while let pair = nearestCuts(of: extent, notIn: tried) {
      tried.insert(pair)
      for place in [(pair.lowerBound + pair.upperBound) / 2, pair.lowerBound, pair.upperBound] {
        if let moved = moved([pair.lowerBound, pair.upperBound], to: place, of: extent) {
          cells = moved
          break
        }
      }
    }
  }

  /// The two cuts that are nearest to each other among those that nearly meet.
  private func nearestCuts(
    of extent: KeyPath<PixelRect, Range<Int>>, notIn tried: Set<Range<Int>>
  ) -> Range<Int>? {
    let starts = Set(cells.map { $0[keyPath: extent].lowerBound })
    // A cut is where one photo ends and, after the gap, another begins.
    let cuts = Set(cells.map { $0[keyPath: extent].upperBound }).filter {
      starts.contains($0 + gap)
    }.sorted()
    return zip(cuts, cuts.dropFirst()).map { $0..<$1 }
      .filter { distances.contains($0.count) && !tried.contains($0) }
      .min { ($0.count, $0.lowerBound) < ($1.count, $1.lowerBound) }
  }

  /// The cells with these cuts at another place; nil if a photo would lose too much.
  private func moved(
    _ cuts: [Int], to place: Int, of extent: WritableKeyPath<PixelRect, Range<Int>>
  ) -> [PixelRect]? {
    var moved = cells
    for index in cells.indices {
      let old = cells[index][keyPath: extent]
      let start = cuts.contains(old.lowerBound - gap) ? place + gap : old.lowerBound
      let end = cuts.contains(old.upperBound) ? place : old.upperBound
      guard start != old.lowerBound || end != old.upperBound else { continue }
      guard start < end else { return nil }
      moved[index][keyPath: extent] = start..<end
      let shape = shapes[index]
      let allowed = shape.cropTolerance * Self.maxCrop
      guard shape.crop(in: moved[index]) <= shape.crop(in: given[index]) + allowed else {
        return nil
      }
    }
    return moved
  }
}

extension PhotoShape {
  /// The share of it that is cropped when it fills a cell.
  fileprivate func crop(in cell: PixelRect) -> Double {
    let wanted = cell.ratio
    return 1 - min(wanted / ratio, ratio / wanted)
  }
}

extension PixelRect {
  /// Width over height.
  var ratio: Double { Double(width) / Double(height) }

  fileprivate var across: Range<Int> {
    get { x..<x + width }
    set { self = PixelRect(x: newValue.lowerBound, y: y, width: newValue.count, height: height) }
  }

  fileprivate var down: Range<Int> {
    get { y..<y + height }
    set { self = PixelRect(x: x, y: newValue.lowerBound, width: width, height: newValue.count) }
  }
}
