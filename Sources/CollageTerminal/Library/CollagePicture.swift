internal import CollageKit
internal import PhotoCodecs
internal import PhotoLayouts
internal import ReactiveTraits
internal import SystemPackage
internal import TerminalPictures

/// A saved collage's picture in some cells of the window.
struct CollagePicture: Hashable, Sendable {
  let path: FilePath
  let form: Tile.Form

  /// The picture, or why there is none; then finished. Cold; read and drawn in the background.
  func tile(_ composer: PreviewComposer, _ limits: DecodeLimits) -> Single<Tile, Never> {
    var limits = limits
    limits.readsCollagePDFs = true
    return PhotoIntake(web: nil, limits: limits).photo(at: .file(path)).flatMap { result in
      switch result {
      case .failure(let error): .just(.unavailable(reason: error.reason(.prompt)))
      case .success(let photo): drawn(photo, composer)
      }
    }
  }

  private func drawn(_ photo: Photo, _ composer: PreviewComposer) -> Single<Tile, Never> {
    let options = CollageOptions()
    let nothing = Tile.picture(.nothing, columns: 0, rows: 0)
    return LayoutSearch(faces: nil).plan(for: Selection([photo], options))
      .flatMap { plan in
        guard
          let placement = PicturePlacement(
            of: plan.layout.canvas, mode: form.display.mode, windowColumns: form.columns,
            availableRows: form.rows, cell: form.display.cell)
        else { return .just(nothing) }
        return composer.preview(of: plan, options, size: placement.pixels).map { preview in
          .picture(
            placement.content(
              of: preview.raster, on: form.display.background, isExact: form.display.isExact),
            columns: placement.columns, rows: placement.rows)
        }
      }
      .catch { .just(.unavailable(reason: $0.messages(.prompt).joined(separator: "; "))) }
  }
}
