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

  /// The pictures of so many pages, in order. Their numbers have as many digits as that of the
  /// last, so that they are in order wherever names are sorted.
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

  /// Pictures that we made under such names, and that are not these, by their numbers: those of an
  /// earlier run with more pages.
  func olderPictures(beside pictures: [FilePath]) -> [FilePath] {
    let name = path.lastComponent?.bytes ?? []
    guard isNumbered, let range = name.firstRange(of: Self.placeholderBytes),
      name[range.upperBound...].firstRange(of: Self.placeholderBytes) == nil
    else { return [] }
    let (beginning, end) = (name[..<range.lowerBound], name[range.upperBound...])
    let new = Set(pictures.compactMap(\.lastComponent))
    let names = (try? OpenFolder.open(path.folder).names()) ?? []
    let numbered = names.filter { !new.contains($0) }.compactMap { name in
      let bytes = name.bytes
      guard bytes.count > beginning.count + end.count, bytes.starts(with: beginning),
        bytes.suffix(end.count).elementsEqual(end)
      else { return nil as (name: FilePath.Component, number: Int)? }
      let digits = bytes.dropFirst(beginning.count).dropLast(end.count)
      guard digits.allSatisfy({ (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }),
        let number = Int(String(decoding: digits, as: UTF8.self)), number <= Self.maxPictures
      else { return nil }
      return (name, number)
    }
    return numbered.sorted { $0.number < $1.number }
      .map { path.removingLastComponent().appending($0.name) }.filter { picture in
        guard let file = try? PhotoFile.open(picture, followsLinks: false) else { return false }
        return (try? RecipeRecord.read(from: file)) != nil
      }
  }

  private static let placeholderBytes = Array(placeholder.utf8)

  private var isNumbered: Bool {
    folder == nil && path.lastComponent?.bytes.firstRange(of: Self.placeholderBytes) != nil
  }
}
