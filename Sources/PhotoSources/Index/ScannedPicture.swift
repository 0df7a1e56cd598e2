internal import Files
internal import PhotoCodecs
internal import SystemPackage

/// A picture file that a scan has found.
struct ScannedPicture: Sendable {
  let format: PhotoFormat
  /// Whether this program made it, according to its first bytes.
  var isCollage = false
  /// The state of the file in which it was found.
  let identity: FileIdentity

  /// In bytes.
  var size: Int { identity.size }
  /// Time of the last modification, in seconds since 1970, UTC.
  var modified: Int { identity.modified.seconds }
  /// The time of the last change in one number, which tells apart two states of a file.
  var changed: Int {
    identity.changed.seconds &* 1_000_000_000 &+ identity.changed.nanoseconds
  }
}

/// What a scan has found under a name.
enum ScannedFile: Sendable {
  case picture(ScannedPicture)
  /// A regular file that is no picture.
  case other(FileIdentity)
  /// No regular file, or one that can't be read.
  case none

  /// The file with a name in a folder, recognised by its first bytes.
  ///
  /// - Parameters:
  ///   - name: ends with a NUL.
  ///   - folder: the descriptor of an open folder.
  /// - Throws: when it can't be opened.
  init(_ name: UnsafePointer<UInt8>, in folder: FileDescriptor) throws(Errno) {
    // Opening never blocks, even if the file has become a pipe or a device meanwhile.
    let file = try unsafe OpenFolder.open(name, in: folder)
    defer { try? file.close() }
    guard let status = try? Stat(file), status.type == .regular else {
      self = .none
      return
    }
    let identity = FileIdentity(status)
    if let head = FileHead(of: file, size: identity.size) {
      self = .picture(
        ScannedPicture(format: head.format, isCollage: head.isCollage, identity: identity))
    } else {
      self = (try? file.read(at: 0, count: 1)) == nil ? .none : .other(identity)
    }
  }
}
