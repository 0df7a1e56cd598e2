/// The room that a face wants in a crop: faces at an edge look cut off even where they are whole.
enum FaceRoom {
  /// From an edge where the crop cuts, as a share of the crop's side.
  static let ofEdge = 0.03
  /// Above the face, where hair is, as a share of its height. A face goes from forehead to chin.
  static let hair = 1.0 / 3
  /// Beside and below it, for ears and chin, as a share of its own size.
  static let around = 0.2
}
