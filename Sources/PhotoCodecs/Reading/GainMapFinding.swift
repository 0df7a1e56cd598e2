/// What a search for a photo's gain map has come to.
struct GainMapFinding {
  /// Nil if the photo has none that can be used.
  var place: GainMapPlace?
  /// Why a gain map that is there, or announced, can't be used, for a warning; nil if nothing is
  /// wrong.
  var fault: String?

  /// The photo has no gain map.
  static let none = GainMapFinding()

  static func found(_ place: GainMapPlace) -> GainMapFinding { GainMapFinding(place: place) }

  /// - Parameter reason: about the map, such as "its gamma is out of range".
  static func unusable(_ reason: String) -> GainMapFinding {
    GainMapFinding(fault: "no HDR, as its gain map can't be used: \(reason)")
  }
}

extension CodecError {
  /// Why bytes that belong to a photo can't be used, without advice about the photo.
  var reason: String {
    switch self {
    case .damaged(let reason, _), .unsupported(let reason), .tooLarge(let reason): reason
    default: description
    }
  }
}
