import Files
import SystemPackage

/// Pictures from outside this project; they lie beside the package on some machines.
enum Corpus {
  private static let folder: FilePath = {
    var root = FilePath(#filePath)
    while root.lastComponent?.string != "Tests", root.removeLastComponent() {}
    return root.removingLastComponent().removingLastComponent().appending("shared").appending(
      "corpus")
  }()
  private static let faces = folder.removingLastComponent().appending("corpus-faces")

  /// Pictures in the formats of phones and the web.
  static let formats = folder.removingLastComponent().appending("corpus-formats")
  static let hasFormats = (try? formats.appending("INDEX.tsv").stat()) != nil
  static let isThere = (try? folder.appending("INDEX.tsv").stat()) != nil
  static let hasFaces = (try? faces.appending("FACES.tsv").stat()) != nil

  /// The names of photographs of people and other things.
  static let photographs: [String] = {
    let names = (try? OpenFolder.open(faces).names()) ?? []
    return names.map(\.string).filter { $0.hasSuffix(".jpg") }.sorted()
  }()

  static func path(_ name: String) -> String { folder.pushing(FilePath(name)).string }

  /// A picture whose faces are known.
  static func face(_ name: String) -> String { faces.appending(name).string }
}
