package import SystemPackage

/// A named group of a library's assets: a folder in it with a relative link to each, so that file
/// managers show it, or a list of them where there are no links.
package struct Album: Hashable, Sendable {
  package let id: AlbumID
  package let name: AlbumName
  package let path: FilePath
  /// The names by which collages were saved into it; older versions noted none.
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
