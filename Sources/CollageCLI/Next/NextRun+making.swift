internal import CollageKit
internal import CollageTerminal
internal import Files
internal import PhotoCodecs
internal import PhotoSources
internal import ReactiveTraits
internal import SystemPackage

extension NextRun {
  /// Makes the next picture, then remembers it. Photos that can't be decoded are passed over.
  mutating func makeNext() throws {
    let options = try options()
    var planner = planner(options)
    let writer = try command.output.writer(protecting: BatchFiles(command.collage.neededFiles))
    // Those that may be there again.
    var missing: [Int] = []
    while let (picture, draft) = try draft(planner, options) {
      let places = picture.photos.map { pool[$0] }
      switch try save(draft, to: writer) {
      case .success(let made):
        planner.show(picture)
        take(planner, except: missing)
        let files = picture.members.map { pool[$0] }
        state.progress = planner.progress
        try remember(places, files)
        return try answer(made, places, planner)
      case .failure(.photos(let errors)):
        let lost = Set(errors.filter { !$0.isOfContent }.map(\.address))
        let bad = Set(errors.map(\.address))
        let left = picture.photos.filter { bad.contains(address(of: pool[$0])) }
        guard !left.isEmpty else { throw CommandFailure(CollageError.photos(errors)) }
        if !command.quiet {
          StandardError.error(CollageError.photos(errors).messages(.commandLine))
        }
        for place in left {
          planner.leaveOut(place)
          if lost.contains(address(of: pool[place])) { missing.append(place) }
        }
      case .failure(let error): throw CommandFailure(error)
      }
    }
    take(planner, except: missing)
    try save()
    throw CommandFailure(.data, NextTexts.noneLeft)
  }

  /// Makes a picture that was shown again: the one before, or the last one for the library.
  mutating func showAgain() throws {
    if command.series.back { state.back += 1 }
    guard let shown = state.picture(back: state.back) else {
      throw CommandFailure(.nothingFound, NextTexts.nothingShown)
    }
    let known = catalogue.records.indices.filter { catalogue.records[$0].digest != nil }
    let places = shown.digests.compactMap { digest in
      known.first { catalogue.records[$0].digest == digest }
    }
    guard !places.isEmpty else { throw CommandFailure(.nothingFound, NextTexts.gone) }
    let options = try options()
    let output = command.output
    let destination = CollageDestination(
      file: command.series.keep ? nil : output.output?.output, library: output.library.known,
      album: output.album, replacesForeign: output.force)
    let needed = BatchFiles(command.collage.neededFiles)
    let writer =
      command.series.keep
      ? try destination.writer(protecting: needed) : try output.writer(protecting: needed)
    let made = try save(try wholeDraft(places, options), to: writer)
    let saved: SavedCollage
    switch made {
    case .success(let collage): saved = collage
    case .failure(let error): throw CommandFailure(error)
    }
    if command.series.back {
      state.back = min(state.back, max(state.shown.count - 1, 0))
      try save()
    }
    try answer(saved, places, planner(options))
  }

  /// Prints which photos the next three pictures have.
  func showNext() throws {
    let options = try options()
    var planner = planner(options)
    var lines: [String] = []
    for _ in 0..<3 {
      guard let (picture, _) = try draft(planner, options) else { break }
      planner.show(picture)
      let places = picture.photos.map { pool[$0] }
      lines.append(report(nil, places, planner).json)
    }
    try StandardOutput.answer(lines)
  }

  private func planner(_ options: CollageOptions) -> NextPlanner {
    let fit = NextFit(options.layout)
    return NextPlanner(
      catalogue.planned(pool), state.progress, perPicture: command.series.per?.value,
      isBestFirst: command.series.bestFirst
    ) { fit.cost(of: $0) }
  }

  /// Any number of photos is allowed.
  private func options() throws -> CollageOptions {
    var options = try command.collage.options(writingTo: command.output.output?.path)
    options.rules.allowsAnyCount = true
    options.rules.maxCount = max(options.rules.maxCount, NextPlanner.counts.upperBound)
    return options
  }

  func address(of place: Int) -> PhotoAddress { .file(catalogue.photos[place].path) }

  /// - Parameter missing: places of photos that may be there again, which aren't damaged.
  private mutating func take(_ planner: NextPlanner, except missing: [Int]) {
    catalogue.take(planner.photos, at: pool)
    catalogue.forgive(missing.map { pool[$0] })
  }

  /// - Parameters:
  ///   - places: of the photos in the picture.
  ///   - members: of all that count as shown.
  private mutating func remember(_ places: [Int], _ members: [Int]) throws {
    for place in members { _ = catalogue.learnDigest(of: place) }
    state.add(NextState.Shown(places.compactMap { catalogue.learnDigest(of: $0) }))
    try save()
  }

  /// Photos that are gone are forgotten, if all folders could be read.
  private mutating func save() throws {
    state.lastMoment = catalogue.lastMoment
    let files = Set(catalogue.records.map(\.file))
    let others = sawAll ? [] : state.records.filter { !files.contains($0.file) }
    state.records = catalogue.records + others
    do throws(Errno) {
      try store.save(state)
    } catch {
      throw NextTexts.stateFailure(store.file, error)
    }
  }

  private func answer(_ made: SavedCollage, _ places: [Int], _ planner: NextPlanner) throws {
    let shared = otherOutput()
    if !command.quiet {
      if let shared { StandardError.error([NextTexts.shared(shared)]) }
      let file = command.output.isStandardOutput ? nil : command.output.output?.path
      StandardError.error(
        made.warnings(.commandLine)
          + SavingNotes.format(
            of: command.series.keep ? nil : file, made.format, chosen: try options().encoding.format
          ))
    }
    if command.output.isStandardOutput { return }
    try StandardOutput.answer(
      [command.json ? report(made, places, planner).json : made.id.text],
      or: "\(made.asset.path.displayed): the collage is saved, but its id")
  }

  /// Another file to which the series goes that nobody named, if this is the first time that it goes
  /// to this one.
  private func otherOutput() -> FilePath? {
    guard command.series.isDefault, !command.series.keep, !command.output.isStandardOutput,
      let file = command.output.output?.path
    else { return nil }
    return try? store.note(output: WorkingFolder.absolute(file))
  }

  /// - Parameter made: nil for a picture that comes later.
  private func report(
    _ made: SavedCollage?, _ places: [Int], _ planner: NextPlanner
  ) -> Report {
    let counts = planner.counts
    let dates = places.compactMap { catalogue.date(of: $0) }
    var folders: [String] = []
    for place in places where folders.last != catalogue.photos[place].folder.inJSON {
      folders.append(catalogue.photos[place].folder.inJSON)
    }
    return [
      "id": made?.id.text,
      "path": made?.asset.path.inJSON,
      "photos": places.map { catalogue.photos[$0].path.inJSON },
      "event": [
        "folders": folders, "from": dates.min(), "to": dates.max(),
      ] as Report,
      "cycle": "\(counts.shown) of \(counts.all)",
      "left": counts.all - counts.shown,
      "warnings": made?.warnings(.commandLine),
    ]
  }
}

extension PhotoError {
  /// Whether the same file has it whenever it is read.
  fileprivate var isOfContent: Bool {
    if case .codec = cause { true } else { false }
  }
}
