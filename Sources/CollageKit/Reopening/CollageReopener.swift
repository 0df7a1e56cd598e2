internal import PhotoCodecs
internal import PhotoLayouts
package import ReactiveTraits
package import SystemPackage

/// Turns a saved collage back into a selection.
package struct CollageReopener: Sendable {
  package let library: PhotoLibrary
  private let finder: PhotoFinder
  private let base: CollageOptions

  /// - Parameter base: the rules and limits that apply unless the collage needs wider ones.
  package init(
    _ library: PhotoLibrary, finder: PhotoFinder, over base: CollageOptions = CollageOptions()
  ) {
    self.library = library
    self.finder = finder
    self.base = base
  }

  /// The collage, then finished; or one failure. Photos that are not found become missing ones,
  /// which is no failure.
  ///
  /// Cold; works and delivers on a background queue, or on the waiting thread. Reads the photos
  /// once.
  package func collage(_ reference: CollageReference) -> Single<ReopenedCollage, ReopeningError> {
    Single.work { cancellation throws(ReopeningError) in
      switch reference {
      case .id(let id):
        return try collage(rethrowing(library.asset(id), ReopeningError.library), cancellation)
      case .file(let path): return try collage(path, recipe(in: path), cancellation)
      }
    }
  }

  /// The collage of an asset, in the same way.
  package func collage(_ asset: Asset) -> Single<ReopenedCollage, ReopeningError> {
    Single.work { cancellation throws(ReopeningError) in try collage(asset, cancellation) }
  }

  private func collage(_ asset: Asset, _ cancellation: Cancellation) throws(ReopeningError)
    -> ReopenedCollage
  {
    try collage(asset.path, rethrowing(asset.recipe(), ReopeningError.library), cancellation)
  }

  private func recipe(in path: FilePath) throws(ReopeningError) -> Recipe {
    func failure(_ cause: PhotoError.Cause) -> ReopeningError {
      .collage(.photos([PhotoError(path: path, cause: cause)]))
    }
    let file = try rethrowing(PhotoFile.open(path)) { failure(.file($0)) }
    let record = try rethrowing(RecipeRecord.read(from: file)) { failure(.codec($0)) }
    guard let record else { throw .noRecipe(path) }
    if let recipe = Recipe(record) { return recipe }
    if let version = Recipe.newerVersion(neededBy: record) {
      throw .library(.unknownRecipe(path, version: version))
    }
    throw .noRecipe(path)
  }

  private func collage(
    _ path: FilePath, _ recipe: Recipe, _ cancellation: Cancellation
  ) throws(ReopeningError) -> ReopenedCollage {
    guard let recorded = recipe.options(over: base),
      recipe.photos.allSatisfy({ $0.missingPhoto != nil })
    else {
      throw .library(.unknownRecipe(path, version: recipe.version))
    }
    let photos = try photos(of: recipe, limits: recorded.decoding.limits, cancellation)
    let options = try withPictures(recorded, of: recipe, path, cancellation)
    let settled = try rethrowing(recipe.settled(options) { cancellation.isCancelled }) {
      (_: LayoutCancelled) in
      ReopeningError.collage(.cancelled)
    }
    var opened = settled.options.with(\.opened, recipe.answers)
    if let template = opened.pictures.template?.template,
      let places = recipe.openingPlaces(in: template)
    {
      let turned = photos.enumerated().map { $1.turned(opened[photo: $0].turn) }
      opened.recordedOpenings = RecordedOpenings(places, of: turned, in: template)
    }
    if opened.choosesLayoutByFaces(of: photos.count) {
      var recorded = RecordedPeople()
      for (place, people) in recipe.people.enumerated() {
        let turn = opened[photo: place].turn
        recorded[photos[place].identity, turn] = RecordedPeople.Known(people: people)
      }
      opened.recordedPeople = recorded
    }
    if settled.isExact, let text = recipe.text, let shape = text.shape(opened),
      text.lines?.count == text.captions.count
    {
      opened.openedLines = OpenedLines(shape, captions: text.captions, opened)
    }
    return ReopenedCollage(
      selection: Selection(photos, opened), isLaidOutAlike: settled.isExact, text: recipe.text)
  }

  /// The options with the template and the overlay, which must be found.
  private func withPictures(
    _ options: CollageOptions, of recipe: Recipe, _ path: FilePath, _ cancellation: Cancellation
  ) throws(ReopeningError) -> CollageOptions {
    var options = options
    let limits = options.decoding.limits
    if let template = recipe.template {
      guard let photo = try picture(template, path, recipe, limits, cancellation) else {
        throw .collage(.photos([template.absence]))
      }
      let found = try self.template(in: photo, options, of: recipe, cancellation)
      options.pictures.openings = found.openingRule
      options.pictures.template = TemplateChoice(found)
      try settleFocus(&options, of: recipe, in: found)
    }
    if let overlay = recipe.overlay {
      guard let place = OverlayPlace(text: overlay.place), let width = OverlayWidth(overlay.width)
      else { throw .library(.unknownRecipe(path, version: recipe.version)) }
      guard let photo = try picture(overlay.picture, path, recipe, limits, cancellation),
        let digest = Digest(hexadecimal: overlay.picture.sha256)
      else { throw .collage(.photos([overlay.picture.absence])) }
      options.pictures.overlay = OverlayChoice(
        photo.address, overlay.asked == nil ? place : nil, width,
        OpenedPicture(photo: photo, digest: digest))
    }
    return options
  }

  /// A template with the openings that it had. Recipes that say nothing of parts were written
  /// where there are none, or by a version that didn't know them.
  private func template(
    in photo: Photo, _ options: CollageOptions, of recipe: Recipe, _ cancellation: Cancellation
  ) throws(ReopeningError) -> Template {
    let layers = LayerStore(MemoryBudget(Resources.defaultMemory))
    func template(_ rule: OpeningPartRule) throws(ReopeningError) -> Template {
      try rethrowing(
        layers.template(
          in: photo, options.decoding.limits, openings: rule,
          isCancelled: { cancellation.isCancelled })
      ) { ReopeningError.collage(.photos([$0])) }
    }
    let found = try template(options.pictures.openings)
    return found.hasParts && !recipe.recordsOpenings ? try template(.separate) : found
  }

  /// Keeps photos cropped in the middle that were, because no face is elsewhere.
  private func settleFocus(
    _ options: inout CollageOptions, of recipe: Recipe, in template: Template
  ) throws(ReopeningError) {
    let frames = try rethrowing(template.frames(on: recipe.canvas), ReopeningError.collage)
    guard options.layout.focus == .auto, let frames else { return }
    let places = recipe.openingPlaces(in: template) ?? Array(frames.indices)
    for (place, (entry, opening)) in zip(recipe.photos, places).enumerated() {
      let frame = frames[opening]
      let photo = options[photo: place]
      if photo.focus == nil, entry.losesMuch(photo, in: frame) {
        options[photo: place].focus = .settled
      }
    }
  }

  /// Nil if it isn't found.
  private func picture(
    _ picture: Recipe.Picture, _ path: FilePath, _ recipe: Recipe, _ limits: DecodeLimits,
    _ cancellation: Cancellation
  ) throws(ReopeningError) -> Photo? {
    let entry = picture.entry
    guard entry.missingPhoto != nil else {
      throw .library(.unknownRecipe(path, version: recipe.version))
    }
    switch finder.photo(entry, limits: limits).wait(cancelledBy: cancellation) {
    case nil: throw .collage(.cancelled)
    case .failure(let error): throw .collage(error)
    case .success(let photo): return photo
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
        guard let photo = photo ?? entry.shown(entry.missingPhoto) else {
          preconditionFailure("the recipe was checked")
        }
        photos.append(photo.credited(entry.credit))
      }
    }
    return photos
  }
}

/// Identifies a saved collage.
package enum CollageReference: Hashable, Sendable {
  /// The collage in the library whose id begins like this.
  case id(AssetIDPrefix)
  case file(FilePath)

  package var isFile: Bool { if case .file = self { true } else { false } }
}
