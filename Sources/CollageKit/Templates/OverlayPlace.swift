internal import Imaging

/// Where an overlay lies on the canvas.
package enum OverlayPlace: String, Hashable, Sendable, CaseIterable {
  case topLeft = "top-left"
  case top
  case topRight = "top-right"
  case left
  case centre
  case right
  case bottomLeft = "bottom-left"
  case bottom
  case bottomRight = "bottom-right"
  /// Over all of it, with its proportions; what doesn't fit is cut off.
  case cover

  /// As users write it; `center` is also taken.
  init?(text: String) {
    let name = text.lowercased()
    self.init(rawValue: name == "center" ? "centre" : name)
  }

  /// Where a picture of this size lies, at a distance from the edges that it lies at, in pixels;
  /// as far as a distance is left for it.
  func area(of size: PixelSize, on canvas: PixelSize, distance: Int) -> PixelRect {
    let left: Set<Self> = [.topLeft, .left, .bottomLeft]
    let right: Set<Self> = [.topRight, .right, .bottomRight]
    let top: Set<Self> = [.topLeft, .top, .topRight]
    let bottom: Set<Self> = [.bottomLeft, .bottom, .bottomRight]
    func start(_ room: Int, isFirst: Bool, isLast: Bool) -> Int {
      let distance = min(distance, max(room / 2, 0))
      return isFirst ? distance : isLast ? room - distance : room / 2
    }
    return PixelRect(
      x: start(
        canvas.width - size.width, isFirst: left.contains(self), isLast: right.contains(self)),
      y: start(
        canvas.height - size.height, isFirst: top.contains(self), isLast: bottom.contains(self)),
      width: size.width, height: size.height)
  }
}
