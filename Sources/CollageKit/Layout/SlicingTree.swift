/// A layout as full-width and full-height cuts, one inside of the other.
package indirect enum SlicingTree: Hashable, Sendable {
  /// A photo, by its place from 0. Its frame's width over height; nil for the photo's own.
  case photo(Int, ratio: Double? = nil)
  /// Two parts or more side by side, from the left.
  case across([SlicingTree])
  /// Two parts or more, one below the other, from the top.
  case down([SlicingTree])

  /// The photos from left to right and from top to bottom, part by part.
  package var photos: [Int] {
    switch self {
    case .photo(let photo, _): [photo]
    case .across(let parts), .down(let parts): parts.flatMap(\.photos)
    }
  }

  /// The same with every frame's proportions written down.
  func withRatios(of shapes: [PhotoShape]) -> SlicingTree {
    switch self {
    case .photo(let photo, let ratio): .photo(photo, ratio: ratio ?? shapes[photo].ratio)
    case .across(let parts): .across(parts.map { $0.withRatios(of: shapes) })
    case .down(let parts): .down(parts.map { $0.withRatios(of: shapes) })
    }
  }

  /// The proportions that are written down.
  var ratios: [Int: Double] {
    switch self {
    case .photo(let photo, let ratio): ratio.map { [photo: $0] } ?? [:]
    case .across(let parts), .down(let parts):
      parts.reduce(into: [:]) { ratios, part in ratios.merge(part.ratios) { first, _ in first } }
    }
  }
}
