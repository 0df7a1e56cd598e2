import CollageKit
import FoundationEssentials

/// A layout that is read can be written, and reads as the same layout, both as a layout file and in a recipe.
func checkLayoutFile(_ bytes: [UInt8]) throws {
  guard let file = try? LayoutFile(bytes) else { return }
  let printed = try JSONEncoder().encode(file.tree)
  try expect(LayoutFile(Array(printed)).tree == file.tree, "it comes back from its text")
  try expect(JSONDecoder().decode(SlicingTree.self, from: printed) == file.tree, "it comes back from a recipe")
}
