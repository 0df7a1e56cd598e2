internal import CollageKit
internal import Dispatch
internal import OpenCombine
internal import PhotoCodecs
internal import PhotoSources
internal import ReactiveTraits
internal import TerminalPictures

/// The pictures in a picker's tiles: asks for the thumbnails of the photos that are shown, then of those that follow, and
/// no longer for those that were scrolled away.
///
/// Must be used on the front's queue only. Thumbnails are loaded and drawn in the background.
final class TilePictures: @unchecked Sendable {
  /// What a tile shows.
  enum Tile {
    case loading
    /// The picture with its size in cells.
    case picture(PictureContent, columns: Int, rows: Int)
    /// Why there is no picture.
    ///
    /// - Parameter isAllowable: whether the photo can be used if damage is allowed.
    case broken(reason: String, isAllowable: Bool)
    /// The same for a photo that may be used nonetheless.
    case unavailable(reason: String)
  }

  /// The cells that a picture may take, and how it is shown there.
  struct Form: Hashable, Sendable {
    let columns: Int
    let rows: Int
    let mode: PictureMode
    let background: TerminalCapabilities.Background
    let cell: PixelSize?

    init(columns: Int, rows: Int, on display: PictureDisplay) {
      self.columns = columns
      self.rows = rows
      mode = display.mode
      background = display.background
      cell = display.shownCell
    }
  }

  /// How many finished tiles are kept beyond those that are shown.
  private static let maxKept = 300

  private let loader: ThumbnailLoader
  private let web: WebPhotos
  private let queue: DispatchQueue
  /// Called when a tile has changed, with its photo.
  private let changed: (TurnedPhoto) -> Void
  private var form: Form?
  private var tiles: [TurnedPhoto: Tile] = [:]
  private var loading: [TurnedPhoto: AnyCancellable] = [:]

  init(
    _ loader: ThumbnailLoader, _ web: WebPhotos, on queue: DispatchQueue, changed: @escaping (TurnedPhoto) -> Void
  ) {
    self.loader = loader
    self.web = web
    self.queue = queue
    self.changed = changed
  }

  subscript(photo: TurnedPhoto) -> Tile { tiles[photo] ?? .loading }

  /// Has the tiles of these photos made, in this order, and of no others.
  func show(_ photos: [TurnedPhoto], in form: Form) {
    if form != self.form {
      self.form = form
      tiles = [:]
      loading = [:]
    }
    let wanted = Set(photos)
    loading = loading.filter { wanted.contains($0.key) }
    if tiles.count > wanted.count + Self.maxKept { tiles = tiles.filter { wanted.contains($0.key) } }
    for photo in photos where tiles[photo] == nil && loading[photo] == nil { load(photo, form) }
  }

  /// Makes no more tiles.
  func stop() { loading = [:] }

  private func load(_ photo: TurnedPhoto, _ form: Form) {
    loading[photo] = Self.tile(of: photo, form, loader, web)
      .receive(on: WorkQueue.queue(queue))
      .sink { [weak self] tile in
        guard let self, self.form == form, loading[photo] != nil else { return }
        loading[photo] = nil
        tiles[photo] = tile
        changed(photo)
      }
  }

  /// One tile, then finished. Cold.
  ///
  /// - Parameter crop: the part of the photo to show bright, in shares of its width and height once it is turned; nil for
  ///   all of it.
  static func tile(
    of photo: TurnedPhoto, _ form: Form, _ loader: ThumbnailLoader, _ web: WebPhotos, crop: Region? = nil
  ) -> Single<Tile, Never> {
    let cell = form.cell ?? PicturePlacement.usualCell
    let size = ThumbnailSize.covering(max(form.columns * cell.width, form.rows * cell.height))
    switch photo.photo {
    case .file(let file):
      return loader.thumbnail(of: file, size)
        .map { drawn($0, photo.turn, form, crop) }
        .catch { .just(.broken(reason: $0.description, isAllowable: $0.isAllowable)) }
    case .web(let picture):
      return loader.thumbnail(of: picture, size, from: web)
        .map { drawn($0, photo.turn, form, crop) }
        .catch { .just(.unavailable(reason: $0.description)) }
    }
  }

  private static func drawn(_ thumbnail: Thumbnail, _ turn: Turn, _ form: Form, _ crop: Region?) -> Tile {
    let source = thumbnail.raster
    guard
      let placement = PicturePlacement(
        of: turn.orientation.applied(to: source.size), mode: form.mode, windowColumns: form.columns,
        availableRows: form.rows, cell: form.cell)
    else { return .picture(.nothing, columns: 0, rows: 0) }
    let raster = Raster(size: placement.pixels, filledWith: .white)
    raster.draw(
      source, showing: Region(source.size), turned: turn,
      into: PixelRect(x: 0, y: 0, width: placement.pixels.width, height: placement.pixels.height))
    if let crop { raster.shade(outside: crop) }
    return .picture(
      placement.content(of: raster, on: form.background), columns: placement.columns, rows: placement.rows)
  }
}

extension Raster {
  /// Darkens everything but a part, in shares of the width and height.
  fileprivate func shade(outside part: Region) {
    let left = Int((part.x * Double(size.width)).rounded())
    let top = Int((part.y * Double(size.height)).rounded())
    let right = min(Int(((part.x + part.width) * Double(size.width)).rounded()), size.width)
    let bottom = min(Int(((part.y + part.height) * Double(size.height)).rounded()), size.height)
    for (x, y, width, height) in [
      (0, 0, size.width, top), (0, bottom, size.width, size.height - bottom), (0, top, left, bottom - top),
      (right, top, size.width - right, bottom - top),
    ] where width > 0 && height > 0 {
      fill(PixelRect(x: x, y: y, width: width, height: height), with: Colour(red: 0, green: 0, blue: 0, alpha: 150))
    }
  }
}

extension ThumbnailError {
  /// Whether the photo can be used if damage is allowed.
  var isAllowable: Bool {
    if case .notDecoded(.damaged(_, allowable: true)) = self { true } else { false }
  }
}
