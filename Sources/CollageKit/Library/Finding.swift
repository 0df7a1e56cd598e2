package import SystemPackage

/// One result of `verify`, about one place in the library's folder.
package struct Finding: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case intact
    /// One of our collages that was changed since it was saved, by another program or by damage.
    case changed
    /// A collage of which nothing is left, or an album whose id can't be read.
    case damaged
    /// An id was given, but it has no file.
    case missing
    /// It can't be opened or read.
    case unreadable
    /// Not ours. Symbolic links count as foreign wherever they lead, except for those to collages
    /// in an album.
    case foreign
    /// Being written at the moment, or left behind by a crash; the next save removes the latter.
    case leftover
    /// An album's folder. Its links that lead to collages are not reported.
    case album
    /// A link in an album whose collage no longer exists.
    case dangling
  }

  package let path: FilePath
  package let kind: Kind
  /// Whether it is somebody else's file with an asset's name.
  package internal(set) var isImpostor = false

  /// Whether it is about an album's id.
  package var isAlbumID: Bool { kind == .damaged && path.lastComponent == AlbumRecord.fileName }
}
