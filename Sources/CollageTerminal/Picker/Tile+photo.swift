internal import CollageKit
internal import Imaging
internal import PhotoCodecs
internal import PhotoSources
internal import ReactiveTraits
internal import TerminalPictures

/// The tiles of a picker's photos.
extension Tile {
  struct Request: Hashable, Sendable {
    let photo: PickerPhoto
    /// How the user has turned it.
    let turn: Turn
    let form: Form
    /// The part of the photo to show bright, in shares of its width and height once it is turned;
    /// nil for all of it.
    var crop: Region?
  }

  /// One tile, then finished. Cold; loaded and drawn in the background.
  static func tile(
    for request: Request, _ loader: ThumbnailLoader, _ web: WebPhotos
  ) -> Single<Tile, Never> {
    let form = request.form
    let cell = form.display.cell ?? PicturePlacement.usualCell
    let size = ThumbnailSize.covering(max(form.columns * cell.width, form.rows * cell.height))
    switch request.photo {
    case .file(let file):
      return loader.thumbnail(of: file, size)
        .map { drawn($0, request) }
        .catch { .just(.broken(reason: $0.description, isAllowable: $0.isAllowable)) }
    case .web(let picture):
      return loader.thumbnail(of: picture, size, from: web)
        .map { drawn($0, request) }
        .catch { .just(.unavailable(reason: $0.description)) }
    }
  }

  private static func drawn(_ thumbnail: Thumbnail, _ request: Request) -> Tile {
    let (source, turn, form) = (thumbnail.raster, request.turn, request.form)
    guard
      let placement = PicturePlacement(
        of: turn.orientation.applied(to: source.size), mode: form.display.mode,
        windowColumns: form.columns, availableRows: form.rows, cell: form.display.cell)
    else { return .picture(.nothing, columns: 0, rows: 0) }
    let raster = Raster(size: placement.pixels, filledWith: .white)
    raster.draw(source, showing: Region(source.size), turned: turn, into: Frame(raster.size))
    if let crop = request.crop { raster.shade(outside: crop) }
    return .picture(
      placement.content(
        of: raster, on: form.display.background, isExact: form.display.isExact),
      columns: placement.columns, rows: placement.rows)
  }
}

extension Raster {
  private static let shade = Colour(red: 0, green: 0, blue: 0, alpha: 150)

  /// Darkens everything but a part, in shares of the width and height.
  fileprivate func shade(outside part: Region) {
    let left = Int((part.x * Double(size.width)).rounded())
    let top = Int((part.y * Double(size.height)).rounded())
    let right = min(Int(((part.x + part.width) * Double(size.width)).rounded()), size.width)
    let bottom = min(Int(((part.y + part.height) * Double(size.height)).rounded()), size.height)
    let sides = [
      PixelRect(x: 0, y: 0, width: size.width, height: top),
      PixelRect(x: 0, y: bottom, width: size.width, height: size.height - bottom),
      PixelRect(x: 0, y: top, width: left, height: bottom - top),
      PixelRect(x: right, y: top, width: size.width - right, height: bottom - top),
    ]
    for side in sides where side.width > 0 && side.height > 0 {
      fill(side, with: Self.shade)
    }
  }
}

extension ThumbnailError {
  /// Whether the photo can be used if damage is allowed.
  var isAllowable: Bool {
    if case .notDecoded(.damaged(_, allowable: true)) = self { true } else { false }
  }
}
