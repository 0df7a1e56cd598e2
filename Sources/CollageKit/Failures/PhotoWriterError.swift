package import PhotoCodecs
package import SystemPackage

/// Why a collage could not be saved. Existing files are unchanged unless a case says otherwise.
package enum PhotoWriterError: Error, Hashable, Sendable {
  // The target.
  /// The target is one of the photos themselves.
  case isInput(FilePath)
  /// The target is needed for something else.
  case isNeeded(FilePath, NeededFile.Use)
  /// The jobs can't be read, so it isn't known which files the batch needs; therefore nothing is
  /// replaced.
  case unreadableBatch(BatchSourceError)
  /// The target exists and has no recipe of ours.
  case notOurs(FilePath)
  /// The target is one of our collages, but was changed or damaged since it was saved.
  case changed(FilePath)
  /// The target is a symbolic link to something that isn't one of our collages.
  case link(FilePath)
  /// The target is a folder, a device or the like; the text says which, for the message.
  case notAFile(FilePath, String)
  /// A file in the library that isn't ours has the collage's name.
  case foreignAsset(FilePath)
  /// The library's file of this collage was changed or damaged since it was saved.
  case changedAsset(FilePath)
  /// Another of our collages has this collage's name in the library.
  case misnamedAsset(FilePath)
  /// A symbolic link in the library has the collage's name, but leads elsewhere.
  case assetLink(FilePath)
  /// The target's name is that of another collage in a library.
  case otherAsset(FilePath)

  // The folder.
  case noFolder(FilePath)
  case danglingLink(FilePath)
  case notAFolder(FilePath)
  case notAllowed(FilePath)
  case cannotCreate(FilePath, Errno)
  case cannotKeepPermissions(FilePath, Errno)

  // The disk.
  case diskFull(FilePath)
  case failed(FilePath, Errno)
  /// The existing file can't be read.
  case cannotRead(FilePath, CodecError)
  /// It was written, but may not survive a crash.
  case notDurable(FilePath, Errno)
  /// The previous file now has the second name.
  case setAside(FilePath, FilePath, Errno)
  /// Of several files some have their new content all the same, because they couldn't be put back
  /// when another one failed.
  indirect case incomplete(PhotoWriterError, [NewFile])
  /// Two outputs are the same file.
  case sameFile(FilePath, FilePath)
  case encoding(FilePath, String)
  /// What encodes the format isn't installed.
  case noEncoder(FilePath, String)

  // The album.
  /// The collage can't be put into the album; nothing was written.
  case album(LibraryError)
  /// The collage is saved at the path, but could not be put into the album.
  case notInAlbum(FilePath, AlbumName, LibraryError)

  case cancelled

  /// A file that stays new although others failed.
  package struct NewFile: Hashable, Sendable {
    let path: FilePath
    /// Where the file is that had its name; nil if there was none, or it is gone.
    let previous: FilePath?

    fileprivate var text: String {
      path.displayed + (previous.map { " (its previous content is in \($0.displayed))" } ?? "")
    }
  }

  /// A sentence for the user.
  ///
  /// - Parameter isUnchanged: whether it may say that nothing was changed.
  func message(_ remedies: Remedies, isUnchanged: Bool = true) -> String {
    let noChange = isUnchanged ? "; nothing was changed" : ""
    return switch self {
    case .isInput(let path):
      "\(path.displayed): this is one of the photos; write the collage to another file"
    case .isNeeded(let path, let use):
      "\(path.displayed): this is \(use); write the collage to another file"
    case .unreadableBatch(let error): error.description
    case .notOurs(let path):
      "\(path.displayed): exists and was not made by collage; \(remedies(.foreignOutput))"
    case .changed(let path):
      "\(path.displayed): was changed since it was saved; \(remedies(.foreignOutput))"
    case .link(let path):
      "\(path.displayed): is a symbolic link to something that was not made by collage; choose "
        + "another name"
    case .notAFile(let path, let kind):
      "\(path.displayed): is \(kind), not a file; choose another name"
    case .foreignAsset(let path):
      "\(path.displayed): has this collage's name, but was not made by collage; "
        + "\(remedies(.foreignAsset))"
    case .changedAsset(let path):
      "\(path.displayed): was changed since it was saved; move it away, or to the trash with "
        + "'collage library remove'"
    case .misnamedAsset(let path):
      "\(path.displayed): has this collage's name, but is another one; \(remedies(.foreignAsset))"
    case .assetLink(let path):
      "\(path.displayed): is a symbolic link to something other than this collage; remove the link"
    case .otherAsset(let path):
      "\(path.displayed): is another collage's name in a library; \(remedies(.foreignOutput))"
    case .noFolder(let path): "\(path.displayed): there is no such folder; create it first"
    case .danglingLink(let path):
      "\(path.displayed): is a symbolic link to a missing folder; create that folder, or remove "
        + "the link"
    case .notAFolder(let path): "\(path.displayed): is not a folder; choose another path"
    case .notAllowed(let path):
      "\(path.displayed): can't be written to; check the permissions"
    case .cannotCreate(let path, let errno):
      "\(path.displayed): can't be created: \(errno); choose another path"
    case .cannotKeepPermissions(let path, let errno):
      "\(path.displayed): its permissions can't be copied to a new file: \(errno); choose another "
        + "name"
    case .diskFull(let path):
      "\(path.displayed): the disk is full; free some "
        + "space\(isUnchanged ? ", nothing was changed" : "")"
    case .failed(let path, let errno):
      "\(path.displayed): writing failed: \(errno)\(noChange)"
    case .cannotRead(let path, let error): "\(path.displayed): \(error)\(noChange)"
    case .notDurable(let path, let errno):
      "\(path.displayed): was written, but a crash could lose it: \(errno); make it again"
    case .setAside(let path, let other, let errno):
      "\(path.displayed): writing failed: \(errno); the previous file is now \(other.displayed)"
    case .incomplete(let error, let files):
      "\(error.message(remedies, isUnchanged: false)); these files are new all the same, because "
        + "they couldn't be put back: "
        + files.map(\.text).joined(separator: ", ")
    case .sameFile(let path, let other):
      "\(path.displayed): is a symbolic link to the file of \(other.displayed); remove the link, "
        + "or choose another name"
    case .encoding(let path, let reason), .noEncoder(let path, let reason):
      "\(path.displayed): encoding failed: \(reason); nothing was changed"
    case .album(let error): error.description
    case .notInAlbum(let path, let album, let error):
      "\(path.displayed): the collage is saved, but not in the album \(album.displayed): \(error)"
    case .cancelled: "cancelled; nothing was written"
    }
  }
}
