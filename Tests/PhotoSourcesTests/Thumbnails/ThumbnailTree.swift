import Glibc
import Imaging
import PhotoCodecs
import ReactiveTraits
import SystemPackage
import TestSupport

@testable import PhotoSources

/// A folder `photos` with small photos, and a thumbnail store beside it.
struct ThumbnailTree {
  static let green = Colour(red: 20, green: 160, blue: 40)
  static let blue = Colour(red: 20, green: 40, blue: 160)
  /// The colour of thumbnails that other programs wrote.
  static let red = Colour(red: 200, green: 30, blue: 30)

  let folder: TemporaryFolder
  let store: ThumbnailStore

  init() throws {
    folder = try TemporaryFolder()
    try folder.makeFolder("photos")
    store = ThumbnailStore(folder.path(of: "cache/thumbnails"), version: "1")
  }

  static func png(_ colour: Colour, width: Int = 300, height: Int = 200) throws -> [UInt8] {
    try PixelBands(
      Raster(size: PixelSize(width: width, height: height), filledWith: colour), as: .png(.default)
    )
    .encoded()
  }

  /// Writes a photo that was last changed at second 1,000,000,000, and returns it as a scan finds
  /// it.
  @discardableResult
  func add(_ name: FilePath, _ bytes: [UInt8]? = nil) throws -> IndexedPhoto {
    let path = try folder.write(bytes ?? Self.png(Self.green), to: FilePath("photos").pushing(name))
    try setModified(1_000_000_000, path)
    return try photo(name)
  }

  func setModified(_ seconds: Int, _ path: FilePath) throws {
    let times = [timespec(tv_sec: seconds, tv_nsec: 0), timespec(tv_sec: seconds, tv_nsec: 0)]
    let result = unsafe path.withPlatformString { unsafe utimensat(AT_FDCWD, $0, times, 0) }
    guard result == 0 else { throw Errno(rawValue: errno) }
  }

  /// All photos that a scan finds below a folder, by name.
  func photos(in name: FilePath = "photos") throws -> [IndexedPhoto] {
    let state = try PhotoIndex([folder.path(of: name)]).scan().wait().get()
    return try PhotoSearch(SearchQuery([]), order: .name).result(in: state).wait().get().photos
  }

  /// Has something stored be newer than any change of its photo: what is older isn't used.
  func makeNewest(_ name: FilePath) throws {
    let year2100 = 4_102_444_800
    try setModified(year2100, folder.path(of: name))
  }

  /// One photo as a scan finds it.
  func photo(_ name: FilePath) throws -> IndexedPhoto {
    let path = FilePath("photos").pushing(name)
    guard
      let photo = try photos(in: path.removingLastComponent()).first(where: {
        $0.name == path.lastComponent.map { FilePath($0.string) } ?? $0.name
      })
    else {
      throw Errno.noSuchFileOrDirectory
    }
    return photo
  }

  /// The name that a photo's thumbnail has in a folder of the store.
  func stored(
    _ photo: IndexedPhoto, _ escaping: FileURI.Escaping = .glib, in folder: FilePath = "normal"
  ) -> FilePath {
    FilePath("cache/thumbnails").pushing(folder).appending(
      FileURI(photo.pathBytes, escaping).digest + ".png")
  }

  /// Writes a file to the store as another program would.
  func store(_ bytes: [UInt8], as name: FilePath) throws {
    var missing: [FilePath] = []
    var parent = name.removingLastComponent()
    while (try? folder.path(of: parent).stat()) == nil {
      missing.append(parent)
      parent = parent.removingLastComponent()
    }
    for name in missing.reversed() { try folder.makeFolder(name) }
    try folder.write(bytes, to: name)
  }

  /// What every program states in a thumbnail of a photo.
  func texts(_ photo: IndexedPhoto, modified: Int = 1_000_000_000) -> [StoredPNG.Text] {
    let uri = String(decoding: FileURI(photo.pathBytes).bytes, as: UTF8.self)
    return [.plain("Thumb::URI", uri), .plain("Thumb::MTime", "\(modified)")]
  }

  func loader(_ store: ThumbnailStore?, memoryLimit: Int = 1 << 20, maxThreads: Int? = nil)
    -> ThumbnailLoader
  {
    ThumbnailLoader(store: store, memoryLimit: memoryLimit, maxThreads: maxThreads)
  }

  /// What a new loader makes of a photo, once everything is stored.
  func load(_ photo: IndexedPhoto, _ size: ThumbnailSize = .normal) throws -> Raster {
    let loader = loader(store)
    defer { _ = loader.idle().wait() }
    return try loader.thumbnail(of: photo, size).wait().get().raster
  }
}

extension Raster {
  var middle: Colour { self[size.width / 2, size.height / 2] }
}
