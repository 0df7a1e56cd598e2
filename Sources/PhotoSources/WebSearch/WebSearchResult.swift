internal import Imaging
internal import PhotoCodecs
internal import SafeText

/// A result as a service describes it, validated.
struct WebSearchResult {
  var url: String?
  var thumbnail: String?
  /// Nil for a format that is never read.
  var format: PhotoFormat?
  var size: PixelSize?
  var credit = PhotoCredit()

  /// The longest side, in pixels, that is believed.
  private static let maxSide = 1_000_000

  static func size(_ width: JSONValue?, _ height: JSONValue?) -> PixelSize? {
    guard let width = width?.wholeNumber, let height = height?.wholeNumber,
      (1...maxSide).contains(width),
      (1...maxSide).contains(height)
    else { return nil }
    return PixelSize(width: width, height: height)
  }

  /// - Parameters:
  ///   - type: the format in the service's words, such as "jpg" or "image/jpeg"; nil to go by the
  ///     URL.
  ///   - url: that of the picture.
  static func format(_ type: String?, _ url: String?) -> PhotoFormat? {
    let path = (url ?? "").prefix { $0 != "?" && $0 != "#" }
    let name =
      type ?? path.split(separator: "/").last.flatMap { $0.split(separator: ".").last }.map(
        String.init) ?? ""
    switch name.lowercased() {
    case "jpg", "jpeg", "image/jpeg": return .jpeg
    case "png", "image/png": return .png
    case "webp", "image/webp": return .webp
    case "avif", "image/avif": return .avif
    case "heic", "heif", "image/heic", "image/heif": return .heic
    case "jxl", "image/jxl": return .jxl
    case "tif", "tiff", "image/tiff": return .tiff
    default: return nil
    }
  }
}
