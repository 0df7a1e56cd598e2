internal import Imaging
internal import PhotoCodecs

/// What people want to see around faces along the side of a photo that a crop shortens, and how
/// much of it a crop loses.
///
/// Above a head there should be air, below it a neck and shoulders, beside it shoulders and raised
/// hands; heads should stand in the middle third. A loss counts by its square, so that what can't
/// be had is missing a little on either side and not all on one.
struct CropView {
  /// What one face wants.
  private struct Wish {
    let begin: Double
    let end: Double
    /// How much is wanted before and after it.
    let before: Double
    let after: Double
    /// How much a loss before it counts, where one after it counts 1.
    let weightBefore: Double
    /// The face's own size, by which losses are measured and count.
    let size: Double
  }

  private let wishes: [Wish]
  /// Of faces that stand beside each other: their middles and sizes, in the regions' order.
  private let isAcross: Bool
  private let length: Double
  private let window: SafeWindow

  /// How much is wanted above a head, in its heights.
  private static let above = 0.6
  /// How much a loss above a head counts, where one below it counts 1: of a head and shoulders too
  /// high for the crop, a quarter of what is missing is missing above.
  private static let weightAbove = 3.2
  /// How much is wanted below and beside it, in its heights: as far as shoulders and hands reach.
  private static let around = 1.0
  /// How much it counts that heads stand outside the middle third.
  private static let weightOfMiddle = 1.5
  /// A face that is smaller than this share of the largest one is of somebody in the background.
  private static let leastSize = 0.5
  /// How much it counts that the crop isn't in the photo's middle: nearly nothing.
  private static let weightOfCentre = 1e-4

  /// - Parameters:
  ///   - length: that of the crop, as a share of the photo's side.
  ///   - window: the part of it that is sure to be seen.
  init(
    _ regions: [PhotoRegion], of photo: PixelSize, isAcross: Bool, length: Double,
    _ window: SafeWindow
  ) {
    self.isAcross = isAcross
    self.length = length
    self.window = window
    let side = Double(isAcross ? photo.width : photo.height)
    wishes = regions.map { region in
      let area = region.area
      let begin = isAcross ? area.x : area.y
      let own = isAcross ? area.width : area.height
      // A head's height, along the side that is cropped.
      let head = area.height * Double(photo.height) / side
      let isFace = region.kind == .face
      let around = isFace ? Self.around * head : FaceRoom.around * own
      return Wish(
        begin: begin, end: begin + own,
        before: isFace && !isAcross ? Self.above * head : around, after: around,
        weightBefore: isFace && !isAcross ? Self.weightAbove : 1, size: max(head, 1e-6))
    }
  }

  /// What a crop that begins here loses around the regions that it keeps; what the photo doesn't
  /// have isn't lost.
  ///
  /// - Parameter kept: the places of the regions.
  func loss(from start: Double, keeping kept: [Int]) -> Double {
    let (low, high) = (start + window.start, start + window.end)
    var loss = 0.0
    for place in kept {
      let wish = wishes[place]
      let before = max(low - max(wish.begin - wish.before, 0), 0)
      let after = max(min(wish.end + wish.after, 1) - high, 0)
      loss += (wish.weightBefore * before * before + after * after) / wish.size
    }
    if isAcross { loss += Self.weightOfMiddle * lossOfMiddle(from: start, keeping: kept) }
    let offset = start - (1 - length) / 2
    return loss + Self.weightOfCentre * offset * offset
  }

  /// How far heads that stand beside each other are from where each is in the middle third, or if
  /// they are too far apart for that, from where they have the same room on both sides.
  private func lossOfMiddle(from start: Double, keeping kept: [Int]) -> Double {
    var largest = 0.0
    for place in kept where wishes[place].size > largest { largest = wishes[place].size }
    var (first, last) = (Double.infinity, -Double.infinity)
    for place in kept where wishes[place].size >= Self.leastSize * largest {
      let middle = (wishes[place].begin + wishes[place].end) / 2
      if middle < first { first = middle }
      if middle > last { last = middle }
    }
    guard first <= last else { return 0 }
    let slack = max(length / 6 - (last - first) / 2, 0)
    let offset = max(abs((first + last) / 2 - (start + length / 2)) - slack, 0)
    return offset * offset / largest
  }
}
