/// Which photos of a list have the same bytes.
package struct Duplicates: Hashable, Sendable {
  /// The indices of the photos in each group, at least two, in ascending order; the groups are
  /// ordered by their first index.
  package let groups: [[Int]]
  private let firsts: [Int: Int]

  init(groups: [[Int]]) {
    self.groups = groups
    firsts = Dictionary(
      uniqueKeysWithValues: groups.flatMap { group in group.map { ($0, group[0]) } })
  }

  /// Whether a photo before the one at `index` has the same bytes.
  package func isRepeated(_ index: Int) -> Bool { firsts[index].map { $0 < index } ?? false }
}
