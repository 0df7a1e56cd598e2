internal import Imaging

/// The cuts of a tree in an area, and the photos between them.
///
/// Every side of a photo is a cut or one of the area's sides. A cut that is moved changes only the
/// photos next to it.
struct TreeCuts {
  typealias Cell = TreeFitter.Cell

  /// The cuts at the sides of a part, by their numbers; -1 for a side of the area.
  struct Sides {
    var left = -1
    var top = -1
    var right = -1
    var bottom = -1
  }

  struct Part {
    var area: Cell
    var sides = Sides()
  }

  let gap: Int
  /// The height of the strip below each photo, in pixels; empty if there are no strips.
  private let strips: [Int]
  private(set) var area = Cell(0, 0)
  /// While the tree is cut: its parts, by their numbers.
  private(set) var parts: [Part] = []
  /// Where the photos before a cut end, by the cuts' numbers; those after it begin a gap later.
  var positions: [Double] = []
  /// The numbers of the cuts between photos that are beside each other, and between photos one
  /// below the other.
  private(set) var across: [Int] = []
  private(set) var down: [Int] = []
  /// By photo.
  private(set) var sides: [Sides] = []

  init(gap: Int, strips: [Int]) {
    self.gap = gap
    self.strips = strips
  }

  func strip(_ photo: Int) -> Int { strips.isEmpty ? 0 : strips[photo] }
  var hasStrips: Bool { strips.contains { $0 > 0 } }

  mutating func begin(_ area: Cell, cuts: Int, photos: Int) {
    self.area = area
    across.removeAll(keepingCapacity: true)
    down.removeAll(keepingCapacity: true)
    if positions.count != cuts { positions = Array(repeating: 0, count: cuts) }
    if sides.count != photos { sides = Array(repeating: Sides(), count: photos) }
    if parts.count != cuts { parts = Array(repeating: Part(area: area), count: cuts) }
    parts[cuts - 1] = Part(area: area)
  }

  /// Divides a part into two others.
  mutating func cut(
    _ number: Int, _ kind: TreeArena.Kind, at position: Double, into first: Int, _ second: Int
  ) {
    let part = parts[number]
    (parts[first], parts[second]) = (part, part)
    positions[number] = position
    if kind == .across {
      across.append(number)
      parts[first].area.right = position
      parts[first].sides.right = number
      parts[second].area.left = position + Double(gap)
      parts[second].sides.left = number
    } else {
      down.append(number)
      parts[first].area.bottom = position
      parts[first].sides.bottom = number
      parts[second].area.top = position + Double(gap)
      parts[second].sides.top = number
    }
  }

  /// Notes that a part is a photo; returns whether there is room for it above its strip.
  mutating func end(_ part: Part, photo: Int) -> Bool {
    sides[photo] = part.sides
    return part.area.height > Double(strip(photo))
  }

  /// A photo's cell, without its strip.
  func cell(_ photo: Int) -> Cell {
    let side = sides[photo]
    let left = side.left < 0 ? area.left : positions[side.left] + Double(gap)
    let top = side.top < 0 ? area.top : positions[side.top] + Double(gap)
    let right = side.right < 0 ? area.right : positions[side.right]
    let bottom = (side.bottom < 0 ? area.bottom : positions[side.bottom]) - Double(strip(photo))
    return Cell(right - left, bottom - top, at: left, top)
  }

  /// The same in whole pixels. Cuts are rounded, never sizes, so nothing drifts.
  func pixels(_ photo: Int) -> PixelRect {
    let side = sides[photo]
    func end(_ number: Int, _ edge: Double) -> Int {
      Int((number < 0 ? edge : positions[number]).rounded())
    }
    func start(_ number: Int, _ edge: Double) -> Int {
      number < 0 ? Int(edge.rounded()) : Int(positions[number].rounded()) + gap
    }
    let (left, top) = (start(side.left, area.left), start(side.top, area.top))
    return PixelRect(
      x: left, y: top, width: end(side.right, area.right) - left,
      height: end(side.bottom, area.bottom) - strip(photo) - top)
  }
}
