internal import CollageKit
internal import PhotoCodecs
internal import PhotoSources
internal import ReactiveTraits
internal import SystemPackage

/// What a picker tells about a photo.
struct PhotoDetails: Hashable, Sendable {
  let name: String
  let folder: FilePath
  /// In bytes.
  let fileSize: Int
  let format: PhotoFormat
  /// The upright size; nil if the header can't be read.
  let size: PixelSize?
  /// When it was taken, else when the file was last changed; nil if unknown.
  let date: LocalTime?
  let camera: String?

  /// Reads the photo's header: one value, then finished. Cold; in the background.
  static func of(_ photo: IndexedPhoto) -> Single<PhotoDetails, Never> {
    .work { cancellation in
      let isCancelled = { cancellation.isCancelled }
      let facts = photo.facts(isCancelled: isCancelled)
      let header = facts.size == nil ? nil : header(at: photo.path, isCancelled)
      return PhotoDetails(
        name: photo.name.displayed, folder: photo.folder, fileSize: photo.fileSize, format: photo.format,
        size: facts.size, date: photo.date(isCancelled: isCancelled), camera: header?.camera)
    }
  }

  private static func header(at path: FilePath, _ isCancelled: @escaping () -> Bool) -> PhotoHeader? {
    guard let file = try? PhotoFile.open(path) else { return nil }
    return try? PhotoHeader(of: file, limits: DecodeLimits(), isCancelled: isCancelled)
  }

  /// "beach.jpg · JPEG · 4000x3000 · 2.4 MB · 2024-07-15 12:34 · Canon EOS 80D · ~/Pictures"
  func text(separator: String) -> String {
    var parts = [name, "\(format)".uppercased()]
    if let size { parts.append("\(size)") }
    parts.append(fileSize.asBytes)
    if let date { parts.append(String("\(date)".replacing("T", with: " ").prefix(16))) }
    if let camera { parts.append(Array(camera.utf8).displayed) }
    parts.append(UserFolders.abbreviated(folder))
    return parts.joined(separator: separator)
  }
}
