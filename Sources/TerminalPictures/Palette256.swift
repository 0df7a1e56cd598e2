/// The fixed colours of a 256-colour terminal: 16 to 231 are a cube of six levels per channel, 232
/// to 255 are greys.
///
/// The first 16 are not used, because users can change them.
enum Palette256 {
  private static let levels: [Int32] = [0, 95, 135, 175, 215, 255]
  /// Mean values are looked up in units of 1/12, which represent the mean of one to four integers
  /// exactly.
  static let parts: Int32 = 12
  private static let greys: Int32 = 24

  /// The index of the nearest level for every value from 0 to 255 in twelfths.
  private static let nearestLevel: [UInt8] = (0...255 * parts).map { value in
    let distances = levels.map { abs($0 * parts - value) }
    return UInt8(distances.indices.min { distances[$0] < distances[$1] } ?? 0)
  }

  /// The red, green and blue of an index from 16.
  static func colour(_ index: UInt8) -> SIMD4<Int32> {
    if index >= 232 {
      let grey = 8 + 10 * (Int32(index) - 232)
      return SIMD4(grey, grey, grey, 0)
    }
    let cube = Int(index) - 16
    return SIMD4(levels[cube / 36], levels[cube / 6 % 6], levels[cube % 6], 0)
  }

  /// The index of the colour with the smallest squared distance to one given in twelfths.
  static func nearest(toTwelfths value: SIMD4<Int32>) -> UInt8 {
    let red = Int(nearestLevel[Int(value.x)])
    let green = Int(nearestLevel[Int(value.y)])
    let blue = Int(nearestLevel[Int(value.z)])
    let inCube = UInt8(16 + 36 * red + 6 * green + blue)
    // The best grey is the one nearest to the mean of the channels.
    let step = 10 * 3 * parts
    let grey = (value.x + value.y + value.z - 8 * 3 * parts + step / 2) / step
    let inGreys = UInt8(232 + min(max(grey, 0), greys - 1))
    return distance(value, inGreys) < distance(value, inCube) ? inGreys : inCube
  }

  private static func distance(_ value: SIMD4<Int32>, _ index: UInt8) -> Int32 {
    let difference = value &- colour(index) &* parts
    return (difference &* difference).wrappedSum()
  }
}
