/// What the sizes of photos follow that have no weight of their own.
package enum PhotoWeighting: String, Hashable, Sendable, CaseIterable {
  /// All are alike.
  case equal
  /// Those to which their owner gave more stars are larger.
  case rating
}
