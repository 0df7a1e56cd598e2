internal import PhotoCodecs
internal import ReactiveTraits

/// Puts finished pages where they go. Unless it is published, nothing of it is left behind.
protocol PageAssembly: Sendable {
  /// A page as it will be written.
  associatedtype Encoded: Sendable

  /// Encodes a page; on any thread, and in any order.
  ///
  /// - Parameter index: the page's, from 0.
  func encode(
    _ collage: Collage, index: Int, _ cancellation: Cancellation
  ) throws(PhotoWriterError) -> Encoded

  /// Adds the next page, in order.
  func add(_ page: Encoded) throws(PhotoWriterError)

  /// Gives all files their names; call it once, when all pages are added.
  ///
  /// - Parameters:
  ///   - proof: of what the pages were made of.
  ///   - digests: of all pictures that they were made of, none of which is replaced.
  /// - Returns: the files that were written.
  func publish(
    _ proof: PagesProof, protecting digests: Set<Digest>, _ cancellation: Cancellation
  ) throws(PhotoWriterError) -> [SavedAsset]
}
