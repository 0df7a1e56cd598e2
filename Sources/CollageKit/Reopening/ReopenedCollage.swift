package import SystemPackage

/// A saved collage as a selection that can be changed and saved again.
package struct ReopenedCollage: Hashable, Sendable {
  /// The photos in their order, those that were not found as missing ones, and all options.
  package let selection: Selection
  /// Whether its photos lie as they were saved; older versions recorded less, or laid photos out in
  /// other ways.
  package let isLaidOutAlike: Bool
  /// Nil without text.
  let text: Recipe.Text?

  /// The names of those fonts for which this machine would take others; empty where it would take
  /// the same.
  package func otherFonts(isCancelled: @escaping @Sendable () -> Bool) throws(CollageError)
    -> [String]
  {
    guard let text else { return [] }
    let texts = try CollageTexts.measured(
      text.captions, selection.options.text, isCancelled: isCancelled)
    let installed = Set(texts?.recordedFonts ?? [])
    return text.fonts.filter { !installed.contains($0) }.map(\.name)
  }

  /// The places of missing photos, from 0.
  package var missing: [Int] { selection.photos.indices.filter { selection.photos[$0].isMissing } }

  /// The error for the missing photos; nil when there are none.
  package var missingError: CollageError? {
    let errors = missing.map { PhotoError(path: selection.photos[$0].path, cause: .notFound) }
    return errors.isEmpty ? nil : .photos(errors.uniqued())
  }
}

/// Why a saved collage can't be reopened.
package enum ReopeningError: Error, Hashable, Sendable {
  /// There is no such collage, or its recipe can't be read.
  case library(LibraryError)
  /// The file holds no recipe that can be read.
  case noRecipe(FilePath)
  /// The file can't be read, or looking for its photos failed.
  case collage(CollageError)
}
