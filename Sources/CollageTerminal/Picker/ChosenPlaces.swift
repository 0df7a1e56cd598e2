internal import CollageKit
internal import PhotoCodecs
internal import PhotoSources
internal import SystemPackage

/// Where a picker's photos are among the chosen ones, from 0.
struct ChosenPlaces {
  /// The chosen ones.
  let photos: [Photo]
  private let files: [FileID: Int]
  private let addresses: [PhotoAddress: Int]
  /// The chosen photos' addresses, from the root of the file system.
  private let chosen: [PhotoAddress]

  init(_ photos: [Photo]) {
    self.photos = photos
    chosen = photos.map(\.address.absolute)
    func places<Key>(_ key: (Int) -> Key?) -> [Key: Int] {
      Dictionary(photos.indices.compactMap { place in key(place).map { ($0, place) } }) {
        first, _ in first
      }
    }
    // A missing file has a name, but no place.
    addresses = places { [chosen] in
      photos[$0].isMissing && chosen[$0].url == nil ? nil : chosen[$0]
    }
    files = places {
      photos[$0].copy == nil && !photos[$0].isMissing ? photos[$0].identity.file : nil
    }
  }

  /// - Parameter read: the photo itself, once its header is read: then the file decides, under
  ///   whatever name it was chosen.
  subscript(photo: PickerPhoto, read: Photo?) -> Int? {
    if let read, !read.isMissing { return files[read.identity.file] }
    return chosen.isEmpty ? nil : addresses[photo.address.absolute]
  }

  /// How many are not in any of these folders, nor below them.
  func count(outside folders: [FilePath]) -> Int {
    let roots = folders.map { PhotoAddress.file($0).absolute }
    return chosen.count { address in
      guard case .file(let path) = address else { return true }
      return !roots.contains {
        if case .file(let root) = $0 { path.starts(with: root) } else { false }
      }
    }
  }
}

extension PickerPhoto {
  var address: PhotoAddress {
    switch self {
    case .file(let photo): .file(photo.path)
    case .web(let photo): PhotoIntake.unfetched(photo).address
    }
  }
}

extension PhotoAddress {
  /// From the root of the file system, without `.` and `..`; a URL as it is.
  fileprivate var absolute: PhotoAddress {
    guard case .file(let path) = self else { return self }
    return .file(WorkingFolder.absolute(path).lexicallyNormalized())
  }
}
