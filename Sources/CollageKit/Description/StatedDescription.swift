internal import PhotoCodecs
package import SystemPackage

/// What is known of a saved picture for people who don't see it.
package struct StatedDescription: Hashable, Sendable {
  package enum Source: String, Hashable, Sendable {
    /// The file says it.
    case file
    /// The file doesn't, but is a collage, and its recipe tells how its photos lie.
    case recipe
  }

  /// One line.
  package let text: String
  package let source: Source

  /// At most 300 characters.
  package var brief: String { AltText.brief(text) }

  /// Reads a collage, a book, or any other picture; nil if that has no description.
  ///
  /// - Throws: when there is no picture, or it can't be read.
  package init?(of path: FilePath) throws(CollageError) {
    func failure(_ cause: PhotoError.Cause) -> CollageError {
      .photos([PhotoError(path: path, cause: cause)])
    }
    let file = try rethrowing(PhotoFile.open(path)) { failure(.file($0)) }
    let record = try rethrowing(RecipeRecord.read(from: file)) { failure(.codec($0)) }
    let text: String?
    if let record {
      let stated = record.statedDescription.map { AltText.cleaned($0) } ?? ""
      if stated.isEmpty {
        source = .recipe
        text = Recipe(record).flatMap { CollageDescription(of: $0).words?.description }
      } else {
        source = .file
        text = stated
      }
    } else {
      source = .file
      let header = try rethrowing(PhotoHeader(of: file, limits: DecodeLimits())) {
        failure(.codec($0))
      }
      text = [header.facts.altText, header.facts.description].compactMap(\.self)
        .map { AltText.cleaned($0) }.first { !$0.isEmpty }
    }
    guard let text else { return nil }
    self.text = text
  }
}
