internal import Glibc
internal import Imaging

/// A change of an item's picture after decoding. Transforms apply in the order in which the file
/// lists them.
enum HEIFTransform: Sendable {
  case crop(HEIFCleanAperture)
  /// Counter-clockwise, by 90 degrees each.
  case rotate(quarters: Int)
  /// Exchanges left and right, else top and bottom.
  case mirror(leftToRight: Bool)
}

/// The part of a picture that is shown ("clap"), as fractions of integers.
struct HEIFCleanAperture: Sendable {
  private let width: Double
  private let height: Double
  /// From the picture's centre to the part's.
  private let x: Double
  private let y: Double

  /// - Throws: `damaged` for a denominator of 0, and for a part without a width or height.
  init(_ reader: inout ByteReader) throws(CodecError) {
    var values: [Double] = []
    for _ in 0..<4 {
      let (numerator, denominator) = (try reader.signed(), try reader.number(4))
      guard denominator != 0 else { throw .damaged(reason: "its crop has a denominator of zero") }
      values.append(Double(numerator) / Double(denominator))
    }
    (width, height, x, y) = (values[0], values[1], values[2], values[3])
    guard width > 0, height > 0 else { throw .damaged(reason: "its crop is empty") }
  }

  /// The part in whole pixels; nil if it isn't inside of a picture of this size.
  func rect(in picture: PixelSize) -> PixelRect? {
    let left = (Double(picture.width) - width) / 2 + x
    let top = (Double(picture.height) - height) / 2 + y
    guard left > -1, top > -1, left + width < Double(picture.width) + 1,
      top + height < Double(picture.height) + 1
    else {
      return nil
    }
    let rect = PixelRect(
      x: Int(left.rounded()), y: Int(top.rounded()), width: max(Int(width.rounded()), 1),
      height: max(Int(height.rounded()), 1))
    return rect.isInside(picture) ? rect : nil
  }
}

/// How an item's picture is shown: the part that is, and how it is turned after that.
struct HEIFView: Hashable, Sendable {
  /// The part that is shown, in pixels of the picture before all transforms.
  private(set) var crop: PixelRect
  /// How the part is turned to be upright.
  private(set) var orientation: Orientation = .up
  /// Whether a transform says how it is turned, even if by nothing.
  private(set) var statesOrientation = false
  /// Whether a crop was passed over, because it isn't inside of the picture.
  private(set) var ignoresCrop = false

  /// The size in pixels before all transforms.
  let uncroppedSize: PixelSize

  /// The whole picture as it is.
  init(_ size: PixelSize) {
    uncroppedSize = size
    crop = PixelRect(size)
  }

  /// The shown size in pixels.
  var size: PixelSize { orientation.applied(to: crop.size) }

  mutating func apply(_ transform: HEIFTransform) {
    switch transform {
    case .rotate(let quarters):
      statesOrientation = true
      for _ in 0..<quarters { orientation = orientation.followed(by: .left) }
    case .mirror(let leftToRight):
      statesOrientation = true
      orientation = orientation.followed(by: leftToRight ? .upMirrored : .downMirrored)
    case .crop(let aperture):
      guard let rect = aperture.rect(in: size) else {
        ignoresCrop = true
        return
      }
      crop = part(rect)
    }
  }

  /// The part of the picture before all transforms that is shown in `rect`, which lies inside of
  /// the shown size.
  func part(_ rect: PixelRect) -> PixelRect {
    orientation.stored(rect, upright: size).moved(x: crop.x, y: crop.y)
  }
}
