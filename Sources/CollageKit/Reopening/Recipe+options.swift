internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts
internal import SystemPackage

extension Recipe {
  /// The options that the collage was made with; nil when the recipe says something that this
  /// version doesn't know.
  ///
  /// - Parameter base: the interface's rules, and its limit of pixels, which no recipe records.
  ///   Where the collage needs more than they allow, they are widened.
  package func options(over base: CollageOptions = CollageOptions()) -> CollageOptions? {
    guard !photos.isEmpty, PixelSize("\(canvas.width)x\(canvas.height)") != nil else { return nil }
    var options = CollageOptions()
    options.rules = base.rules
    options.decoding.limits.pixels = base.decoding.limits.pixels
    guard options.restore(settings) else { return nil }
    allowAgain(&options)
    // The default one gives way to a bleed that is chosen now.
    if options.layout.margin == LayoutOptions.defaultMargin, settings["bleed"] == nil {
      options.layout.givenMargin = nil
    }
    // JPEG is what a file's name decides, else the default.
    if options.encoding.format == .jpeg { options.encoding.format = nil }
    options.layout.tree = tree
    if version.hasPrefix("0.") { keepDefaults(of: &options) }
    if let tree, tree.photos.sorted() != Array(photos.indices) { return nil }
    if let text,
      ![text.captions.count, text.lines?.count ?? photos.count].allSatisfy({ $0 == photos.count })
    {
      return nil
    }
    for (place, entry) in photos.enumerated() {
      guard var photo = photoOptions(of: entry) else { return nil }
      // In a template, frames are known when that is found.
      if template == nil, options.layout.focus == .auto, photo.focus == nil,
        entry.losesMuch(photo, in: entry.frame)
      {
        photo.focus = .settled
      }
      if version != Version.picture, template == nil, photo.focus == nil || photo.focus == .settled,
        entry.losesAnything(photo)
      {
        photo.focus = .centre
      }
      if photo != PhotoOptions() { options[photo: place] = photo }
    }
    return options
  }

  /// Sets what versions before 1.0 did where their recipes say nothing.
  private func keepDefaults(of options: inout CollageOptions) {
    // Hairlines, the printer's margin, and gaps that leave room for more copies are younger.
    if template == nil, settings["hairline"] == nil { options.decoration.hairline = .never }
    guard settings["sheet"] != nil else { return }
    if settings["sheet-margin"] == nil { options.print.sheetMargin = .zero }
    if settings["sheet-gap"] == nil, options.print.hasCutMarks {
      options.print.sheetGap = PrintOptions.widestGapForMarks
    }
  }

  /// What the photos needed once is allowed again; the options may allow more.
  private func allowAgain(_ options: inout CollageOptions) {
    options.rules.maxCount = max(options.rules.maxCount, photos.count)
    if photos.count % 2 != 0 { options.rules.allowsAnyCount = true }
    let largest = (photos.map(\.size) + pictures.map(\.size)).map(\.pixels).max() ?? 0
    options.decoding.limits.pixels = max(options.decoding.limits.pixels, largest)
  }

  private func photoOptions(of entry: Entry) -> PhotoOptions? {
    var options = PhotoOptions()
    guard options.restore(entry.settings ?? [:]) else { return nil }
    if let given = entry.givenFocus { options.focus = given }
    return options
  }

  /// The options, changed so that they lay the photos out as they were: another version may search
  /// for layouts in another way.
  ///
  /// - Returns: the options, and whether they give the very same frames.
  /// - Throws: `LayoutCancelled` only.
  func settled(
    _ options: CollageOptions, isCancelled: @escaping @Sendable () -> Bool
  ) throws(LayoutCancelled) -> (options: CollageOptions, isExact: Bool) {
    if let template = options.pictures.template?.template {
      let isExact = isLaidOut(by: options, in: template)
      return (isExact ? options : options.with(\.layout.canvas, .pixels(canvas)), isExact)
    }
    // Searching for the layout of so many photos again takes seconds to minutes, for each
    // candidate; the cuts that their frames show take none. Frames that they don't give exactly, no
    // search of ours has found either.
    if photos.count > Self.maxSearched, let tree = SlicingTree(cutting: photos.map(\.frame)) {
      let cut = options.with(\.layout.tree, tree).with(\.layout.pick, 1)
      let isExact = try isLaidOut(by: cut, isCancelled: isCancelled)
      if isExact || options.layout.isSearched { return (cut, isExact) }
    }
    var candidates = [options]
    // Which photo led isn't recorded; the largest may have, and who makes the collage again seeks
    // it again.
    if options.layout.lead > 1, let largest = placeOfLargest, largest != options.layout.leader {
      candidates.append(options.with(\.layout.leader, largest))
    }
    if options.layout.canvas.needsLongSide {
      candidates += candidates.map {
        $0.with(\.layout.canvas, .pixels(canvas)).with(\.layout.longSide, nil)
      }
    }
    if let tree = SlicingTree(cutting: photos.map(\.frame)) {
      candidates += candidates.map { $0.with(\.layout.tree, tree).with(\.layout.pick, 1) }
    }
    // What no rule gives any more.
    if let last = candidates.last,
      let frames = PlacedFrames(photos.map(\.frame.bounds), on: canvas),
      photos.allSatisfy({ $0.frame == Frame($0.frame.bounds) })
    {
      candidates.append(
        last.with(\.layout.tree, options.layout.tree).with(\.layout.placed, frames))
    }
    for candidate in candidates where try isLaidOut(by: candidate, isCancelled: isCancelled) {
      return (candidate, true)
    }
    return (candidates.last { !$0.layout.canvas.needsLongSide } ?? options, false)
  }

