package import SystemPackage

/// A saved collage as a selection that can be changed and saved again.
package struct ReopenedCollage: Hashable, Sendable {
  /// All options, and the photos in their order; those that were not found are missing ones.
  package let selection: Selection
  /// Whether its photos lie exactly as they were saved. Older versions recorded less, or laid
  /// photos out differently.
  package let isLaidOutAlike: Bool
  /// Nil without text.
  let text: Recipe.Text?

  /// The names of the fonts for which this machine would use others; empty if it would use the
  /// same.
  package func otherFonts(isCancelled: @escaping @Sendable () -> Bool) throws(CollageError)
    -> [String]
  {
    guard let text else { return [] }
    let texts = try CollageTexts.measured(
      text.captions, selection.options.text, isCancelled: isCancelled)
    let installed = Set(texts?.recordedFonts ?? [])
    return text.fonts.filter { !installed.contains($0) }.map(\.name)
  }

  /// The indices of missing photos, from 0.
  package var missing: [Int] { selection.photos.indices.filter { selection.photos[$0].isMissing } }

  /// The error for the missing photos; nil if there are none.
  package var missingError: CollageError? {
    let errors = missing.map { PhotoError(path: selection.photos[$0].path, cause: .notFound) }
    return errors.isEmpty ? nil : .photos(errors.uniqued())
  }
}

/// Why a saved collage can't be reopened.
package enum ReopeningError: Error, Hashable, Sendable {
  /// There is no such collage, or its recipe can't be read.
  case library(LibraryError)
  /// The file has no readable recipe.
  case noRecipe(FilePath)
  /// The file can't be read, or the search for its photos failed.
  case collage(CollageError)
}
