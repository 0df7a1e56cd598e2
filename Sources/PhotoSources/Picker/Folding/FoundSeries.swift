/// What comparing a picker's photos has shown: which of them show the same, and which are the best.
/// Photos are given by their places among those that were found.
package struct FoundSeries: Sendable {
  /// At least two photos that show the same.
  struct Group: Hashable, Sendable {
    let best: Int
    let others: [Int]

    /// In the order in which they were found.
    var places: [Int] { ([best] + others).sorted() }
  }

  let groups: [Group]
  /// The photos that were compared; those that can't be decoded, or were left out, were not.
  let compared: [Int]
  /// How many photos were not compared, because too many had never been measured.
  let leftOut: Int
  /// The photos that were chosen as the best, in order of time; empty if none were wanted.
  package let best: [Int]

  init(groups: [Group], compared: [Int], leftOut: Int = 0, best: [Int] = []) {
    (self.groups, self.compared, self.leftOut, self.best) = (groups, compared, leftOut, best)
  }
}
