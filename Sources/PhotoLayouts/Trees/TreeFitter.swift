internal import Imaging

/// Fits trees, with their gaps, to an area.
///
/// A part of height h has the width `ratio * h + offset`: a photo has its own ratio and no offset;
/// gaps change the offset, as does a strip below a photo. This holds for parts joined in either
/// direction, so a whole tree is solved without iteration.
struct TreeFitter {
  /// The width of a part as a linear function of its height.
  struct Line: Hashable {
    let ratio: Double
    let offset: Double

    func width(_ height: Double) -> Double { ratio * height + offset }
    func height(_ width: Double) -> Double { (width - offset) / ratio }
  }

  /// Where a part lies.
  struct Cell: Hashable {
    var left: Double
    var top: Double
    var right: Double
    var bottom: Double

    var width: Double { right - left }
    var height: Double { bottom - top }
    var area: Double { width * height }

    init(_ width: Double, _ height: Double, at x: Double = 0, _ y: Double = 0) {
      left = x
      top = y
      right = x + width
      bottom = y + height
    }
  }

  private struct Step {
    let kind: TreeArena.Kind
    /// A photo's place, or for a cut the steps of its two parts.
    let first: Int
    let second: Int
  }

  /// Beyond this a photo would keep less than a hundred-thousandth of itself.
  private static let greatestStretch = 12.0
  /// The share of a photo that may be cropped so that two photos get the sizes they should have.
  private static let maxCropForWeights = 1.0 / 3

  private let shapes: [PhotoShape]
  private let gap: Int
  /// The height of the strip below each photo, in pixels; empty if there are no strips.
  private let strips: [Int]
  /// The tree in postorder: both parts come before the cut that joins them.
  private var steps: [Step] = []
  private var lines: [Line] = []
  /// The photos' ratios in the tree, before it is stretched.
  private var ratios: [Double]

  init(_ shapes: [PhotoShape], gap: Int, strips: [Int] = []) {
    self.shapes = shapes
    self.gap = gap
    self.strips = strips
    ratios = shapes.map(\.ratio)
  }

  private func strip(_ photo: Int) -> Int { strips.isEmpty ? 0 : strips[photo] }

  /// Whether the photos were given other ratios.
  private(set) var isReshaped = false

  /// For the cuts of its trees.
  var emptyCuts: TreeCuts { TreeCuts(gap: gap, strips: strips) }

  /// Replaces the tree by another one, whose photos have their own ratios.
  mutating func load(_ root: Int32, of arena: TreeArena) {
    steps.removeAll(keepingCapacity: true)
    append(root, arena)
    for photo in shapes.indices { ratios[photo] = shapes[photo].ratio }
    isReshaped = false
    weighTwoPhotos()
    stretch(by: 0)
  }

  /// Gives photos other ratios.
  mutating func use(_ ratios: [Double]) {
    for photo in shapes.indices { self.ratios[photo] = ratios[photo] }
    isReshaped = true
    stretch(by: 0)
  }

  /// Two photos can only have other sizes than their shapes give them if they are cropped for it.
  /// More can be arranged in several ways.
  private mutating func weighTwoPhotos() {
    guard shapes.count == 2, shapes[0].weight != shapes[1].weight, let cut = steps.last,
      cut.kind != .photo
    else { return }
    // Side by side areas are as the ratios, one below the other as their inverses.
    let direction = cut.kind == .across ? 1.0 : -1.0
    let wanted = (shapes[0].weight / shapes[1].weight).logarithm
    let missing = (direction * wanted - (shapes[0].ratio / shapes[1].ratio).logarithm) / 2
    let most = -(1 - Self.maxCropForWeights).logarithm
    let change = min(max(missing, -most), most)
    ratios[0] = shapes[0].ratio * (change * shapes[0].cropTolerance).exponential
    ratios[1] = shapes[1].ratio * (-change * shapes[1].cropTolerance).exponential
  }

