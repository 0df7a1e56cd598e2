internal import Files
internal import PhotoCodecs
internal import SystemPackage

/// A picture file that a scan has found.
struct ScannedPicture {
  let format: PhotoFormat
  /// In bytes.
  let size: Int
  /// Time of the last modification, in seconds since 1970, UTC.
  let modified: Int
  /// The time of the last change in one number, which tells apart two states of a file.
  var changed = 0
}

extension ScannedPicture {
  /// The picture with a name in a folder, recognised by its first bytes; nil for any other file,
  /// and for one that can't be read further.
  ///
  /// - Throws: when it can't be opened.
  init?(_ name: FilePath.Component, in folder: borrowing OpenFolder) throws(Errno) {
    // Opening never blocks, even if the file has become a pipe or a device meanwhile.
    let file = try folder.open(name, followsLinks: true)
    defer { try? file.close() }
    guard let status = try? Stat(file), status.type == .regular else { return nil }
    let identity = FileIdentity(status)
    guard let format = PhotoFormat(of: file, size: identity.size) else { return nil }
    self.init(
      format: format, size: identity.size, modified: identity.modified.seconds,
      changed: identity.changed.seconds &* 1_000_000_000 &+ identity.changed.nanoseconds)
  }
}
