package import SystemPackage

/// A named group of a library's assets: a folder in it with a relative link to each asset, which
/// file managers can show; or, on a file system without links, a list of them.
package struct Album: Hashable, Sendable {
  package let id: AlbumID
  package let name: AlbumName
  package let path: FilePath
  /// The names under which collages were saved into it; older versions didn't record them.
  let savedNames: [AlbumName]

  init(_ name: AlbumName, _ record: AlbumRecord, in library: FilePath) {
    id = record.id
    self.name = name
    path = library.appending(name.component)
    savedNames = record.names
  }

  /// The name as text; bytes that are not UTF-8 are shown as `\xNN`.
  package var nameText: String {
    String(validating: FilePath(root: nil, [name.component])) ?? name.displayed
  }
}
