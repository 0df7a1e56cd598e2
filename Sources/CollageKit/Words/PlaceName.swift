package import Imaging

/// Where a photo lies in a picture, in words.
package enum PlaceName: Hashable, Sendable {
  package enum Height: String, Sendable {
    case top, middle, bottom
  }

  package enum Side: String, Sendable {
    case left, middle, right
  }

  /// It fills the picture.
  case everywhere
  /// Nil for a photo that reaches from edge to edge in that direction.
  case zone(Height?, Side?)
  /// Among many photos: its row and its place in it, from 1.
  case row(Int, photo: Int)
  /// The same where there are only columns.
  case column(Int, photo: Int)

  /// "top left", "middle", "right, in the middle", "row 2, photo 3".
  package var words: String {
    switch self {
    case .everywhere: "the whole picture"
    case .zone(let height?, nil): height.rawValue
    case .zone(nil, let side?): side.rawValue
    case .zone(nil, nil), .zone(.middle?, .middle?): "middle"
    case .zone(.middle?, let side?): "\(side.rawValue), in the middle"
    case .zone(let height?, .middle?): "\(height.rawValue), in the middle"
    case .zone(let height?, let side?): "\(height.rawValue) \(side.rawValue)"
    case .row(let row, let photo): "row \(row), photo \(photo)"
    case .column(let column, let photo): "column \(column), photo \(photo)"
    }
  }

  /// As part of a sentence: "at the top left", "in the middle", "in row 2, photo 3".
  package var phrase: String {
    switch self {
    case .everywhere: "all over the picture"
    case .zone(nil, nil), .zone(.middle?, .middle?), .zone(.middle?, nil), .zone(nil, .middle?):
      "in the middle"
    case .zone: "at the \(words)"
    case .row, .column: "in \(words)"
    }
  }
}

/// The places of the photos in a picture: each has a name that no other has, unless they lie upon
/// each other.
package struct PicturePlaces: Hashable, Sendable {
  /// The indices of the frames from the top left to the bottom right, row by row; columns where
  /// the picture has no rows.
  package let readingOrder: [Int]
  /// Of each frame, in the order of the frames.
  package let names: [PlaceName]

  /// Up to this many photos are told by their edges and corners.
  private static let maxZones = 9

  package init(_ frames: [PixelRect], on canvas: PixelSize) {
    let order = ReadingOrder(frames)
    readingOrder = order.groups.flatMap(\.self)
    let zones = frames.map { Self.zone($0, on: canvas) }
    if frames.count == 1 {
      names = [.everywhere]
    } else if frames.count <= Self.maxZones, Set(zones).count == zones.count {
      names = zones
    } else {
      var names = zones
      for (group, members) in order.groups.enumerated() {
        for (place, member) in members.enumerated() {
          names[member] =
            order.areColumns
            ? .column(group + 1, photo: place + 1) : .row(group + 1, photo: place + 1)
        }
      }
      self.names = names
    }
  }

  private static func zone(_ frame: PixelRect, on canvas: PixelSize) -> PlaceName {
    let down = third(from: frame.y, length: frame.height, of: canvas.height)
    let across = third(from: frame.x, length: frame.width, of: canvas.width)
    return .zone(
      down.map { [.top, .middle, .bottom][$0] }, across.map { [.left, .middle, .right][$0] })
  }

  /// In which third the centre lies, 0 to 2; nil for what reaches from edge to edge.
  private static func third(from start: Int, length: Int, of whole: Int) -> Int? {
    if 5 * length >= 4 * whole { return nil }
    let centre = Double(2 * start + length) / Double(2 * max(whole, 1))
    // Wider at the sides: what lies half way between edge and middle is at that edge.
    return centre < 0.4 ? 0 : centre > 0.6 ? 2 : 1
  }
}

/// Frames as one reads: rows from the top, each from the left. Where no line separates rows, the
/// picture is read by columns.
private struct ReadingOrder {
  /// The indices of the frames of each row or column.
  let groups: [[Int]]
  let areColumns: Bool

  init(_ frames: [PixelRect]) {
    let all = Array(frames.indices)
    let rows = Self.parts(of: all) { Self.down(frames[$0]) }
    if rows.count > 1 {
      groups = rows.map { Self.ordered($0, frames, isRow: true) }
      areColumns = false
      return
    }
    let columns = Self.parts(of: all) { Self.across(frames[$0]) }
    if columns.count > 1 {
      // Photos side by side are one row.
      let areSingle = columns.allSatisfy { $0.count == 1 }
      let parts = columns.map { Self.ordered($0, frames, isRow: false) }
      groups = areSingle ? [parts.flatMap(\.self)] : parts
      areColumns = !areSingle
      return
    }
    groups = Self.looseRows(all, frames)
    areColumns = false
  }

  /// The part of a side by which frames are separated, so that they may overlap a little, as turned
  /// openings of templates do.
  private static func down(_ frame: PixelRect) -> Range<Double> {
    core(from: frame.y, length: frame.height)
  }

  private static func across(_ frame: PixelRect) -> Range<Double> {
    core(from: frame.x, length: frame.width)
  }

  private static func core(from start: Int, length: Int) -> Range<Double> {
    let (start, length) = (Double(start), Double(length))
    return start + length / 8..<start + length * 7 / 8
  }

  /// Frames between which there is a straight line, in order.
  private static func parts(
    of members: [Int], _ extent: (Int) -> Range<Double>
  ) -> [[Int]] {
    var parts: [[Int]] = []
    var end = -Double.infinity
    for member in members.sorted(by: { extent($0).lowerBound < extent($1).lowerBound }) {
      if extent(member).lowerBound >= end || parts.isEmpty {
        parts.append([member])
      } else {
        parts[parts.count - 1].append(member)
      }
      end = max(end, extent(member).upperBound)
    }
    return parts
  }

  /// The frames of a row or a column in reading order.
  private static func ordered(_ members: [Int], _ frames: [PixelRect], isRow: Bool) -> [Int] {
    if members.count < 2 { return members }
    let parts = parts(of: members) { isRow ? across(frames[$0]) : down(frames[$0]) }
    guard parts.count > 1 else { return looseRows(members, frames).flatMap(\.self) }
    return parts.flatMap { ordered($0, frames, isRow: !isRow) }
  }

  /// Frames that no line separates, in rows: each begins with the topmost of those left, and has
  /// those whose centre is beside it.
  private static func looseRows(_ members: [Int], _ frames: [PixelRect]) -> [[Int]] {
    var left = members.sorted { (frames[$0].y, frames[$0].x) < (frames[$1].y, frames[$1].x) }
    var rows: [[Int]] = []
    while let first = left.first {
      let bottom = frames[first].y + frames[first].height
      let row = left.filter { 2 * frames[$0].y + frames[$0].height <= 2 * bottom || $0 == first }
      rows.append(row.sorted { (frames[$0].x, frames[$0].y) < (frames[$1].x, frames[$1].y) })
      left.removeAll { row.contains($0) }
    }
    return rows
  }
}
