internal import PhotoCodecs
package import SystemPackage

/// Why the library can't do what it was asked to.
package enum LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
  case unknown(AssetIDPrefix, FilePath)
  case ambiguous(AssetIDPrefix, [ShortAssetID])
  /// The asset's file holds no recipe that can be read.
  case noRecipe(FilePath)
  /// The recipe contains something that this version doesn't know; the version is the one that
  /// wrote it, or that it needs.
  case unknownRecipe(FilePath, version: String)
  /// The file has an asset's name but isn't ours.
  case notOurs(FilePath)
  case missing(FilePath)
  case notAllowed(FilePath)
  case cannotRemove(FilePath, Errno)
  /// It was removed, but may come back after a crash.
  case notDurable(FilePath, Errno)
  case failed(FilePath, Errno)
  case changed(FilePath)

  // Albums.
  /// There is no such album, or it no longer exists.
  case noAlbum(FilePath)
  /// The name belongs to a file, a link, or a folder without an album's id.
  case notAnAlbum(FilePath)
  /// The file that should contain an album's id doesn't.
  case damagedAlbum(FilePath)
  case albumExists(FilePath)
  /// A new album's name must not contain control characters.
  case unprintableAlbum(FilePath)
  /// Something of the user's is in an album, or in an album's place.
  case foreignInAlbum(FilePath)
  /// Without links, an album can contain only so many collages.
  case albumFull(FilePath)
  /// Another run is changing it.
  case busyAlbum(FilePath)
  /// The collage is not in the album.
  case notInAlbum(FilePath)
  /// Nothing was changed.
  case cannotWrite(FilePath, Errno)
  /// It was changed, but a crash may undo that.
  case changeNotDurable(FilePath, Errno)

  // The trash.
  case noTrash(FilePath, TrashFault)
  /// Another run is removing assets or bringing them back.
  case busy(FilePath)
  /// The trash has no collage of this library; this many collages there have no note of where they
  /// were.
  case nothingToUndo(FilePath, withoutNote: Int)
  /// The trash has no collage of this library with such an id.
  case notInTrash(AssetIDPrefix, FilePath)
  /// What is to be brought back would replace this file.
  case wouldReplace(FilePath)
  /// It is back, but not in all of the albums that it was in.
  indirect case notInAlbums(FilePath, LibraryError)

  case cancelled

  /// For a failed read.
  init(_ errno: Errno, at path: FilePath) {
    switch errno {
    case .noSuchFileOrDirectory: self = .missing(path)
    case .permissionDenied, .notPermitted: self = .notAllowed(path)
    default: self = .failed(path, errno)
    }
  }

  /// For a failed change that left everything as it was.
  init(_ errno: Errno, writing path: FilePath) {
    self = errno == .noSuchFileOrDirectory ? .missing(path) : .cannotWrite(path, errno)
  }

  init(opening path: FilePath, _ error: PhotoFileError) {
    switch error {
    case .missing: self = .missing(path)
    case .notAllowed: self = .notAllowed(path)
    case .notAFile: self = .notOurs(path)
    case .failed(let errno): self.init(errno, at: path)
    }
  }

  init(reading path: FilePath, _ error: CodecError) {
    switch error {
    case .readFailed(let errno): self = .failed(path, errno)
    case .cancelled: self = .cancelled
    default: self = .changed(path)
    }
  }

  package var description: String {
    switch self {
    case .unknown(let prefix, let folder):
      "\(prefix.text): no such collage in \(folder.displayed); see 'collage library list'"
    case .ambiguous(let prefix, let ids):
      "\(prefix.text): \(ids.count) collages have ids that start with it; give more characters: "
        + "\(ids.prefix(3).map(\.text).joined(separator: ", "))"
    case .noRecipe(let path):
      "\(path.displayed): its recipe can't be read; see 'collage library verify'"
    case .unknownRecipe(let path, let version):
      Version.isNewer(version)
        ? "\(path.displayed): its recipe needs collage \(version.utf8.abridged) or later, and this "
          + "is \(Version.current); update collage"
        : "\(path.displayed): its recipe says something that this version doesn't know; use the "
          + "version that made it, \(version.utf8.abridged)"
    case .notOurs(let path):
      "\(path.displayed): is named like a collage, but was not made by collage; delete the file "
        + "yourself if you don't want it"
    case .missing(let path):
      "\(path.displayed): no longer exists; see 'collage library list'"
    case .notAllowed(let path):
      "\(path.displayed): can't be read; check its permissions"
    case .cannotRemove(let path, let errno):
      "\(path.displayed): can't be removed: \(errno); check its folder's permissions"
    case .notDurable(let path, let errno):
      "\(path.displayed): was removed, but might reappear after a crash: \(errno)"
    case .changed(let path): "\(path.displayed): changed while it was being read; try again"
    case .noAlbum(let path):
      "\(path.displayed): there is no such album; see 'collage library album list'"
    case .notAnAlbum(let path):
      "\(path.displayed): is not an album; choose another name, or move it away"
    case .damagedAlbum(let path):
      "\(path.displayed): contains no readable album id; delete it to keep a plain folder"
    case .albumExists(let path):
      "\(path.displayed): an album with this name already exists; choose another name"
    case .unprintableAlbum(let path):
      "\(path.displayed): an album name can't contain control characters such as line breaks; "
        + "choose another name"
    case .foreignInAlbum(let path):
      "\(path.displayed): is not a link that this album made; move it away first"
    case .albumFull(let path):
      "\(path.displayed): an album on a file system without links can hold only "
        + "\(AlbumRecord.maxUnlinked) collages; start another"
    case .busyAlbum(let path): "\(path.displayed): another run is changing this album; try again"
    case .notInAlbum(let path):
      "\(path.displayed): is not in the album; see 'collage library album show'"
    case .cannotWrite(let path, let errno):
      "\(path.displayed): can't be changed: \(errno); check the permissions and the disk"
    case .changeNotDurable(let path, let errno):
      "\(path.displayed): was changed, but a crash could lose the change: \(errno)"
    case .noTrash(let path, let fault):
      "\(path.displayed): can't be moved to the trash: \(fault); use --permanently to delete it"
    case .busy(let path):
      "\(path.displayed): another run is removing or restoring collages; try again"
    case .nothingToUndo(let path, let count):
      "\(path.displayed): none of its collages are in the trash; nothing was restored"
        + Self.unnoted(count)
    case .notInTrash(let prefix, let folder):
      "\(prefix.text): no such collage of \(folder.displayed) is in the trash; without an id, "
        + "'collage library undo' restores what was removed last"
    case .wouldReplace(let path):
      "\(path.displayed): something else is there now; move it away to restore the collage from "
        + "the trash"
    case .notInAlbums(let path, let error):
      "\(path.displayed): was restored, but not to all its albums: \(error); run 'collage library "
        + "undo' again"
    case .cancelled: "cancelled"
    case .failed(let path, .notDirectory):
      "\(path.displayed): is not a folder; give the library's folder"
    case .failed(let path, let errno): "\(path.displayed): reading failed: \(errno)"
    }
  }

  /// A hint if there are collages in the trash without a note of where they were.
  private static func unnoted(_ count: Int) -> String {
    guard count > 0 else { return "" }
    return "; collages there without a note: \(count), use --without-note to restore them"
  }
}
