/// Trees that were built in an arena.
struct FoundTrees: Sendable {
  /// Nodes of the arena.
  let roots: [Int32]
  /// How many joins or lines were considered.
  var considered: Int
}

/// Builds trees in an arena that contains only the photos, on any thread; nil if that was
/// cancelled.
typealias TreeTask = @Sendable (_ arena: inout TreeArena) -> FoundTrees?
