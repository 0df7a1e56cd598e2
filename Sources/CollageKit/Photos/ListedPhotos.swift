internal import Files
internal import PhotoCodecs
internal import PhotoSources
internal import ReactiveTraits
package import SystemPackage

/// Photos that were named, with the pictures of folders in the folders' places. None of them has
/// been opened as a photo.
package struct ListedPhotos: Sendable {
  struct Photo {
    let address: PhotoAddress
    /// Whether it was named by itself, and not as part of a folder.
    let isNamed: Bool
  }

  private(set) var photos: [Photo] = []
  /// Whether any folder was named.
  package private(set) var hasFolders = false
  /// How many collages of this program were left out of folders.
  package private(set) var collageCount = 0
  /// How many pictures in folders below those that were named are left out.
  package private(set) var belowCount = 0

  package var addresses: [PhotoAddress] { photos.map(\.address) }

  /// What is wrong with photos that were named by themselves and can't be opened, each once. Reads
  /// their beginnings.
  package var refusedAtSight: [PhotoError] {
    photos.filter(\.isNamed).compactMap(\.address.refusedAtSight).uniqued()
  }

  /// The photos that were named by themselves.
  package var named: NamedPhotos {
    NamedPhotos(photos.filter(\.isNamed).compactMap(\.address.file))
  }

  /// The folder that is all that was named; nil if there is more, or something else.
  package private(set) var onlyFolder: FilePath?

  /// - Parameter needsAll: whether each named file must be there; else whoever opens the photos
  ///   finds out, and reports it with all that is wrong with others.
  /// - Throws: `photos` with each folder that can't be read or from which nothing is taken, and
  ///   each file that must be there and isn't.
  init(
    _ addresses: [PhotoAddress], _ reading: FolderReading, needsAll: Bool,
    _ cancellation: Cancellation
  ) throws(CollageError) {
    var failures: [PhotoError] = []
    defer { if addresses.count == 1, hasFolders { onlyFolder = addresses[0].file } }
    for address in addresses {
      if !needsAll, let path = address.file, (try? path.stat()) == nil {
        photos.append(Photo(address: address, isNamed: true))
        continue
      }
      do throws(PhotoError) {
        try append(address, reading, cancellation)
      } catch {
        failures.append(error)
      }
    }
    if cancellation.isCancelled { throw .cancelled }
    guard failures.isEmpty else { throw .photos(failures.uniqued()) }
  }

  private mutating func append(
    _ address: PhotoAddress, _ reading: FolderReading, _ cancellation: Cancellation
  ) throws(PhotoError) {
    guard
      let pictures = try PictureFolder.pictures(at: address, reading, cancellation)
    else {
      photos.append(Photo(address: address, isNamed: true))
      return
    }
    hasFolders = true
    collageCount += pictures.collageCount
    belowCount += PictureFolder.countBelow(address, reading)
    photos += pictures.photos.map { Photo(address: .file($0), isNamed: false) }
  }
}

extension PictureFolder {
  /// The pictures that are taken of a folder that was named, at least one; nil for what is no
  /// folder.
  ///
  /// - Throws: for a folder that can't be read or from which nothing is taken, and for a file that
  ///   isn't there.
  static func pictures(
    at address: PhotoAddress, _ reading: FolderReading, _ cancellation: Cancellation
  ) throws(PhotoError) -> FolderPictures? {
    guard let path = address.file else { return nil }
    let found: FolderPictures
    do throws(Errno) {
      guard try path.stat().type == .directory else { return nil }
      found = try pictures(in: path, reading, cancellation)
    } catch {
      throw PhotoError(path: path, cause: .file(PhotoFileError(error)))
    }
    if found.photos.isEmpty { throw PhotoError(path: path, cause: absence(of: found, in: path)) }
    return found
  }

  /// How many pictures are in folders below one, if they aren't taken.
  static func countBelow(_ address: PhotoAddress, _ reading: FolderReading) -> Int {
    guard !reading.isRecursive, let folder = address.file else { return 0 }
    let all = (try? allPictures(in: folder, excluding: reading.library)) ?? []
    return all.count { $0.removingLastComponent() != folder }
  }

  /// Why a folder is no photo.
  static func cause(ofFolder path: FilePath) throws(Errno) -> PhotoError.Cause {
    let found = try pictures(in: path, FolderReading(), Cancellation())
    return found.photos.isEmpty
      ? absence(of: found, in: path) : .folder(pictures: found.photos.count)
  }

  /// Why nothing is taken of a folder.
  private static func absence(
    of pictures: FolderPictures, in folder: FilePath
  ) -> PhotoError.Cause {
    if let below = picturesBelow(folder) { return .picturesBelow(below) }
    return pictures.collageCount > 0
      ? .onlyCollages(pictures.collageCount) : .folder(pictures: 0)
  }

  /// The pictures in folders below one; nil if there are none.
  static func picturesBelow(_ folder: FilePath) -> PicturesBelow? {
    let all = (try? allPictures(in: folder)) ?? []
    let found = all.filter { $0.removingLastComponent() != folder }
    guard !found.isEmpty else { return nil }
    return PicturesBelow(
      pictureCount: found.count, folders: found.map { $0.removingLastComponent() }.uniqued())
  }
}
