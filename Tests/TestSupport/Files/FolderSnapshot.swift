package import SystemPackage

/// The contents of a folder and all folders below it at one moment; two are equal if names, kinds
/// and bytes are. What programs remember between runs, in `.local` of their home, is left out.
package struct FolderSnapshot: Equatable, Sendable {
  /// The contents by path below the folder, hidden names too.
  package private(set) var contents: [FilePath: FileContent] = [:]

  /// An empty folder.
  package init() {}

  /// Throws `Errno` when something can't be read.
  package init(of folder: FilePath) throws { try add(folder, named: "") }

  private mutating func add(_ folder: FilePath, named name: FilePath) throws {
    for entry in try folder.entryNames()
    where !(name.isEmpty && entry.string == TemporaryFolder.memory) {
      let path = folder.appending(entry)
      let name = name.appending(entry)
      switch try path.stat(followTargetSymlink: false).type {
      case .regular: contents[name] = .file(try path.readFile())
      case .symbolicLink: contents[name] = .symbolicLink(to: try path.readLink())
      case .directory:
        contents[name] = .folder
        try add(path, named: name)
      default: contents[name] = .other
      }
    }
  }
}

extension FolderSnapshot: CustomStringConvertible {
  /// One line a name, with the size of files instead of their bytes.
  package var description: String {
    contents.map { "\($0.string.debugDescription): \($1)" }.sorted().joined(separator: "\n")
  }
}
