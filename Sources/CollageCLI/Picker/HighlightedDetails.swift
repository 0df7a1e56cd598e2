internal import Dispatch
internal import OpenCombine
internal import PhotoSources
internal import ReactiveTraits

/// What is known about the highlighted photo of a picker; read in the background.
///
/// Must be used on the front's queue only.
final class HighlightedDetails: @unchecked Sendable {
  private let queue: DispatchQueue
  private let changed: () -> Void
  private var photo: PickerPhoto?
  private var details: PhotoDetails?
  private var reading: AnyCancellable?

  init(on queue: DispatchQueue, changed: @escaping () -> Void) {
    self.queue = queue
    self.changed = changed
  }

  /// Nil while it is not known, and for other photos than the highlighted one.
  subscript(photo: PickerPhoto) -> PhotoDetails? { photo == self.photo ? details : nil }

  func show(_ photo: PickerPhoto?) {
    guard photo != self.photo else { return }
    self.photo = photo
    (details, reading) = (nil, nil)
    guard case .file(let file) = photo else { return }
    reading = PhotoDetails.of(file)
      .receive(on: WorkQueue.queue(queue))
      .sink { [weak self] details in
        guard let self, self.photo == photo else { return }
        self.details = details
        changed()
      }
  }

  func stop() { (photo, reading) = (nil, nil) }
}
