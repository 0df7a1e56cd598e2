import Imaging
import PhotoCodecs
import SystemPackage
import TestSupport

/// How two pictures differ, pixel by pixel.
enum PictureDifference: Equatable {
  /// No channel of any pixel is off by more than was allowed.
  case none
  case size(PixelSize, expected: PixelSize)
  /// So many pixels are off by more than was allowed, the worst by `worst` of 255; `first` is the
  /// first of them in reading order.
  case pixels(count: Int, worst: Int, first: Place)

  struct Place: Equatable {
    let x: Int
    let y: Int
  }

  init(_ actual: Raster, from expected: Raster, tolerance: Int) {
    guard actual.size == expected.size else {
      self = .size(actual.size, expected: expected.size)
      return
    }
    var count = 0
    var worst = 0
    var first: Place?
    for y in 0..<expected.size.height {
      for x in 0..<expected.size.width {
        let distance = actual[x, y].difference(from: expected[x, y])
        guard distance > tolerance else { continue }
        count += 1
        worst = max(worst, distance)
        if first == nil { first = Place(x: x, y: y) }
      }
    }
    self = if let first { .pixels(count: count, worst: worst, first: first) } else { .none }
  }
}

extension PictureDifference: CustomStringConvertible {
  var description: String {
    switch self {
    case .none: "no difference"
    case .size(let size, let expected): "\(size) instead of \(expected)"
    case .pixels(let count, let worst, let first):
      "\(count) pixels differ, by up to \(worst); the first is at \(first.x), \(first.y)"
    }
  }
}