  /// Not recursive, because a strip is as deep as it has photos.
  private mutating func append(_ root: Int32, _ arena: TreeArena) {
    var open: [(node: Int32, hasParts: Bool)] = [(root, false)]
    var finished: [Int] = []
    while let (index, hasParts) = open.popLast() {
      let node = arena.nodes[Int(index)]
      if node.kind == .photo {
        steps.append(Step(kind: .photo, first: Int(node.first), second: 0))
      } else if hasParts {
        let second = finished.removeLast()
        steps.append(Step(kind: node.kind, first: finished.removeLast(), second: second))
      } else {
        open += [(index, true), (node.second, false), (node.first, false)]
        continue
      }
      finished.append(steps.count - 1)
    }
  }

  /// The line of the whole tree, stretched as it is now.
  var line: Line { lines[lines.count - 1] }

  /// Multiplies each photo's ratio by e to the power of `amount * cropTolerance`; negative amounts
  /// make it narrower.
  mutating func stretch(by amount: Double) {
    lines.removeAll(keepingCapacity: true)
    for step in steps {
      switch step.kind {
      case .photo:
        let shape = shapes[step.first]
        let factor = amount == 0 ? 1 : (amount * shape.cropTolerance).exponential
        let ratio = ratios[step.first] * factor
        lines.append(Line(ratio: ratio, offset: -ratio * Double(strip(step.first))))
      case .across:
        let (first, second) = (lines[step.first], lines[step.second])
        lines.append(
          Line(
            ratio: first.ratio + second.ratio, offset: first.offset + second.offset + Double(gap)))
      case .down:
        let (first, second) = (lines[step.first], lines[step.second])
        let ratio = 1 / (1 / first.ratio + 1 / second.ratio)
        lines.append(
          Line(
            ratio: ratio,
            offset: ratio
              * (first.offset / first.ratio + second.offset / second.ratio - Double(gap))))
      }
    }
  }

  /// Stretches the tree to fill an area and returns the amount; nil if gaps or photos that must
  /// stay whole make that impossible.
  mutating func stretch(toFill width: Double, _ height: Double) -> Double? {
    // The logarithm of the reached width over the wanted one; nearly linear in the stretch.
    func excess() -> Double {
      let reached = line.width(height)
      return reached > 0 ? (reached / width).logarithm : -.infinity
    }
    stretch(by: 0)
    var (low, high) = (-Self.greatestStretch, Self.greatestStretch)
    var (amount, value) = (0.0, excess())
    var slope = 1.0
    for _ in 0..<200 {
      if abs(value) < 1e-13 { return amount }
      if value < 0 { low = amount } else { high = amount }
      if high - low < 1e-13 { break }
      var next = amount - value / slope
      if !(next > low && next < high) { next = (low + high) / 2 }
      stretch(by: next)
      let reached = excess()
      let found = (reached - value) / (next - amount)
      slope = found.isFinite && found > 0 ? found : 1
      (amount, value) = (next, reached)
    }
    return abs(value) < 1e-9 ? amount : nil
  }

  /// The tree's cuts if it fills an area, as it is stretched now.
  ///
  /// - Returns: false if gaps or strips leave nothing of a part.
  func cut(_ area: Cell, into cuts: inout TreeCuts) -> Bool {
    cuts.begin(area, cuts: steps.count, photos: shapes.count)
    for index in steps.indices.reversed() {
      let step = steps[index]
      let part = cuts.parts[index]
      guard part.area.width > 0, part.area.height > 0 else { return false }
      switch step.kind {
      case .photo: guard cuts.end(part, photo: step.first) else { return false }
      case .across:
        let cut = part.area.left + lines[step.first].width(part.area.height)
        guard cut > part.area.left, cut < part.area.right else { return false }
        cuts.cut(index, .across, at: cut, into: step.first, step.second)
      case .down:
        let cut = part.area.top + lines[step.first].height(part.area.width)
        guard cut > part.area.top, cut < part.area.bottom else { return false }
        cuts.cut(index, .down, at: cut, into: step.first, step.second)
      }
    }
    return true
  }
}
