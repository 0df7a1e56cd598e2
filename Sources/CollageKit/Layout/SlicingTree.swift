/// A layout made of cuts across the full width or height of a part, nested in each other.
package indirect enum SlicingTree: Hashable, Sendable {
  /// A photo, by its place from 0, with its frame's width over height; nil for the photo's own ratio.
  case photo(Int, ratio: Double? = nil)
  /// Parts side by side, from the left; at least one.
  case across([SlicingTree])
  /// Parts one below the other, from the top; at least one.
  case down([SlicingTree])

  /// The photos from left to right and from top to bottom, part by part.
  package var photos: [Int] {
    switch self {
    case .photo(let photo, _): [photo]
    case .across(let parts), .down(let parts): parts.flatMap(\.photos)
    }
  }

  /// The same tree with a ratio for every photo.
  func withRatios(of shapes: [PhotoShape]) -> SlicingTree {
    switch self {
    case .photo(let photo, let ratio): .photo(photo, ratio: ratio ?? shapes[photo].ratio)
    case .across(let parts): .across(parts.map { $0.withRatios(of: shapes) })
    case .down(let parts): .down(parts.map { $0.withRatios(of: shapes) })
    }
  }

  /// The ratios given in the tree, by photo.
  var ratios: [Int: Double] {
    switch self {
    case .photo(let photo, let ratio): ratio.map { [photo: $0] } ?? [:]
    case .across(let parts), .down(let parts):
      parts.reduce(into: [:]) { ratios, part in ratios.merge(part.ratios) { first, _ in first } }
    }
  }
}
