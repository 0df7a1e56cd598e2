package import SystemPackage

/// What `verify` found at one place in the library's folder.
package struct Finding: Hashable, Sendable {
  package enum Kind: String, Hashable, Sendable, CaseIterable {
    case intact
    /// A collage of ours whose bytes don't match its id, or an album whose id can't be read.
    case damaged
    /// The id was given, but there is no file.
    case missing
    /// It can't be opened or read.
    case unreadable
    /// Nothing of ours. Symbolic links count as foreign, wherever they lead, except those to
    /// collages in an album.
    case foreign
    /// Being written now, or left behind by a crash; the next save removes the latter.
    case leftover
    /// An album's folder. Its links that lead to collages are not reported.
    case album
    /// A link in an album whose collage is gone.
    case dangling
  }

  package let path: FilePath
  package let kind: Kind
  /// Whether it is a file of somebody else's that has an asset's name.
  package internal(set) var isImpostor = false

  /// Whether it is about an album's id.
  package var isAlbumID: Bool { kind == .damaged && path.lastComponent == AlbumRecord.fileName }
}
