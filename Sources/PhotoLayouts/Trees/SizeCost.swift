internal import Imaging

/// What it costs that photos are larger or smaller than what they show deserves.
///
/// People look for people: the largest photo should show somebody, a group needs more room than one
/// face, and no face should be too small to be known. A photo with a lead should be the largest,
/// and weights that users give should be seen.
struct SizeCost: Sendable {
  typealias Cell = TreeFitter.Cell

  /// Photos whose areas differ by less than this share are equally large.
  private static let nearlyLargest = 0.98
  /// What it costs that the largest photo shows nobody, though another one does.
  private static let costOfEmptyLargest = 0.2
  /// So many faces are a group. More are a crowd, whose faces nobody looks at one by one: it needs
  /// no more room than a photo without people.
  private static let group = 4...20
  /// The area of a group, relative to the mean, and what an e-th of it costs.
  private static let groupArea = 1.5
  private static let costOfSmallGroup = 0.22
  /// The height of a face, as a share of the canvas's short side, below which it is too small.
  private static let smallFace = 0.024
  private static let costOfSmallFace = 0.42
  /// From this on a face is too small to be known, which costs something at once.
  private static let unknownFace = 0.0205
  private static let costOfUnknownFace = 0.2
  /// The logarithm of how much smaller a face must be for that to count no more.
  private static let smallestFace = 1.2
  /// What it costs that a face must be cut.
  private static let costOfCut = 0.4
  /// What it costs that the photo with the fewest pixels is the largest.
  private static let costOfFewestPixels = 0.18
  /// What it costs that the photo that should be the largest isn't.
  private static let costOfLostLead = 1.5
  /// Below this share of the canvas a photo beside a lead is a sliver.
  private static let smallBesideLead = 0.072
  private static let costOfSliver = 3.0

  /// What the divergence of the areas from the weights costs, where these differ.
  private static let costOfOtherSizes = 1.5
  /// A weight that is so many times the least one or more counts as so many: there must be room for
  /// the others.
  private static let mostWeight = 4.0

  private let shapes: [PhotoShape]
  /// The share that each photo should have; empty where all weights are alike.
  private let wanted: [Double]
  /// How much what is wished counts, as a share: less the less cropping is wanted.
  private let strength: Double
  private let hasPeople: Bool
  /// The photo that should be the largest; nil if none should.
  private let leader: Int?
  /// The photo that has too few pixels to be the largest; nil if none has.
  private let fewest: Int?

  init(of shapes: [PhotoShape], _ balance: Double) {
    self.shapes = shapes
    strength = min(2 * balance, 1)
    let weights = shapes.map(\.weight)
    let heaviest = weights.max() ?? 1
    let isEven = weights.allSatisfy { $0 == heaviest }
    let most = Self.mostWeight * (weights.min() ?? 1)
    let counted = weights.map { min($0, most) }
    let sum = counted.reduce(0, +)
    wanted = isEven ? [] : counted.map { $0 / sum }
    hasPeople = shapes.contains { $0.people != nil }
    leader = shapes.leader
    let pixels = shapes.compactMap { $0.size?.pixels }
    guard isEven, pixels.count == shapes.count, let least = pixels.min(),
      let greatest = pixels.max(),
      greatest >= 2 * least
    else {
      fewest = nil
      return
    }
    fewest = pixels.firstIndex(of: least)
  }

  func of(_ cells: [Cell], inside area: Cell, shortSide: Double) -> Double {
    guard hasPeople || !wanted.isEmpty || fewest != nil, strength > 0, cells.count > 1 else {
      return 0
    }
    var (largest, smallest, sum) = (0.0, Double.infinity, 0.0)
    for cell in cells {
      largest = max(largest, cell.area)
      smallest = min(smallest, cell.area)
      sum += cell.area
    }
    let enough = Self.nearlyLargest * largest
    var cost = 0.0
    for (share, cell) in zip(wanted, cells) {
      cost += Self.costOfOtherSizes * share * (share * sum / cell.area).logarithm
    }
    if let leader {
      if cells[leader].area < enough { cost += Self.costOfLostLead }
      let share = smallest / area.area
      if cells.count <= Balance.fewPhotos, share < Self.smallBesideLead {
        cost += Self.costOfSliver * (Self.smallBesideLead / share).logarithm
      }
    } else if let fewest, cells[fewest].area >= enough,
      !cells.indices.contains(where: { $0 != fewest && cells[$0].area >= enough })
    {
      cost += Self.costOfFewestPixels
    }
    if hasPeople { cost += costOfPeople(cells, enough, sum / Double(cells.count), shortSide) }
    return strength * cost
  }

  /// - Parameters:
  ///   - enough: the area from which on a photo is among the largest.
  ///   - mean: area of a photo.
  private func costOfPeople(
    _ cells: [Cell], _ enough: Double, _ mean: Double, _ shortSide: Double
  ) -> Double {
    var cost = 0.0
    var largestShowsSomebody = false
    var leastFace = Double.infinity
    for (photo, cell) in cells.enumerated() {
      guard let people = shapes[photo].people else { continue }
      if cell.area >= enough { largestShowsSomebody = true }
      if Self.group.contains(people.count), leader == nil {
        cost += Self.costOfSmallGroup * max((Self.groupArea * mean / cell.area).logarithm, 0)
      }
      let ratio = shapes[photo].ratio
      let (whole, shown) = (max(cell.width / ratio, cell.height), cell.width / cell.height)
      leastFace = min(leastFace, people.smallestHeight * whole)
      let isCut =
        people.width > min(shown / ratio, 1) + 0.001
        || people.height > min(ratio / shown, 1) + 0.001
      if isCut { cost += Self.costOfCut }
    }
    if !largestShowsSomebody, leader == nil { cost += Self.costOfEmptyLargest }
    let missing = (Self.smallFace * shortSide / leastFace).logarithm
    if leastFace < Self.unknownFace * shortSide { cost += Self.costOfUnknownFace }
    return cost + Self.costOfSmallFace * min(max(missing, 0), Self.smallestFace)
  }
}
