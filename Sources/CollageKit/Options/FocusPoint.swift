internal import Imaging
internal import PhotoLayouts

/// A point of a photo: x and y from 0 to 1, measured from the top left corner of the photo as it is
/// shown.
package struct FocusPoint: Hashable, Sendable {
  package let x: Double
  package let y: Double

  /// Nil when a part is not from 0 to 1.
  package init?(x: Double, y: Double) {
    guard (0...1).contains(x), (0...1).contains(y) else { return nil }
    // Minus zero is zero: the same point, and the same collage.
    self.x = x + 0
    self.y = y + 0
  }

  /// As a user would write it: "0.42,0.5".
  package var text: String { "\(x.shortText),\(y.shortText)" }

  package static let centre = FocusPoint(x: 0.5, y: 0.5)!

  /// The same point of the photo when that is turned.
  func turned(_ turn: Turn) -> FocusPoint {
    let (x, y) =
      switch turn {
      case .none: (x, y)
      case .right: (1 - y, x)
      case .left: (y, 1 - x)
      case .half: (1 - x, 1 - y)
      }
    // Without what rounding leaves of a difference, which users would read.
    func rounded(_ share: Double) -> Double { (share * 1_000_000).rounded() / 1_000_000 }
    return FocusPoint(x: rounded(x), y: rounded(y))!
  }
}

/// How a photo's crop is chosen, where the user or a recipe says so.
package enum PhotoFocus: Hashable, Sendable {
  case centre
  case point(FocusPoint)
  /// A recipe has it cropped in the middle, and it stays so, whatever is found in the photo now.
  /// Users see it as automatic.
  case settled

  package var point: FocusPoint {
    switch self {
    case .centre, .settled: .centre
    case .point(let point): point
    }
  }

  /// The same in the photo when that is turned.
  func turned(_ turn: Turn) -> PhotoFocus {
    if case .point(let point) = self { .point(point.turned(turn)) } else { self }
  }
}

extension Region {
  /// The largest region of a photo with the proportions of `frame`, as near as can be to a point,
  /// or to the centre.
  ///
  /// - Parameter zoom: how many times as large as that the photo is shown, so that each side of the
  ///   region is this part of it; at least a pixel of the photo is shown.
  init(filling frame: PixelSize, from photo: PixelSize, around focus: FocusPoint?, zoom: Double) {
    let whole = Region(filling: frame, from: photo)
    guard focus != nil || zoom != 1 else {
      self = whole
      return
    }
    let zoom = min(zoom, max(min(whole.width, whole.height), 1))
    let (width, height) = (whole.width / zoom, whole.height / zoom)
    func start(_ share: Double, _ shown: Double, of whole: Int) -> Double {
      min(max(share * Double(whole) - shown / 2, 0), Double(whole) - shown)
    }
    let focus = focus ?? .centre
    self.init(
      x: start(focus.x, width, of: photo.width), y: start(focus.y, height, of: photo.height),
      width: width, height: height)
  }
}
