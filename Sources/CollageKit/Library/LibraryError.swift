internal import PhotoCodecs
package import SystemPackage

/// Why the library could not answer.
package enum LibraryError: Error, Hashable, Sendable, CustomStringConvertible {
  case unknown(AssetIDPrefix, FilePath)
  case ambiguous(AssetIDPrefix, [ShortAssetID])
  /// The asset's file holds no recipe that can be read.
  case noRecipe(FilePath)
  /// The recipe says what this version doesn't know; the version that wrote it is named.
  case unknownRecipe(FilePath, version: String)
  /// The file has an asset's name but is not ours.
  case notOurs(FilePath)
  case missing(FilePath)
  case notAllowed(FilePath)
  case cannotRemove(FilePath, Errno)
  /// It was removed, but may be back after a crash.
  case notDurable(FilePath, Errno)
  case failed(FilePath, Errno)
  case changed(FilePath)

  // Albums.
  /// There is no such album, or no longer.
  case noAlbum(FilePath)
  /// What has the name is a file, a link, or a folder without an album's id.
  case notAnAlbum(FilePath)
  /// The file that should hold an album's id does not.
  case damagedAlbum(FilePath)
  case albumExists(FilePath)
  /// No new album gets a name with control characters.
  case unprintableAlbum(FilePath)
  /// Something of the user's in an album, or in an album's place.
  case foreignInAlbum(FilePath)
  /// Where there are no links, an album can hold only so many.
  case albumFull(FilePath)
  /// Another run is changing it.
  case busyAlbum(FilePath)
  /// The collage is not in the album.
  case notInAlbum(FilePath)
  /// Nothing was changed.
  case cannotWrite(FilePath, Errno)
  /// It was changed, but may be as before after a crash.
  case changeNotDurable(FilePath, Errno)

  // The trash.
  case noTrash(FilePath, TrashFault)
  /// Another run is removing assets or bringing them back.
  case busy(FilePath)
  /// No collage of this library is in the trash; so many there have no note of where they were.
  case nothingToUndo(FilePath, withoutNote: Int)
  /// What should be brought back would replace this.
  case wouldReplace(FilePath)
  /// It is back, but not in all the albums that it was in.
  indirect case notInAlbums(FilePath, LibraryError)

  case cancelled

  /// Of a failed read.
  init(_ errno: Errno, at path: FilePath) {
    switch errno {
    case .noSuchFileOrDirectory: self = .missing(path)
    case .permissionDenied, .notPermitted: self = .notAllowed(path)
    default: self = .failed(path, errno)
    }
  }

  /// Of a failed change; nothing was changed.
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
      "\(prefix.text): \(ids.count) collages have ids that begin with it; give more digits: \(ids.prefix(3).map(\.text).joined(separator: ", "))"
    case .noRecipe(let path):
      "\(path.displayed): its recipe can't be read; see 'collage library verify'"
    case .unknownRecipe(let path, let version):
      "\(path.displayed): its recipe is newer than this version understands; use the version that made it, "
        + version.utf8.abridged
    case .notOurs(let path):
      "\(path.displayed): was not made by collage, though its name says so; delete the file itself if you don't want it"
    case .missing(let path):
      "\(path.displayed): there is no such file any more; see 'collage library list'"
    case .notAllowed(let path):
      "\(path.displayed): reading it is not allowed; check its permissions"
    case .cannotRemove(let path, let errno):
      "\(path.displayed): can't be removed: \(errno); check its folder's permissions"
    case .notDurable(let path, let errno):
      "\(path.displayed): is removed, but may be back after a crash: \(errno)"
    case .changed(let path): "\(path.displayed): changed while it was being read; try again"
    case .noAlbum(let path):
      "\(path.displayed): there is no such album; see 'collage library album list'"
    case .notAnAlbum(let path):
      "\(path.displayed): is not an album; give another name, or move it away"
    case .damagedAlbum(let path):
      "\(path.displayed): it holds no album's id that can be read; delete it to keep a plain folder"
    case .albumExists(let path):
      "\(path.displayed): an album with this name exists already; give another name"
    case .unprintableAlbum(let path):
      "\(path.displayed): an album's name can't hold control characters such as line breaks; give another name"
    case .foreignInAlbum(let path):
      "\(path.displayed): is not a link of this album; move it away first"
    case .albumFull(let path):
      "\(path.displayed): an album on a file system without links can hold \(AlbumRecord.maxUnlinked) collages; "
        + "begin another"
    case .busyAlbum(let path): "\(path.displayed): another run is changing this album; try again"
    case .notInAlbum(let path):
      "\(path.displayed): is not in the album; see 'collage library album show'"
    case .cannotWrite(let path, let errno):
      "\(path.displayed): can't be changed: \(errno); check the permissions and the disk"
    case .changeNotDurable(let path, let errno):
      "\(path.displayed): is changed, but the change might be lost in a crash: \(errno)"
    case .noTrash(let path, let fault):
      "\(path.displayed): can't be moved to the trash: \(fault); give --permanently to delete it"
    case .busy(let path):
      "\(path.displayed): another run is removing collages or bringing them back; try again"
    case .nothingToUndo(let path, let count):
      "\(path.displayed): none of its collages are in the trash; nothing was brought back"
        + Self.unnoted(count)
    case .wouldReplace(let path):
      "\(path.displayed): something else is there now; move it away, the removed collage stays in the trash"
    case .notInAlbums(let path, let error):
      "\(path.displayed): is back, but not in all its albums: \(error); give 'collage library undo' again"
    case .cancelled: "cancelled"
    case .failed(let path, .notDirectory): "\(path.displayed): is not a folder; give the library's"
    case .failed(let path, let errno): "\(path.displayed): reading failed: \(errno)"
    }
  }

  /// What to add where there are collages in the trash of which no note says where they were.
  private static func unnoted(_ count: Int) -> String {
    guard count > 0 else { return "" }
    return "; collages there without a note: \(count), give --without-note to bring them back"
  }
}
