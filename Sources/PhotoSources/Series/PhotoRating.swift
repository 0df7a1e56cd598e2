internal import Imaging
internal import PhotoCodecs

/// Says which of two photos of a series is better, in thousandths of a photo's worth.
///
/// Blurred photos of 93 scenes have at most 0.87 of the original's sharpness, sharp ones at least
/// 0.9, so a tenth of sharpness counts as much as all that can be wrong with a sharp photo's size.
struct PhotoRating {
  /// A reason, and how much it counts: above zero in favour of the first photo.
  private struct Point {
    let reason: RatingReason
    let points: Int
  }

  /// Points below this are no reason that anybody would see.
  private static let leastPoints = 25
  private static let smallerPoints = 100
  private static let sizeWeight = 200
  private static let originalPoints = 40
  private static let bytesPoints = 25
  private static let facesWeight = 60
  /// What a copy that lost its colours, or has a frame, can't make up for.
  private static let copyPoints = 2000
  /// From how many points of sharpness on it is no copy, but a better photo.
  private static let sharperThanCopies = 300
  /// Making a photo smaller makes it sharper by up to so many points.
  private static let sharperBySize = 100
  /// A picture with less than this share of the other one's variety of colours, in hundredths, has
  /// lost them; below the second number neither has colours.
  private static let fadedColours = 40
  private static let someColours = 32
  /// How much a difference of sharpness counts at each of the traits' scales, in hundredths: the
  /// same slight blur takes half as much of it at 480 pixels as at 720.
  private static let sharpnessWeights = [100, 180, 100, 100]

  /// Above zero if the first photo is better, below if the second is.
  let advantage: Int
  private let points: [Point]
  /// What is said where nothing can be seen.
  private let fallback: RatingReason
  /// What their owner said; nil if that is the same of both.
  private let said: RatingReason?

  /// - Parameter usual: how photos of this view are exposed if they are well exposed.
  init(_ first: SeriesPhoto, against second: SeriesPhoto, _ usual: UsualExposure) {
    let (one, two) = (first.traits, second.traits)
    let faces = max(one.wholeFaces, two.wholeFaces)
    let size = Self.size(one, two)
    let sharpness = Self.sharpness(one, two, size)
    var points = [
      Point(reason: .sharper, points: sharpness),
      Point(
        reason: .lessOverexposed, points: usual.clipping(one.exposure, against: two.exposure)),
      Point(
        reason: .betterExposed, points: usual.brightness(one.exposure, against: two.exposure)),
      Point(
        reason: .moreFaces,
        points: faces == 0
          ? 0 : Self.facesWeight * (one.wholeFaces - two.wholeFaces) / faces),
    ]
    // Blurred photos have fewer bytes, too.
    let areAlike = points.allSatisfy { abs($0.points) < Self.leastPoints * 2 }
    points.append(
      Point(reason: .original, points: Self.originality(first, second, comparesBytes: areAlike)))
    for copy in Self.copies(one, two)
    where copy.points * sharpness >= 0
      || abs(sharpness) <= Self.sharperThanCopies
    {
      points.append(copy)
    }
    let isLarger = size > 0
    let larger = isLarger ? one.size : two.size
    let smaller = isLarger ? two.size : one.size
    // A frame makes a picture larger, but not what it shows.
    if !one.isFramed, !two.isFramed {
      points.append(Point(reason: .larger(larger, than: smaller), points: size))
    }
    self.points = points
    advantage = points.reduce(0) { $0 + $1.points }
    fallback = first.place < second.place ? .first : advantage > 0 ? .slightly : .equal
    said = Self.said(first.owner, second.owner)
  }

  private static func said(_ first: OwnerFacts, _ second: OwnerFacts) -> RatingReason? {
    guard first.preference > second.preference else { return nil }
    if second.isRejected { return .notRejected }
    let (stars, others) = (first.rating ?? 0, second.rating ?? 0)
    return stars > others ? .moreStars(stars, than: others) : .favourite
  }

  /// Why the better one is better.
  var reasons: [RatingReason] {
    if let said { return [said] }
    let sign = advantage < 0 ? -1 : 1
    let seen = points.filter { $0.points * sign >= Self.leastPoints }
    let sorted = seen.enumerated().sorted {
      ($1.element.points * sign, $0.offset) < ($0.element.points * sign, $1.offset)
    }
    return sorted.isEmpty ? [fallback] : sorted.prefix(2).map(\.element.reason)
  }

  /// What tells a copy from its original.
  private static func copies(_ one: PhotoTraits, _ two: PhotoTraits) -> [Point] {
    var points: [Point] = []
    let (more, less) = (max(one.colours, two.colours), min(one.colours, two.colours))
    if more >= someColours, less * 100 < fadedColours * more {
      points.append(
        Point(reason: .inColour, points: one.colours > two.colours ? copyPoints : -copyPoints))
    }
    if one.isFramed != two.isFramed {
      points.append(Point(reason: .withoutFrame, points: two.isFramed ? copyPoints : -copyPoints))
    }
    return points
  }

  /// At the largest scale at which both were measured.
  ///
  /// - Parameter size: above zero if the first one is larger, below if the second is.
  private static func sharpness(_ one: PhotoTraits, _ two: PhotoTraits, _ size: Int) -> Int {
    let points = sharpness(one, two)
    guard points * size < 0 else { return points }
    return points > 0 ? max(points - sharperBySize, 0) : min(points + sharperBySize, 0)
  }

  private static func sharpness(_ one: PhotoTraits, _ two: PhotoTraits) -> Int {
    let scale = max(one.scale, two.scale)
    guard scale < PhotoTraits.scales.count, var first = one.sharpness[scale],
      var second = two.sharpness[scale]
    else { return 0 }
    if one.scale == two.scale, let face = one.faceSharpness, let other = two.faceSharpness {
      (first, second) = (first + 2 * face, second + 2 * other)
    }
    return 10 * sharpnessWeights[scale] * (first - second) / max(first, second, 1)
  }

  private static func size(_ one: PhotoTraits, _ two: PhotoTraits) -> Int {
    // A crop may be as long as the original, but has fewer pixels.
    let first = Int(Double(one.content.pixels).squareRoot())
    let second = Int(Double(two.content.pixels).squareRoot())
    let (smaller, larger) = (min(first, second), max(first, second))
    guard smaller * 20 < larger * 19 else { return 0 }
    let points = smallerPoints + sizeWeight * (larger - smaller) / larger
    return first > second ? points : -points
  }

  private static func originality(
    _ first: SeriesPhoto, _ second: SeriesPhoto, comparesBytes: Bool
  ) -> Int {
    var points = 0
    if first.traits.isFromCamera != second.traits.isFromCamera {
      points += first.traits.isFromCamera ? originalPoints : -originalPoints
    }
    let (bytes, others) = (first.identity.size, second.identity.size)
    if comparesBytes, first.traits.size == second.traits.size,
      min(bytes, others) * 5 < max(bytes, others) * 4
    {
      points += bytes > others ? bytesPoints : -bytesPoints
    }
    return points
  }
}
