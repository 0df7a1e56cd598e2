internal import SystemPackage

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
  /// Pictures of an earlier run that are beside these, with other numbers.
  var olderPages: [FilePath] = []
  /// As of `PageDivision`.
  var divisionWarnings: [PhotoWarning] = []

  /// The sentences for the user, each with its page's number, or once if it is the same for all.
  package func warnings(_ remedies: Remedies) -> [String] {
    let ofPages = numberedWarnings.map { page, warning in
      let message = warning.message(remedies)
      return page.map { "page \($0): \(message)" } ?? message
    }
    let older =
      olderPages.isEmpty
      ? []
      : [
        "\(olderPages.map(\.displayed).listed): made by an earlier run, and not part of these "
          + "pages; remove what you don't need"
      ]
    return ofPages + files.compactMap(\.note).uniqued() + older
  }

  /// The warnings with their pages' numbers, which are nil where there is one page only. Those of
  /// many photos that are shown too large are one, of no page, and so is what is told once.
  var numberedWarnings: [(page: Int?, warning: PhotoWarning)] {
    let numbered = pages.flatMap { page in
      page.warnings.map { (page: pages.count == 1 ? nil : page.number, warning: $0) }
    }
    let once =
      numbered.map(\.warning).filter(\.isToldOnce).uniqued() + warningsOfAllPages
    let all =
      numbered.filter { !$0.warning.isToldOnce && !$0.warning.isOfSettings }
      + (once + divisionWarnings).map { (page: nil, warning: $0) }
    let enlarged = all.compactMap(\.warning.enlargement)
    guard let summary = PhotoWarning.summary(of: enlarged, moreThan: Self.maxEnlarged) else {
      return all
    }
    return all.filter { $0.warning.enlargement == nil } + [(page: nil, warning: summary)]
  }

  /// What is to be told of settings on every page.
  private var warningsOfAllPages: [PhotoWarning] {
    guard let first = pages.first else { return [] }
    return first.warnings.filter { warning in
      warning.isOfSettings && pages.allSatisfy { $0.warnings.contains(warning) }
    }
  }

  /// As for a single collage.
  private static let maxEnlarged = 2
}