  /// How many photos a collage may have for its layout to be searched for again when it is
  /// reopened.
  private static let maxSearched = 500

  private var placeOfLargest: Int? {
    photos.indices.max { photos[$0].frame.size.pixels < photos[$1].frame.size.pixels }
  }

  /// Who is known to be in each photo; nil for nobody.
  var people: [ShownPeople?] { photos.map { $0.people?.shown } }

  /// Whether photos of the recorded sizes get the recorded frames in a template.
  private func isLaidOut(by options: CollageOptions, in template: Template) -> Bool {
    guard let size = try? template.canvas(for: options.layout), size == canvas,
      let places = openingPlaces(in: template), places.count == template.openings.count
    else { return false }
    return options.layout.order == .free || places == Array(photos.indices)
  }

  /// The opening, from 0, in which each photo is; nil if a frame is none of a template's.
  func openingPlaces(in template: Template) -> [Int]? {
    // Whoever found the template has asked for its frames, which are kept.
    guard let frames = try? template.frames(on: canvas) else { return nil }
    var isTaken = frames.map { _ in false }
    var places: [Int] = []
    for (place, entry) in photos.enumerated() {
      func fits(_ opening: Int) -> Bool {
        !isTaken[opening] && frames[opening].bounds == entry.frame.bounds
      }
      let own = frames.indices.contains(place) && fits(place) ? place : nil
      guard let opening = own ?? frames.indices.first(where: fits) else { return nil }
      isTaken[opening] = true
      places.append(opening)
    }
    return places
  }

  /// Whether photos of the recorded sizes get the recorded frames.
  private func isLaidOut(
    by options: CollageOptions, isCancelled: @escaping @Sendable () -> Bool
  ) throws(LayoutCancelled) -> Bool {
    let request = LayoutRequest(
      photos.compactMap(\.shownSize), options, text?.shape(options),
      showing: options.choosesLayoutByFaces(of: photos.count) ? people : [])
    let choice = try LayoutChoice(request, isCancelled: isCancelled)
    guard options.layout.pick <= choice.count, let layout = choice[options.layout.pick - 1] else {
      return false
    }
    return layout.canvas == canvas && layout.frames == photos.map(\.frame)
  }
}

extension Recipe.Picture {
  var digest: Digest? { Digest(hexadecimal: sha256) }

  /// As a photo that is looked for.
  var entry: Recipe.Entry {
    Recipe.Entry(
      name: name, sha256: sha256, credit: nil, size: size, orientation: orientation, part: nil,
      frame: Frame(size), askedFocus: nil, people: nil, settings: nil)
  }

  var absence: PhotoError { PhotoError(.file(FilePath(name)), cause: .notFound) }
}

extension Recipe.Entry {
  /// Whether so much was cropped that it was in the middle because it was to be, or because no face
  /// is elsewhere. That stays so, whoever reopens the collage.
  func losesMuch(_ options: PhotoOptions, in frame: Frame) -> Bool {
    shown(missingPhoto).map { Placement(filling: frame, with: $0, options).losesMuch } ?? false
  }

  /// Whether enough is cropped for another crop to be seen.
  fileprivate func losesAnything(_ options: PhotoOptions) -> Bool {
    let share = shown(missingPhoto).map {
      Placement(filling: frame, with: $0, options).croppedShare
    }
    return share.map { $0 > 0.005 } ?? false
  }

  /// The upright size in pixels; nil for one that no photo has.
  private var pixelSize: PixelSize? { PixelSize("\(size.width)x\(size.height)") }

  /// The size of what is left without bars; nil for one that no photo has.
  fileprivate var shownSize: PixelSize? { shown(missingPhoto)?.size }

  /// The photo, of which only that part counts that counted.
  func shown(_ photo: Photo?) -> Photo? {
    guard let photo, let part, part.width > 0, part.height > 0,
      part.isInside(photo.header.wholeSize)
    else { return photo }
    return photo.showing(part)
  }

  var digest: Digest? { Digest(hexadecimal: sha256) }

  /// The recorded name as that of a file in a folder; nil for anything else.
  var fileName: FilePath.Component? {
    guard !name.utf8.contains(0), let name = FilePath.Component(name), name.kind == .regular else {
      return nil
    }
    return name
  }

  /// What stands for the photo as long as its file is missing; nil when the recipe can't be one of
  /// ours.
  var missingPhoto: Photo? {
    guard let pixelSize, let digest,
      let orientation = UInt8(exactly: orientation).flatMap(Orientation.init)
    else {
      return nil
    }
    let number = digest.bytes.prefix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    return Photo(
      missing: name.utf8.contains(0) || name.isEmpty
        ? "photo" : PhotoAddress(Array(name.utf8), path: FilePath(name)),
      pixelSize, orientation, number: number)
  }
}
