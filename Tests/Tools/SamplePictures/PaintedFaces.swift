package import Imaging

/// Plain pictures with painted faces, which face detectors take for people's.
package enum PaintedFaces {
  /// A face: its middle, and half its height, in pixels.
  package typealias Face = (x: Double, y: Double, radius: Double)

  package static func raster(_ faces: [Face], size: PixelSize) -> Raster {
    let offsets = [-1.0, 0, 1]
    return Raster(size: size) { x, y in
      // Softened, as photographs are.
      var sums = (red: 0, green: 0, blue: 0)
      for down in offsets {
        for across in offsets {
          let point = (x: Double(x) + across, y: Double(y) + down)
          let shown =
            faces.lazy.compactMap { face in
              colour(at: (point.x - face.x) / face.radius, (point.y - face.y) / face.radius)
            }.first ?? Colour(red: 150, green: 170, blue: 190)
          sums = (
            sums.red + Int(shown.red), sums.green + Int(shown.green), sums.blue + Int(shown.blue)
          )
        }
      }
      return Colour(
        red: UInt8(sums.red / 9), green: UInt8(sums.green / 9), blue: UInt8(sums.blue / 9))
    }
  }

  /// What a detector finds of a face: from its forehead to its chin, in pixels.
  package static func area(of face: Face) -> Region {
    Region(
      x: face.x - 0.8 * face.radius, y: face.y - face.radius, width: 1.6 * face.radius,
      height: 2.1 * face.radius)
  }

  /// The colour of a point of a face whose radius is 1; nil beside it.
  private static func colour(at x: Double, _ y: Double) -> Colour? {
    // Both halves are alike.
    let side = abs(x)
    func isInside(_ middle: (x: Double, y: Double), _ width: Double, _ height: Double) -> Bool {
      let (across, down) = ((side - middle.x) / width, (y - middle.y) / height)
      return across * across + down * down < 1
    }
    func isInside(_ across: Range<Double>, _ down: Range<Double>) -> Bool {
      across.contains(side) && down.contains(y)
    }
    if isInside((0, 0.62), 0.3, 0.1) { return Colour(red: 170, green: 80, blue: 80) }
    if isInside((0.07, 0.335), 0.04, 0.035) { return Colour(red: 120, green: 75, blue: 60) }
    if (0..<0.36).contains(y), side < 0.03 + 0.3 * y {
      return Colour(red: 205, green: 150, blue: 125)
    }
    if isInside(0.13..<0.53, -0.36 ..< -0.28) { return Colour(red: 70, green: 45, blue: 35) }
    if isInside((0.33, -0.1), 0.075, 0.08) { return Colour(red: 40, green: 30, blue: 25) }
    if isInside((0.33, -0.1), 0.16, 0.08) { return Colour(red: 245, green: 245, blue: 245) }
    if isInside((0, 0.075), 0.78, 1.075) { return Colour(red: 225, green: 178, blue: 150) }
    if isInside(0..<0.35, 0.7..<1.6) { return Colour(red: 200, green: 150, blue: 125) }
    return isInside((0, -0.175), 0.95, 1.175) ? Colour(red: 60, green: 40, blue: 30) : nil
  }
}
