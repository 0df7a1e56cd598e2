internal import Dispatch
internal import OpenCombine
internal import PhotoSources
internal import ReactiveTraits

/// Finds out whether chosen files can be decoded, by their smallest thumbnails: a header alone doesn't tell.
///
/// Must be used on the front's queue only. Photos are decoded in the background.
final class ChoiceCheck: @unchecked Sendable {
  private let loader: ThumbnailLoader
  private let allowsDamage: Bool
  private let queue: DispatchQueue
  private let ended: (_ photo: PickerPhoto, _ fault: String?) -> Void
  private var checks: [PickerPhoto.ID: AnyCancellable] = [:]
  private var checked: Set<PickerPhoto.ID> = []

  /// - Parameter ended: called for each photo that was checked, with what is wrong with it.
  init(
    _ loader: ThumbnailLoader, allowsDamage: Bool, on queue: DispatchQueue,
    ended: @escaping (_ photo: PickerPhoto, _ fault: String?) -> Void
  ) {
    self.loader = loader
    self.allowsDamage = allowsDamage
    self.queue = queue
    self.ended = ended
  }

  /// Checks photos that have not been checked yet; what is on the web is checked when it is fetched.
  ///
  /// - Returns: whether all of them had been.
  @discardableResult
  func check(_ photos: [PickerPhoto]) -> Bool {
    for photo in photos { check(photo) }
    return photos.allSatisfy { checks[$0.id] == nil }
  }

  func stop() { checks = [:] }

  private func check(_ photo: PickerPhoto) {
    let id = photo.id
    guard case .file(let file) = photo, checks[id] == nil, !checked.contains(id) else { return }
    // Until the subscription is there, so that an answer from memory finds its entry.
    checks[id] = AnyCancellable {}
    checks[id] = loader.thumbnail(of: file, .normal)
      .map { _ in String?.none }
      .catch { [allowsDamage] in .just(allowsDamage && $0.isAllowable ? nil : $0.description) }
      .receive(on: WorkQueue.queue(queue))
      .sink { [weak self] fault in
        guard let self, checks.removeValue(forKey: id) != nil else { return }
        checked.insert(id)
        ended(photo, fault)
      }
  }
}
