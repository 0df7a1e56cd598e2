internal import FoundationEssentials

/// A file to write.
struct FixtureFile {
  let name: String
  let bytes: [UInt8]

  init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// Writes the file, replacing an older one; creates the folder if needed.
  func write(into folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(filePath: folder).appending(path: name))
  }
}
