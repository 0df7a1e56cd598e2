internal import PhotoCodecs
package import ReactiveTraits

/// Goes from a saved collage back to a selection.
package struct CollageReopener: Sendable {
  package let library: PhotoLibrary
  private let finder: PhotoFinder
  private let base: CollageOptions

  /// - Parameters:
  ///   - finder: where photos are looked for.
  ///   - base: the rules and limits that hold where a collage needs no wider ones.
  package init(_ library: PhotoLibrary, finder: PhotoFinder, over base: CollageOptions = CollageOptions()) {
    self.library = library
    self.finder = finder
    self.base = base
  }

  /// The collage whose id begins so, then finished; or one failure. Photos that are not found are missing ones, no failure.
  ///
  /// Cold; works and delivers on a background queue, or on the thread that waits for it. Reads the photos once.
  package func collage(_ id: AssetIDPrefix) -> Single<ReopenedCollage, ReopeningError> {
    Single.work { _ throws(ReopeningError) in
      do throws(LibraryError) {
        return try library.asset(id)
      } catch {
        throw .library(error)
      }
    }
    .flatMap { collage($0) }
  }

  /// The same for an asset that is known already.
  package func collage(_ asset: Asset) -> Single<ReopenedCollage, ReopeningError> {
    Single.work { cancellation throws(ReopeningError) in
      let (recipe, options) = try recipe(of: asset)
      let photos = try photos(of: recipe, limits: options.decoding.limits, cancellation)
      let settled = recipe.settled(options) { cancellation.isCancelled }
      if cancellation.isCancelled { throw .collage(.cancelled) }
      return ReopenedCollage(
        selection: Selection(photos, settled.options), isLaidOutAlike: settled.isExact, text: recipe.text)
    }
  }

  private func recipe(of asset: Asset) throws(ReopeningError) -> (Recipe, CollageOptions) {
    do throws(LibraryError) {
      let recipe = try asset.recipe()
      guard let options = recipe.options(over: base), recipe.photos.allSatisfy({ $0.missingPhoto != nil }) else {
        throw .unknownRecipe(asset.path, version: recipe.version)
      }
      return (recipe, options)
    } catch {
      throw .library(error)
    }
  }

  private func photos(
    of recipe: Recipe, limits: DecodeLimits, _ cancellation: Cancellation
  ) throws(ReopeningError) -> [Photo] {
    var photos: [Photo] = []
    for entry in recipe.photos {
      switch finder.photo(entry, limits: limits).wait(cancelledBy: cancellation) {
      case nil: throw .collage(.cancelled)
      case .failure(let error): throw .collage(error)
      case .success(let photo):
        guard let photo = photo ?? entry.missingPhoto else { preconditionFailure("the recipe was checked") }
        photos.append(photo.credited(entry.credit))
      }
    }
    return photos
  }
}
