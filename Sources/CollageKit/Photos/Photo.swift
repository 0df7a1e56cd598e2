package import Imaging
package import PhotoCodecs
package import PhotoSources
package import SystemPackage

/// An input picture, known by its header. Its pixels are decoded only when a frame needs them.
package struct Photo: Hashable, Sendable {
  package let address: PhotoAddress
  /// The file with the photo. For a photo from the web it is a copy, which exists as long as this
  /// value.
  package let path: FilePath
  @Indirect package private(set) var header: PhotoHeader
  /// When it was taken, and what its owner said of it, by the file and what lies beside it.
  @Indirect package private(set) var owner: OwnerFacts
  /// The file's identity when its header was read.
  package let identity: FileIdentity
  /// Whether a recipe names it but no file with its bytes was found. Then the path is its recorded
  /// name, and only its size is known.
  package let isMissing: Bool
  /// Keeps the copy of a photo from the web; nil for one of the user's files.
  package let copy: DownloadedFile?
  /// The author and licence of a photo that was found by a search on the web; else nil.
  package private(set) var credit: PhotoCredit?

  /// The size of the photo as it is shown, upright and turned, in pixels.
  package var size: PixelSize { header.size }

  /// Reads a photo's header and its sidecars; `isCancelled` is called before each read.
  package init(
    at path: FilePath, limits: DecodeLimits, _ sidecars: SidecarFinder = SidecarFinder(),
    isCancelled: @escaping () -> Bool = { false }
  ) throws(PhotoError) {
    try self.init(
      .file(path), at: path, limits: limits, sidecars: sidecars, isCancelled: isCancelled)
  }

  /// Reads the header of a photo that may have been fetched from the web.
  init(
    _ address: PhotoAddress, at path: FilePath, copy: DownloadedFile? = nil,
    credit: PhotoCredit? = nil, limits: DecodeLimits, sidecars: SidecarFinder? = nil,
    isCancelled: @escaping () -> Bool
  ) throws(PhotoError) {
    let file = try Self.open(path, of: address)
    var limits = limits
    limits.readsGainMaps = true
    let header: PhotoHeader
    do {
      header = try PhotoHeader(of: file, limits: limits, isCancelled: isCancelled)
    } catch {
      throw PhotoError(address, cause: .codec(file.cause(of: error)))
    }
    self.address = address
    self.path = path
    self.header = header
    self.copy = copy
    self.credit = credit
    identity = file.identity
    isMissing = false
    let facts = header.facts
    owner =
      sidecars.map { OwnerFacts(facts, of: path, modified: file.identity.modified.seconds, $0) }
      ?? OwnerFacts(facts, name: nil, modified: nil)
  }

  /// The same photo, rotated in another way by the user. Everything made from it is rotated, too.
  package func turned(_ turn: Turn) -> Photo {
    var photo = self
    photo.header = header.turned(turn)
    return photo
  }

  /// The same photo, of which only a part counts, in pixels of the whole as it is shown.
  func showing(_ part: PixelRect) -> Photo {
    var photo = self
    photo.header = header.showing(part)
    return photo
  }

  /// The same photo with a credit, unless it already has one.
  func credited(_ credit: PhotoCredit?) -> Photo {
    var photo = self
    photo.credit = self.credit ?? credit
    return photo
  }

  /// A photo that a recipe names but that was not found.
  ///
  /// - Parameters:
  ///   - address: its recorded name or URL.
  ///   - size: upright, in pixels.
  ///   - number: distinguishes it from other missing photos.
  init(missing address: PhotoAddress, _ size: PixelSize, _ orientation: Orientation, number: UInt64)
  {
    self.address = address
    path = FilePath(address.recordedName)
    copy = nil
    credit = nil
    header = PhotoHeader(recorded: size, orientation)
    owner = OwnerFacts(StatedFacts(), name: nil, modified: nil)
    identity = FileIdentity(ofNoFile: number)
    isMissing = true
  }

  /// Opens the photo again for its pixels.
  ///
  /// - Throws: `changedWhileReading` if it is no longer the file whose header was read; `notFound`
  ///   if it is missing.
  func open() throws(PhotoError) -> PhotoFile {
    guard !isMissing else { throw PhotoError(address, cause: .notFound) }
    let file = try Self.open(path, of: address)
    guard file.identity.hasSameContent(as: identity) else {
      throw PhotoError(address, cause: .codec(.changedWhileReading))
    }
    return file
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

  /// The error for a folder given as a photo; nil for anything else.
  fileprivate static func folderCause(_ path: FilePath) -> PhotoError.Cause? {
    guard (try? path.stat())?.type == .directory else { return nil }
    do throws(Errno) {
      return try PictureFolder.cause(ofFolder: path)
    } catch {
      return .file(PhotoFileError(error))
    }
  }
}

extension PhotoAddress {
  /// The error for a path where there is nothing, or a folder; nil for all else. Opens no file.
  var absence: PhotoError? {
    guard case .file(let path) = self else { return nil }
    do throws(Errno) {
      _ = try path.stat()
    } catch {
      return PhotoError(self, cause: .file(PhotoFileError(error)))
    }
    return Photo.folderCause(path).map { PhotoError(self, cause: $0) }
  }

  /// The error for what can't be opened as a photo: also for a file that doesn't begin as a picture
  /// does. Nil for all else, and for a URL.
  ///
  /// - Cost: opening the file and one short read.
  var refusedAtSight: PhotoError? {
    if let absence { return absence }
    guard case .file(let path) = self else { return nil }
    do {
      if FileHead(of: try PhotoFile.open(path)) != nil { return nil }
    } catch {
      return PhotoError(self, cause: .file(error))
    }
    // Reading the whole header tells what it is instead.
    return Result { () throws(PhotoError) in try Photo(at: path, limits: DecodeLimits()) }.failure
  }
}
