internal import Files
package import PhotoCodecs
package import SystemPackage

/// The folder where the collages of watched photos go. Its files alone say what has been done.
package struct WatchOutput {
  package let folder: FilePath
  private let fileExtension: String
  /// The highest numbers, by the beginnings of names.
  private var numbers: [String: Int] = [:]
  /// The digests of all photos that are in a collage there.
  package private(set) var done: Set<Digest> = []

  /// - Cost: reads the recipes of all collages in the folder.
  package init(_ folder: FilePath, _ format: OutputFormat) throws(Errno) {
    self.folder = folder
    fileExtension = format.fileExtension
    for path in try PictureFolder.pictures(in: folder) + pages(in: folder) {
      let stem = path.stem ?? ""
      let digits = stem.reversed().prefix { $0.isASCII && $0.isNumber }.count
      if let number = Int(stem.suffix(digits)), stem.dropLast(digits).hasSuffix("-") {
        let prefix = String(stem.dropLast(digits + 1))
        numbers[prefix] = max(numbers[prefix] ?? 0, number)
      }
      guard let file = try? PhotoFile.open(path), let recipe = try? Recipe(of: file) else {
        continue
      }
      done.formUnion(recipe.photos.compactMap(\.digest))
    }
  }

  /// The PDFs in a folder.
  private func pages(in folder: FilePath) throws(Errno) -> [FilePath] {
    try OpenFolder.open(folder).names().map { folder.appending($0) }
      .filter { $0.extension?.lowercased() == OutputFormat.pdf.fileExtension }
  }

  /// The next collage's file, and its number.
  ///
  /// - Parameter prefix: of its name.
  package mutating func next(_ prefix: String) -> (path: FilePath, number: Int) {
    let number = (numbers[prefix] ?? 0) + 1
    numbers[prefix] = number
    let digits = String(number)
    let padded = String(repeating: "0", count: max(4 - digits.count, 0)) + digits
    let name = FilePath.Component("\(prefix)-\(padded).\(fileExtension)")
    return (name.map { folder.appending($0) } ?? folder, number)
  }

  /// The number wasn't used.
  package mutating func takeBack(_ prefix: String) { numbers[prefix, default: 1] -= 1 }

  /// Copies a collage to another name at once: readers see the old file or the new one.
  package static func copy(_ collage: FilePath, to target: FilePath) throws(Errno) {
    guard let name = target.lastComponent,
      let temporary = FilePath.Component(".\(name.string).new")
    else { throw .isDirectory }
    let file = try FileSystem.opened(collage, .readOnly)
    defer { try? file.close() }
    let bytes = try file.readToEnd(limit: 1 << 30)
    let folder = try OpenFolder.open(target.folder)
    // What a run left behind that was killed.
    try? folder.remove(temporary)
    try folder.replace(name, with: bytes, by: temporary, in: folder) { _ throws(Errno) in }
  }
}
