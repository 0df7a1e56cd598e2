package import SystemPackage

/// The folder of files that the tests compare with and try out, as it stands in the sources.
package enum Fixtures {
  /// The absolute path.
  package static let folder = FilePath(#filePath)
    .removingLastComponent().removingLastComponent().removingLastComponent().removingLastComponent()
    .appending("Fixtures")

  /// The absolute path of a fixture, such as `photos/dunes.png`.
  package static func path(of name: FilePath) -> FilePath { folder.pushing(name) }

  /// All bytes of a fixture. Throws `Errno`.
  package static func read(_ name: FilePath) throws -> [UInt8] { try path(of: name).readFile() }

  /// The sorted names in one of the folders. Throws `Errno`.
  package static func names(in name: FilePath) throws -> [String] {
    try path(of: name).entryNames().map(\.string).sorted()
  }

  /// The program that writes them, as it was built together with the tests, beside which it lies.
  package static var generator: FilePath {
    ((try? FilePath("/proc/self/exe").readLink()) ?? "").removingLastComponent().appending(
      "collage-fixtures")
  }
}
