/// Pages that were written.
package struct MadePages: Sendable {
  /// One page.
  package struct MadePage: Sendable {
    /// From 1.
    package let number: Int
    /// The photos on it, in order.
    package let photos: [PhotoAddress]
    package let warnings: [PhotoWarning]
  }

  package let pages: [MadePage]
  /// The PDF, or the pictures in the order of the pages.
  package let files: [SavedAsset]

  /// The sentences for the user, each with its page's number, or once if it is the same for all.
  package func warnings(_ remedies: Remedies) -> [String] {
    let ofPages = pages.flatMap { page in
      page.warnings.map { warning in
        pages.count == 1
          ? warning.message(remedies) : "page \(page.number): \(warning.message(remedies))"
      }
    }
    return ofPages + files.compactMap(\.note).uniqued()
  }
}
