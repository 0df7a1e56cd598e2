internal import Dispatch
internal import OpenCombine
internal import PhotoCodecs
internal import PhotoSources
internal import ReactiveTraits

/// The photo that a picker shows over the whole window.
///
/// Must be used on the front's queue only. The photo is loaded and drawn in the background.
final class LargePhoto: @unchecked Sendable {
  private struct Request: Hashable {
    let photo: TurnedPhoto
    let form: TilePictures.Form
    let crop: Region?
  }

  private(set) var tile = TilePictures.Tile.loading
  private let loader: ThumbnailLoader
  private let web: WebPhotos
  private let queue: DispatchQueue
  private let changed: () -> Void
  private var request: Request?
  private var loading: AnyCancellable?

  init(_ loader: ThumbnailLoader, _ web: WebPhotos, on queue: DispatchQueue, changed: @escaping () -> Void) {
    self.loader = loader
    self.web = web
    self.queue = queue
    self.changed = changed
  }

  /// - Parameter crop: what the collage shows of it, in shares of its width and height; nil for all of it.
  func show(_ photo: TurnedPhoto, in form: TilePictures.Form, crop: Region?) {
    let next = Request(photo: photo, form: form, crop: crop)
    guard next != request else { return }
    // The picture of the same photo stays until another one takes its place.
    if request?.photo.photo != photo.photo || request?.form != form { tile = .loading }
    request = next
    loading = TilePictures.tile(of: photo, form, loader, web, crop: crop)
      .receive(on: WorkQueue.queue(queue))
      .sink { [weak self] tile in
        guard let self, request == next else { return }
        self.tile = tile
        changed()
      }
  }

  func stop() {
    request = nil
    loading = nil
  }
}
