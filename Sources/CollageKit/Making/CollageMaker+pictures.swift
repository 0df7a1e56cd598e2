internal import PhotoCodecs
package import ReactiveTraits

extension CollageMaker {
  /// The same with the template and the overlay read that its options name: one value, then
  /// finished; or a failure that names every one that is bad. Cold.
  ///
  /// - Cost: decoding a template that wasn't read before.
  package func withPictures() -> Single<CollageMaker, CollageError> {
    let pictures = options.pictures
    let template = pictures.template.flatMap { choice in
      choice.template?.openingRule == pictures.openings ? nil : choice
    }
    let overlay = pictures.overlay.flatMap { $0.picture == nil ? $0 : nil }
    let addresses = [template?.address, overlay?.address].compactMap(\.self)
    if addresses.isEmpty { return .just(self) }
    return intake.photos(at: addresses).flatMap { results in
      .work { cancellation throws(CollageError) in
        let isCancelled: @Sendable () -> Bool = { cancellation.isCancelled }
        let layers = context.resources.layers
        var maker = self
        var failures: [PhotoError] = []
        for (place, result) in results.enumerated() {
          let isTemplate = template != nil && place == 0
          do throws(PhotoError) {
            let photo = try result.get()
            if isTemplate {
              maker.options.pictures.template?.template = try layers.template(
                in: photo, options.decoding.limits, openings: pictures.openings,
                isCancelled: isCancelled)
            } else {
              maker.options.pictures.overlay?.picture = try layers.opened(
                photo, isCancelled: isCancelled)
            }
          } catch {
            failures.append(error.ofPicture(isTemplate ? .template : .overlay))
          }
        }
        if cancellation.isCancelled { throw .cancelled }
        guard failures.isEmpty else { throw .photos(failures) }
        return maker
      }
    }
  }
}

extension PhotoError {
  /// The same of a picture beside the photos, of which there is one.
  fileprivate func ofPicture(_ role: PictureRole) -> PhotoError {
    guard case .folder = cause else { return self }
    return PhotoError(address, cause: .folderAsPicture(role))
  }
}
