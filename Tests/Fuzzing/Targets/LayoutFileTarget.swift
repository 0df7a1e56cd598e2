import CollageKit
import FoundationEssentials
import PhotoLayouts

/// A layout that is read can be written, and reads as the same layout, both as a layout file and in
/// a recipe.
func checkLayoutFile(_ bytes: [UInt8]) throws {
  guard let file = try? LayoutFile(bytes) else { return }
  try expect(file.tree.lowestPhoto >= 0, "photos count from 1")
  let printed = try JSONEncoder().encode(file.tree)
  try expect(LayoutFile(Array(printed)).tree == file.tree, "it comes back from its text")
  try expect(
    JSONDecoder().decode(SlicingTree.self, from: printed) == file.tree,
    "it comes back from a recipe")
}

extension SlicingTree {
  fileprivate var lowestPhoto: Int {
    switch self {
    case .photo(let photo, _): photo
    case .across(let parts), .down(let parts): parts.map(\.lowestPhoto).min() ?? -1
    }
  }
}
