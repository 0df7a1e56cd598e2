package import Imaging
internal import PhotoCodecs
package import PhotoLayouts
package import ReactiveTraits
internal import SafeText

/// A collage that has been laid out but not decoded.
package struct CollagePlan: Hashable, Sendable {
  package let layout: CollageLayout
  /// How many photos were chosen; they may fill a template several times.
  package let photoCount: Int
  /// The photos in their frames, in order.
  package private(set) var placements: [Placement]
  package let measures: LayoutMeasures
  /// How many slicing trees were considered.
  package let considered: Int
  /// How many layouts there are to pick from.
  package let choices: Int
  /// The rank of the layout, from 1 for the best; if none was picked, of the one that does the
  /// least harm to faces.
  package let pick: Int
  /// Nil without text.
  package let texts: PlacedTexts?
  /// Whose openings the photos are in; nil for none.
  package let template: Template?
  /// What lies above photos and texts, the lowest first.
  package let layers: [PlacedLayer]
  /// Where the overlay is, if nobody said where it goes; else nil.
  let overlayCorner: OverlayCorner?
  /// Above all these; nil for none.
  let code: PlacedCode?
  /// What would keep everybody, if faces are cut; nil if nothing is known that would.
  private var faceRescue: FaceRescue?
  /// Who the search for the layout knew to be in each photo; empty if that didn't decide it.
  let people: [ShownPeople?]
  /// What was asked for.
  let options: LayoutOptions
  /// How far the safe zone is from the canvas's edges, in pixels; 0 for none.
  private let safeInset: Int
  /// What a user should know of the print and of dates, whatever the photos.
  private let notes: [String]
  /// Of settings that change nothing.
  private let idleWarnings: [PhotoWarning]
  /// Of photos that got much less room than their weights ask for.
  package let weightWarnings: [PhotoWarning]
  /// Of cells that aren't enough.
  package let cellWarnings: [PhotoWarning]

  /// Lays photos out.
  ///
  /// - Parameters:
  ///   - faces: knows what the crops should keep; nil to crop in the middle.
  ///   - threads: how many may search for a layout at once.
  ///   - memory: what the search for a layout of many photos counts in; nil for no limit.
  ///   - advises: whether to look for what would keep faces that are cut.
  ///   - early: draws the photos in which faces were looked for; nil to draw none.
  /// - Throws: `canvasTooSmall`, `layoutNeedsMemory`, `noSuchLayout`, `otherPhotosInLayout`,
  ///   `text`, `cancelled`.
  init(
    _ photos: [Photo], _ made: MadeOptions, faces: FaceFinder? = nil, threads: Int = 1,
    memory: MemoryBudget? = nil, advises: Bool = true, drawing early: (any DraftDrawing)?,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(CollageError) {
    let photos = try made.options.trimmed(photos, by: faces, isCancelled: isCancelled)
    if let template = made.options.pictures.template?.template {
      try self.init(photos, in: template, made, faces, early, isCancelled: isCancelled)
      return
    }
    let options = try made.options.knowing(
      photos, by: faces, isCancelled: isCancelled)
    try self.init(
      laidOut: photos, options, faces, threads: threads, memory, early, isCancelled: isCancelled)
    guard advises, measures.cutFaces > 0 else { return }
    for candidate in FaceRescue.candidates(for: options.layout) {
      let changed = options.with(\.layout, candidate.applied(to: options.layout))
      guard
        let plan = try? CollagePlan(
          laidOut: photos, changed, faces, threads: threads, memory, nil,
          isCancelled: isCancelled),
        plan.measures.cutFaces == 0
      else { continue }
      faceRescue = if case .pick = candidate { .pick(plan.pick) } else { candidate }
      return
    }
  }

  /// Lays photos out, and draws none.
  package init(
    _ photos: [Photo], _ made: MadeOptions, faces: FaceFinder? = nil, threads: Int = 1,
    memory: MemoryBudget? = nil, isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(CollageError) {
    try self.init(
      photos, made, faces: faces, threads: threads, memory: memory, drawing: nil,
      isCancelled: isCancelled)
  }

  /// The same without looking for what would keep faces that are cut.
  private init(
    laidOut photos: [Photo], _ options: CollageOptions, _ faces: FaceFinder?, threads: Int,
    _ memory: MemoryBudget?, _ early: (any DraftDrawing)?,
    isCancelled: @escaping @Sendable () -> Bool
  ) throws(CollageError) {
    try Self.checkRoom(for: photos.count, options, memory)
    let layoutOptions = options.layout
    if let tree = layoutOptions.tree, tree.photos.sorted() != Array(photos.indices) {
      throw .otherPhotosInLayout(tree.photos.map { $0 + 1 }.sorted(), photos: photos.count)
    }
    let texts = try CollageTexts.measured(photos, options, isCancelled: isCancelled)
    let found = try Self.choice(
      of: photos, options, texts, faces, threads: threads, memory, isCancelled: isCancelled)
    let (choice, survey) = (found.choice, found.survey)
    guard layoutOptions.pick <= choice.count else {
      throw .noSuchLayout(layoutOptions.pick, of: choice.count)
    }
    var keeper = FaceKeeper(
      photos, options, found.request, faces, knowing: survey?.regions ?? [:],
      isCancelled: isCancelled)
    guard let layout = choice[layoutOptions.pick - 1] else {
      throw Self.canvasTooSmall(layoutOptions, photos: photos.count)
    }
    var arranged = try keeper.arranged(layout, pick: layoutOptions.pick, drawing: early)
    if layoutOptions.mayChangeForFaces {
      arranged = try keeper.best(of: choice, insteadOf: arranged)
    }
    let shown = try Self.faces(below: texts, arranged, options, faces, early, isCancelled)
    let corner = try OverlayCorner(
      on: arranged.layout.canvas, over: arranged.placements, options, faces, early,
      isCancelled: isCancelled)
    let placed = texts.map { [arranged] in
      PlacedTexts($0, on: arranged.layout, options, avoiding: shown)
    }
    try self.init(
      arranged, options, photoCount: photos.count, considered: choice.considered,
      choices: choice.count, people: survey?.people ?? [], overlayCorner: corner, texts: placed,
      code: Self.code(on: arranged, options, placed, faces, early, isCancelled))
  }

  /// Places photos in a template's openings, from its first photo again if there are fewer.
  private init(
    _ photos: [Photo], in template: Template, _ made: MadeOptions, _ faces: FaceFinder?,
    _ early: (any DraftDrawing)?, isCancelled: @escaping @Sendable () -> Bool
  ) throws(CollageError) {
    let chosen = photos.count
    let count =
      made.options.pictures.repeatsPhotos
      ? template.openings.count : min(chosen, template.openings.count)
    let options = made.repeatingPhotos(chosen, to: count).options
    let photos = (0..<count).map { photos[$0 % chosen] }
    let canvas = try template.canvas(for: options.layout)
    guard let frames = try template.frames(on: canvas) else {
      throw .canvasTooSmall(canvas, longSide: options.layout.longestSide, photos: count)
    }
    // As long as photos are missing, so are their frames.
    let shown = Array(frames.prefix(count))
    let openings = try OpeningPlaces(
      of: photos, in: shown, template, options, faces, isCancelled: isCancelled)
    var keeper = FaceKeeper(
      photos, options, LayoutRequest(photos.map(\.size), options, nil), faces,
      knowing: openings.regions, isCancelled: isCancelled)
    let layout = CollageLayout(canvas: canvas, frames: openings.places.map { shown[$0] })
    let arranged = try keeper.arranged(layout, pick: 1, drawing: early)
    let corner = try OverlayCorner(
      on: canvas, over: arranged.placements, options, faces, early, isCancelled: isCancelled)
    try self.init(
      arranged, options, photoCount: chosen, considered: 1, choices: 1, overlayCorner: corner,
      template: template, code: Self.code(on: arranged, options, nil, faces, early, isCancelled))
  }

  private init(
    _ arranged: FaceKeeper.Arrangement, _ options: CollageOptions, photoCount: Int,
    considered: Int, choices: Int, people: [ShownPeople?] = [], overlayCorner: OverlayCorner?,
    texts: PlacedTexts? = nil, template: Template? = nil, code: PlacedCode?
  ) {
    self.code = code
    self.options = options.layout
    safeInset = options.safePixels
    self.overlayCorner = overlayCorner
    notes =
      options.printNotes + [options.text.languageFault, overlayCorner?.note].compactMap(\.self)
      + (code?.notes ?? [])
    idleWarnings = options.idleWarnings(of: arranged.placements.map(\.photo))
    weightWarnings = template == nil ? options.weightWarnings(of: arranged.layout.frames) : []
    cellWarnings = template == nil ? options.cellWarnings(photos: photoCount) : []
    self.photoCount = photoCount
    layout = arranged.layout
    placements = arranged.placements
    measures = arranged.measures
    pick = arranged.pick
    self.considered = considered
    self.choices = choices
    self.people = people
    self.texts = texts
    self.template = template
    let canvas = arranged.layout.canvas
    layers =
      [
        template.map { PlacedLayer($0, on: canvas) },
        options.pictures.overlay.flatMap { overlay in
          (overlay.place ?? overlayCorner?.place).flatMap {
            PlacedLayer(overlay, at: $0, on: canvas, options)
          }
        },
      ].compactMap(\.self)
  }

  /// All pictures that it is made of.
  var inputs: [Photo] { placements.map(\.photo) + layers.map(\.picture.photo) }

  /// Where the QR code lies on a canvas that is larger by a bleed at each side, in pixels; none
  /// without one.
  func codeAreas(bleed: Int) -> [PixelRect] {
    code.map { [$0.area.moved(x: bleed, y: bleed)] } ?? []
  }

  /// The frames on a canvas of another size; nil where it is too small for one of them.
  ///
  /// - Throws: `outOfMemory`.
  package func frames(on size: PixelSize) throws(CollageError) -> [Frame]? {
    if let template {
      return try template.frames(on: size).map { frames in
        placements.enumerated().map { frames[($1.frame.opening?.number ?? $0 + 1) - 1] }
      }
    }
    let frames = layout.scaled(to: size)
    return frames.allSatisfy { $0.bounds.isInside(size) } ? frames : nil
  }

  /// The faces that captions inside photos must not cover, on the canvas; none where there are no
  /// such captions.
  ///
  /// - Cost: a search in each of these photos, unless it is known what is in it.
  private static func faces(
    below texts: CollageTexts?, _ arranged: FaceKeeper.Arrangement, _ options: CollageOptions,
    _ finder: FaceFinder?, _ early: (any DraftDrawing)?,
    _ isCancelled: @escaping @Sendable () -> Bool
  ) throws(CollageError) -> [Int: [PixelRect]] {
    guard let texts, let finder, options.text.captionPlace == .inside else { return [:] }
    let captioned = arranged.placements.indices.filter { texts.captions[$0] != nil }
    return try faces(in: captioned, arranged, options, finder, early, isCancelled)
  }

  /// The same layout with other pictures in the place of some photos, for display.
  package func showing(_ standIns: [PhotoAddress: Photo]) -> CollagePlan {
    var plan = self
    for (place, placement) in placements.enumerated() {
      guard let standIn = standIns[placement.photo.address] else { continue }
      var options = PhotoOptions()
      options.turn = placement.photo.header.turn
      options.focus = placement.focus.map(PhotoFocus.point)
      plan.placements[place] = Placement(filling: placement.frame, with: standIn, options)
    }
    return plan
  }

  /// The layouts of these ranks, from 1, as far as there are so many and the canvas has room for
  /// them. Where texts can't be measured, they are left out.
  ///
  /// - Parameters:
  ///   - faces: as for the plan of these photos.
  ///   - threads: how many may search at once.
  ///   - isCancelled: asked every few milliseconds.
  /// - Throws: `cancelled`, and `layoutNeedsMemory`.
  package static func layouts(
    _ ranks: ClosedRange<Int>, of photos: [Photo], _ made: MadeOptions,
    faces: FaceFinder? = nil, threads: Int = 1, memory: MemoryBudget? = nil,
    isCancelled: @escaping @Sendable () -> Bool = { false }
  ) throws(CollageError) -> [Int: CollageLayout] {
    guard !photos.isEmpty else { return [:] }
    let photos = try made.options.trimmed(photos, by: faces, isCancelled: isCancelled)
    let options = try made.options.knowing(
      photos, by: faces, isCancelled: isCancelled)
    let texts = try? CollageTexts.measured(photos, options, isCancelled: isCancelled)
    let choice = try Self.choice(
      of: photos, options, texts, faces, threads: threads, memory, isCancelled: isCancelled
    ).choice
    return ranks.clamped(to: 1...max(choice.count, 1)).reduce(into: [:]) { $0[$1] = choice[$1 - 1] }
  }

  /// What a user should know of the layout before it is drawn.
  package var warnings: [PhotoWarning] {
    ignoredOrientations + largeCrops + cutFaces + enlargements + enlargedTemplate + cutTexts
      + coveredFaces + unsafeParts + missingFonts
      + notes.map { PhotoWarning(address: nil, cause: .note($0)) } + idleWarnings
      + weightWarnings + cellWarnings
  }

  private var missingFonts: [PhotoWarning] {
    guard let name = texts?.texts.missingFont else { return [] }
    return [
      PhotoWarning(
        address: nil,
        cause: .note(
          "the look's font, \(name.utf8.abridged), is not installed; the default font is used"))
    ]
  }

  /// Of photos that may lie on their sides, and that the user hasn't turned.
  private var ignoredOrientations: [PhotoWarning] {
    placements.enumerated().compactMap { place, placement in
      let header = placement.photo.header
      guard header.turn == .none, let orientation = header.ignoredOrientation else { return nil }
      return PhotoWarning(
        address: placement.photo.address,
        cause: .ignoredOrientation(orientation, header.format, number: place + 1))
    }
  }

  /// Of photos of which less than a fifth is shown without a zoom: nobody recognises these, and
  /// hardly anybody means it. An ordinary photo in a frame of any ordinary shape keeps a quarter at
  /// least: 3:2 in 9:16 keeps 37 percent, 16:9 in 9:16 32.
  private var largeCrops: [PhotoWarning] {
    let large = placements.enumerated().filter { $1.croppedShare > 0.8 && $1.zoom == 1 }
    return large.map { place, placement in
      let shown = max(Int((100 * (1 - placement.croppedShare)).rounded()), 1)
      return PhotoWarning(
        address: placement.photo.address,
        cause: .note(
          "only \(shown)% of photo \(place + 1) is shown, the rest is cropped; keep it whole, or "
            + "choose another layout or canvas"
        ))
    }
  }

  private var cutFaces: [PhotoWarning] {
    placements.enumerated().compactMap { place, placement in
      let count = placement.cutFaces
      return count == 0
        ? nil
        : PhotoWarning(
          address: placement.photo.address,
          cause: .cutFaces(count, number: place % photoCount + 1, rescue(for: placement)))
    }
  }

  /// What would keep the faces that a crop cuts; nil if that isn't known.
  private func rescue(for placement: Placement) -> FaceRescue? {
    if placement.zoom > 1, placement.withoutZoom.cutFaces == 0 { return .withoutZoom }
    let point = placement.pointForCutFaces?.text
    return template == nil ? faceRescue ?? point.map(FaceRescue.point) : .focus(point)
  }

  private var cutTexts: [PhotoWarning] {
    guard let texts else { return [] }
    // In cells names are meant to be shortened.
    let captions = options.cells == nil ? texts.cutCaptions : []
    guard texts.cutsTitle || !captions.isEmpty else { return [] }
    return [
      PhotoWarning(address: nil, cause: .cutTexts(title: texts.cutsTitle, captions: captions))
    ]
  }

  /// What may be cut off with the edges of the print.
  private var unsafeParts: [PhotoWarning] {
    let faces = placements.indices.filter { placements[$0].facesOutsideSafeZone > 0 }.map { $0 + 1 }
    let (others, captions) = (texts?.unsafeTexts ?? [], texts?.unsafeCaptions ?? [])
    guard safeInset > 0, !(others.isEmpty && captions.isEmpty && faces.isEmpty) else { return [] }
    return [
      PhotoWarning(address: nil, cause: .outsideSafeZone(others, captions: captions, faces: faces))
    ]
  }

  private var coveredFaces: [PhotoWarning] {
    guard let numbers = texts?.captionsOnFaces, !numbers.isEmpty else { return [] }
    return [PhotoWarning(address: nil, cause: .coveredFaces(numbers))]
  }

  /// Of photos that have too few pixels for the paper, or for the size that was asked for, each
  /// once.
  private var enlargements: [PhotoWarning] {
    let density = options.canvas.density
    if template == nil, options.canvas.needsLongSide, options.longSide == nil { return [] }
    let most = density == nil ? LayoutOptions.sharpEnlargement + 0.05 : 1.005
    return placements.filter { $0.enlargement > most }.map { placement in
      PhotoWarning(
        address: placement.photo.address,
        cause: .enlarged(Enlargement(placement.enlargement, density)))
    }.uniqued()
  }

  private var enlargedTemplate: [PhotoWarning] {
    guard let template else { return [] }
    let times = Double(layout.canvas.width) / Double(template.size.width)
    guard times > LayoutOptions.sharpEnlargement else { return [] }
    let tenths = Int((times * 10).rounded())
    return [
      PhotoWarning(
        address: template.picture.photo.address,
        cause: .note(
          "the template is enlarged \(tenths / 10).\(tenths % 10)×, so it will look soft"))
    ]
  }
}

extension LayoutRequest {
  /// - Parameters:
  ///   - sizes: of the photos, upright as their files say; the options may turn them.
  ///   - text: outside of photos.
  ///   - people: in each photo, as it is turned, as far as they are known.
  init(
    _ sizes: [PixelSize], _ options: CollageOptions, _ text: TextShape?,
    showing people: [ShownPeople?] = []
  ) {
    self.init(
      sizes.enumerated().map { place, size in
        let photo = options[photo: place]
        let isWhole = photo.keepsWhole || options.layout.fit == .whole
        var shape = PhotoShape(
          photo.turn.orientation.applied(to: size), weight: options.weight(ofPhoto: place),
          cropTolerance: isWhole ? 0 : 1)
        if people.indices.contains(place) { shape.people = people[place] }
        return shape
      }, options.layout)
    border = options.decoration.border?.width ?? .zero
    lowerBorder = options.decoration.borderBottom
    safeInset = options.safePixels
    // Without a margin photos go on to the edge, and only what they show stays away from it.
    if !options.layout.margin.isZero { sideMargins = options.bindingMargins }
    self.text = text
    marginLines = MarginLines(options)
  }
}

extension MarginLines {
  /// Nil if there are none.
  init?(_ options: CollageOptions) {
    func isThere(_ text: String?) -> Bool { text?.isEmpty == false }
    let text = options.text
    guard isThere(text.header) || isThere(text.footer) else { return nil }
    self.init(
      hasHeader: isThere(text.header), hasFooter: isThere(text.footer),
      size: text.size.ofMarginLines)
  }
}
