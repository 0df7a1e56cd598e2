package import Imaging

/// A layout made of nested cuts, each across the full width or height of the part that it divides.
package indirect enum SlicingTree: Hashable, Sendable {
  /// A photo, by its place from 0, with its frame's width over height; nil for the photo's own
  /// ratio.
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
  ///
  /// - Parameter ratios: for those that have none in the tree.
  func with(ratios: [Double]) -> SlicingTree {
    switch self {
    case .photo(let photo, let ratio): .photo(photo, ratio: ratio ?? ratios[photo])
    case .across(let parts): .across(parts.map { $0.with(ratios: ratios) })
    case .down(let parts): .down(parts.map { $0.with(ratios: ratios) })
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

  /// The tree without some photos, in which the others have the places that they have then; nil if
  /// none is left. Neighbours take the room.
  package func without(_ photos: Set<Int>) -> SlicingTree? {
    switch self {
    case .photo(let photo, let ratio):
      photos.contains(photo) ? nil : .photo(photo - photos.count { $0 < photo }, ratio: ratio)
    case .across(let parts):
      Self.joined(
        parts.compactMap { $0.without(photos) }.flatMap { part in
          if case .across(let parts) = part { parts } else { [part] }
        }, by: Self.across)
    case .down(let parts):
      Self.joined(
        parts.compactMap { $0.without(photos) }.flatMap { part in
          if case .down(let parts) = part { parts } else { [part] }
        }, by: Self.down)
    }
  }

  private static func joined(
    _ parts: [SlicingTree], by cut: ([SlicingTree]) -> SlicingTree
  ) -> SlicingTree? {
    parts.count > 1 ? cut(parts) : parts.first
  }

  /// The tree whose photos have these frames; nil if they can't be separated by such cuts.
  package init?(cutting frames: [Frame]) {
    guard let tree = Self.tree(of: Array(frames.indices), frames.map(\.bounds)) else { return nil }
    self = tree
  }

  private static func tree(of photos: [Int], _ areas: [PixelRect]) -> SlicingTree? {
    guard photos.count > 1 else {
      return photos.first.map {
        .photo($0, ratio: Double(areas[$0].width) / Double(areas[$0].height))
      }
    }
    for isAcross in [true, false] {
      let parts = runs(of: photos) { photo in
        let area = areas[photo]
        return isAcross ? area.x..<area.x + area.width : area.y..<area.y + area.height
      }
      guard parts.count > 1 else { continue }
      let trees = parts.compactMap { tree(of: $0, areas) }
      guard trees.count == parts.count else { return nil }
      return isAcross ? .across(trees) : .down(trees)
    }
    return nil
  }

  /// The photos in groups whose extents don't overlap, in order.
  private static func runs(of photos: [Int], extent: (Int) -> Range<Int>) -> [[Int]] {
    var groups: [[Int]] = []
    var end = Int.min
    for photo in photos.sorted(by: { extent($0).lowerBound < extent($1).lowerBound }) {
      let extent = extent(photo)
      if extent.lowerBound >= end { groups.append([]) }
      groups[groups.count - 1].append(photo)
      end = max(end, extent.upperBound)
    }
    return groups
  }
}
