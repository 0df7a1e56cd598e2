internal import Imaging

/// Divides photos into strips of about one length, each in order.
struct StripSolver {
  /// The maximum number of strips.
  static let most = 64

  /// How the photos of a strip are joined.
  private let along: TreeArena.Kind

  /// - Parameter canvas: strips go down where it is taller than wide; nil for a free one.
  init(_ canvas: PixelSize?) {
    if let canvas, canvas.height > canvas.width { along = .down } else { along = .across }
  }

  /// The roots of trees with these numbers of strips, which must be no more than photos.
  func roots(of photos: [Int32], _ numbers: ClosedRange<Int>, in arena: inout TreeArena) -> [Int32]
  {
    var ends: [Double] = []
    var length = 0.0
    for photo in photos {
      let ratio = arena.nodes[Int(photo)].measure.ratio
      length += along == .across ? ratio : 1 / ratio
      ends.append(length)
    }
    return numbers.map { number in
      var strips: [Int32] = []
      var start = 0
      for strip in 1...number {
        // Each strip has a photo, and ends as close as can be to its share of the length.
        let wanted = length * Double(strip) / Double(number)
        let last = photos.count - 1 - (number - strip)
        let end =
          strip == number
          ? last : (start...last).min { abs(ends[$0] - wanted) < abs(ends[$1] - wanted) } ?? last
        strips.append(
          photos[start...end].dropFirst().reduce(photos[start]) { arena.join(along, $0, $1) })
        start = end + 1
      }
      return strips.dropFirst().reduce(strips[0]) {
        arena.join(along == .across ? .down : .across, $0, $1)
      }
    }
  }
}
