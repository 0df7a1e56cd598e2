/// There is no memory for pixels, or for what is found in them.
package struct OutOfMemory: Error, Equatable {
  /// The bytes that it takes, where these are more than was allowed; nil if the system has no
  /// memory left.
  package let needed: Int?

  package init(needed: Int? = nil) { self.needed = needed }

  /// Fails if so many bytes are more than what is allowed.
  package static func check(_ bytes: Int, allowed: Int) throws(OutOfMemory) {
    guard bytes <= allowed else { throw OutOfMemory(needed: bytes) }
  }
}
