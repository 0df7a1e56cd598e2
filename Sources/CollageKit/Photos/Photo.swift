package import Imaging
package import PhotoCodecs
package import PhotoSources
package import SystemPackage

/// One input picture, known by its header; its pixels are decoded only when a frame needs them.
package struct Photo: Hashable, Sendable {
  package let address: PhotoAddress
  /// The file that holds it: for a photo from the web a copy, which stays as long as this value.
  package let path: FilePath
  package private(set) var header: PhotoHeader
  /// The file's identity when its header was read.
  package let identity: FileIdentity
  /// Whether a recipe names it but no file with its bytes was found: the path is its recorded name,
  /// only size is known.
  package let isMissing: Bool
  /// Keeps the copy of a photo from the web; nil for a file of the user.
  package let copy: DownloadedFile?
  /// Whose work it is, for a photo that a search on the web has found; else nil.
  package private(set) var credit: PhotoCredit?

  /// The size of the photo as it is shown, upright and turned, in pixels.
  package var size: PixelSize { header.size }

  /// Reads a photo's header; `isCancelled` is asked before each read.
  package init(
    at path: FilePath, limits: DecodeLimits, isCancelled: @escaping () -> Bool = { false }
  ) throws(PhotoError) {
    try self.init(.file(path), at: path, limits: limits, isCancelled: isCancelled)
  }

  /// The same, also of a photo that was fetched from the web.
  init(
    _ address: PhotoAddress, at path: FilePath, copy: DownloadedFile? = nil,
    credit: PhotoCredit? = nil,
    limits: DecodeLimits, isCancelled: @escaping () -> Bool
  ) throws(PhotoError) {
    let file = try Self.open(path, of: address)
    do {
      header = try PhotoHeader(of: file, limits: limits, isCancelled: isCancelled)
    } catch {
      throw PhotoError(address, cause: .codec(file.cause(of: error)))
    }
    self.address = address
    self.path = path
    self.copy = copy
    self.credit = credit
    identity = file.identity
    isMissing = false
  }

  /// The same photo, turned in another way: all that is made of it is turned, too.
  package func turned(_ turn: Turn) -> Photo {
    var photo = self
    photo.header = header.turned(turn)
    return photo
  }

  /// The same photo with a credit that is known otherwise; its own, if it has one, stays.
  func credited(_ credit: PhotoCredit?) -> Photo {
    var photo = self
    photo.credit = self.credit ?? credit
    return photo
  }

  /// A photo that a recipe names and that was not found.
  ///
  /// - Parameters:
  ///   - address: its recorded name or URL.
  ///   - size: upright, in pixels.
  ///   - number: tells it from other missing photos.
  init(missing address: PhotoAddress, _ size: PixelSize, _ orientation: Orientation, number: UInt64)
  {
    self.address = address
    path = FilePath(address.recordedName)
    copy = nil
    credit = nil
    header = PhotoHeader(recorded: size, orientation)
    identity = FileIdentity(ofNoFile: number)
    isMissing = true
  }

  /// Opens the photo again for its pixels.
  ///
  /// - Throws: `changedWhileReading` when it is no longer the file whose header was read;
  ///   `notFound` when it is missing.
  func open() throws(PhotoError) -> PhotoFile {
    guard !isMissing else { throw PhotoError(address, cause: .notFound) }
    let file = try Self.open(path, of: address)
    guard file.identity == identity else {
      throw PhotoError(address, cause: .codec(.changedWhileReading))
    }
    return file
  }

  /// Whether its file has a gain map; false if it can't be read.
  ///
  /// - Cost: as `GainMap.exists`.
  package var hasGainMap: Bool {
    guard let file = try? open() else { return false }
    return GainMap.exists(in: file)
  }

  private static func open(_ path: FilePath, of address: PhotoAddress) throws(PhotoError)
    -> PhotoFile
  {
    do {
      return try PhotoFile.open(path)
    } catch {
      throw PhotoError(address, cause: folderCause(path) ?? .file(error))
    }
  }

  /// What is wrong with a folder as a photo; nil for anything else.
  private static func folderCause(_ path: FilePath) -> PhotoError.Cause? {
    guard (try? path.stat())?.type == .directory else { return nil }
    do throws(Errno) {
      return .folder(hasPictures: try PictureFolder.hasPictures(path))
    } catch {
      return .file(PhotoFileError(error))
    }
  }
}
