internal import PhotoCodecs

/// The room that a face wants in a crop: faces at an edge look cut off even where they are whole.
enum FaceRoom {
  /// From an edge where the crop cuts, as a share of the crop's side: closer looks cut off.
  static let ofEdge = 0.03
  /// Beside and below it, for ears and chin, as a share of its own size.
  static let around = 0.2

  /// Above it, where hair is, as a share of its height.
  static func hair(above region: PhotoRegion) -> Double {
    switch region.source {
    case .declared: 1.0 / 3
    // Our detector's areas have half of the hair in them already.
    case .found: 0.15
    }
  }
}
