internal import Files
internal import PhotoCodecs
package import SystemPackage

/// Where pages go: to a PDF that holds all of them, or to a picture each.
package struct PagesOutput: Hashable, Sendable {
  /// What stands for the page's number in a picture's name.
  static let placeholder = "{n}"
  /// Each picture is an open file until all are there.
  private static let maxPictures = 500

  /// As the user named it.
  package let path: FilePath
  /// The folder whose book it is, for the recipe. Nobody typed the name then, and the placeholder
  /// means nothing in it. Nil for a name that somebody typed.
  let folder: String?

  package init(_ path: FilePath, bookOf folder: String? = nil) {
    self.path = path
    self.folder = folder
  }

  /// Fails where the name doesn't suit the format, whatever the number of pages.
  func check(_ format: OutputFormat) throws(CollageError) {
    if path.folder.bytes.firstRange(of: Self.placeholderBytes) != nil {
      throw .pages(.numberedFolder(path))
    }
    if format == .pdf, isNumbered { throw .pages(.numberedBook(path)) }
  }

  /// The pictures of so many pages, in order. Their numbers have as many digits as that of the last,
  /// so that they are in order wherever names are sorted.
  func pictures(_ count: Int) throws(CollageError) -> [FilePath] {
    guard isNumbered else {
      guard count == 1 else { throw .pages(.severalPictures(path, pages: count)) }
      return [path]
    }
    guard count <= Self.maxPictures else {
      throw .pages(.tooManyPictures(count, limit: Self.maxPictures))
    }
    let name = path.lastComponent?.bytes ?? []
    return (1...count).map { page in
      let digits = "\(page)"
      let zeros = String(repeating: "0", count: "\(count)".utf8.count - digits.utf8.count)
      let numbered = name.replacing(Self.placeholderBytes, with: Array((zeros + digits).utf8))
      return path.removingLastComponent().pushing(FilePath(bytes: numbered))
    }
  }

  private static let placeholderBytes = Array(placeholder.utf8)

  private var isNumbered: Bool {
    folder == nil && path.lastComponent?.bytes.firstRange(of: Self.placeholderBytes) != nil
  }
}
