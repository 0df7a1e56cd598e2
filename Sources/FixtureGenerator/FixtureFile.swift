internal import FoundationEssentials

/// One file to be written.
struct FixtureFile {
  let name: String
  let bytes: [UInt8]

  init(_ name: String, _ bytes: [UInt8]) {
    self.name = name
    self.bytes = bytes
  }

  /// Writes the file over an older one of its name; makes the folder if need be.
  func write(into folder: String) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data(bytes).write(to: URL(filePath: folder).appending(path: name))
  }
}
