internal import Files
internal import PhotoCodecs
internal import PhotoSources
internal import ReactiveTraits
internal import SystemPackage

/// Does jobs one after the other on the calling thread.
struct BatchWorker: Sendable {
  let options: BatchOptions
  /// Shared by all workers of a batch. Its budget is for canvases and for buffers that decoders
  /// must hold; its resources, of one thread, are a second bound on the decoders' buffers, for when
  /// all bad photos are looked for.
  let context: MakingContext
  let finder: ResultFinder
  let sweep: FolderSweep
  let files: BatchFiles
  let stop: Cancellation

  /// Nil if the batch was stopped before the job was done.
  func result(of entry: BatchEntry) -> BatchResult? {
    let begun = ContinuousClock.now
    let outcome: BatchResult.Outcome?
    do throws(BatchError) {
      outcome = try self.outcome(of: entry.job.get(), line: entry.line)
    } catch {
      outcome = .failed(error)
    }
    return outcome.map {
      BatchResult(
        name: entry.name, line: entry.line, duration: ContinuousClock.now - begun, outcome: $0)
    }
  }

  private func outcome(of job: BatchJob, line: Int) throws(BatchError) -> BatchResult.Outcome? {
    let collage = options.options(for: job).fillingCode(
      name: job.output?.stem, number: job.pages == nil ? line : nil)
    let encoding = try rethrowing(Encoding(of: job.output, collage)) {
      (error: UnsupportedFileExtension) in
      BatchError.manifest(ManifestFault(line: line, key: "output", error.description))
    }
    if job.output == nil, options.library == nil {
      throw .manifest(
        ManifestFault(
          line: line, key: "output",
          "there is no library folder; give an output here, or a folder with --library"))
    }
    try check(job, collage, line: line)
    if let pages = job.pages?.over(options.pages) {
      let maker = CollageMaker(collage, encoding: encoding, in: context)
      return try book(of: job, pages, line: line, with: maker)
    }
    let reading = CollageMaker(collage, encoding: encoding, in: context).withPictures()
    guard let maker = try value(of: reading) else { return nil }
    let store = SelectionStore(Selection([], maker.options))
    let lookup = store.admission(of: job.photos).andThen(jobToFind(job, maker))
    guard let wanted = try value(of: lookup) else { return nil }
    guard !options.redoes,
      let asset = finder.asset(of: wanted, isCancelled: { [stop] in stop.isCancelled })
    else {
      return try save(
        job.photos, wanted, line: line, with: maker, to: writer(for: job), through: store)
    }
    // An earlier run may have been killed after it made the last collage of a folder.
    sweep.sweep(asset.path.folder)
    if let output = job.output, Spelling.hasOthers(output) {
      files.add(written: asset.id.digest, size: asset.bytes, at: output)
    }
    // The earlier run may have put it into another album, or none.
    let added = try rethrowing(albumWriter(for: job)?.added(asset)) {
      BatchError.collage(CollageError($0))
    }
    return .unchanged(added ?? asset)
  }

  /// Refuses what makes no sense beside a template.
  private func check(_ job: BatchJob, _ collage: CollageOptions, line: Int) throws(BatchError) {
    guard collage.pictures.template != nil else { return }
    var details = job.templateConflicts.map {
      ManifestFault.Detail(key: $0.name, reason: $0.message())
    }
    for (place, options) in job.photoOptions.enumerated() {
      details += options.templateConflicts.map {
        ManifestFault.Detail(
          key: "photos",
          reason: "photo \(place + 1): \"\($0.name)\" \($0.message())")
      }
    }
    if !details.isEmpty { throw .manifest(ManifestFault(line: line, details: details)) }
  }

  /// Makes a book of all pages. Nil if the batch was stopped.
  private func book(
    of job: BatchJob, _ pages: PageOptions, line: Int, with maker: CollageMaker
  ) throws(BatchError) -> BatchResult.Outcome? {
    guard let output = job.output, maker.encoding.format == .pdf else {
      throw .manifest(
        ManifestFault(
          line: line, key: "output", "pages need a PDF to write; name one, such as book.pdf"))
    }
    if pages.columns != nil, let name = job.overrides.againstColumns {
      throw .manifest(
        ManifestFault(
          line: line, key: name, "columns say how photos lie, too; leave one of them out"))
    }
    let groups = try rethrowing(
      PhotoGroup.listed(job.photos, FolderReading(takesCollages: true), stop),
      BatchError.collage
    ).groups
    let photos = groups.flatMap(\.addresses)
    if photos != job.photos, !job.photoOptions.isEmpty {
      throw .manifest(
        ManifestFault(
          line: line, key: "photos",
          "photos can't have options of their own beside folders; name each photo of the folder"))
    }
    let outputs = photos.lazy.compactMap { address -> FilePath? in
      guard case .file(let path) = address, isCollage(path, madeBefore: line) else { return nil }
      return path
    }
    if let path = outputs.first { throw .manifest(.outputAsPhoto(path, key: "photos", line: line)) }
    let pages = PagesMaker(
      maker, pages, to: PagesOutput(output, bookOf: job.folder),
      replacesForeign: options.replacesForeign,
      sweep: sweep, protecting: files)
    guard let prepared = try value(of: pages.prepare(groups)) else { return nil }
    if !options.redoes,
      let book = pages.existingBook(
        prepared, isCancelled: { [stop] in stop.isCancelled },
        digest: { [finder, stop] in finder.digest(of: $0) { stop.isCancelled } })
    {
      sweep.sweep(output.folder)
      if Spelling.hasOthers(output) {
        files.add(written: book.id.digest, size: book.bytes, at: output)
      }
      return .unchanged(book)
    }
    guard let made = try value(of: pages.make(prepared)) else { return nil }
    return .saved(made.files[0], warnings: made.numberedWarnings.map(\.warning).uniqued())
  }

  /// Nil if the batch was stopped.
  private func value<Value>(of work: Single<Value, CollageError>) throws(BatchError) -> Value? {
    guard let result = work.wait(cancelledBy: stop) else { return nil }
    return try rethrowing(result.get(), BatchError.collage)
  }

  /// Opens no photo, but fetches those on the web, unless all jobs are done again.
  private func jobToFind(_ job: BatchJob, _ maker: CollageMaker) -> Single<JobToFind, CollageError>
  {
    let placed = maker.made.placed(job.photos)
    let made = maker.made.repeatingPhotos(job.photos.count, to: placed.count)
    return maker.intake.copies(of: options.redoes ? [] : placed).map { [options, context] copies in
      JobToFind(
        made: made, encoding: maker.encoding, photos: placed,
        copies: copies.map { try? $0?.get() },
        credits: placed.map { $0.fetchedURL.flatMap { context.web?.credit(of: $0) } },
        output: job.output, library: options.library)
    }
  }

  private func save(
    _ chosen: [PhotoAddress], _ job: JobToFind, line: Int, with maker: CollageMaker,
    to writer: any PhotoWriter,
    through store: SelectionStore
  ) throws(BatchError) -> BatchResult.Outcome? {
    let states = finder.states(of: job)
    guard let selection = try value(of: store.choose(chosen, with: maker)) else { return nil }
    let pictures = maker.options.pictures
    let inputs =
      selection.photos.map { ("photos", $0) }
      + [
        ("template", pictures.template?.template?.picture.photo),
        ("overlay", pictures.overlay?.picture?.photo),
      ].compactMap { key, photo in photo.map { (key, $0) } }
    if let (key, photo) = inputs.first(where: {
      $0.1.copy == nil && isCollage($0.1.path, madeBefore: line)
    }) {
      throw .manifest(.outputAsPhoto(photo.path, key: key, line: line))
    }
    guard let made = try value(of: store.save(with: maker, to: writer)) else { return nil }
    finder.remember(made, of: job, states)
    return .saved(made.asset, warnings: made.warnings)
  }

  /// Whether there is a collage at a path that an earlier line writes to: it may have replaced the
  /// photo that was meant.
  private func isCollage(_ path: FilePath, madeBefore line: Int) -> Bool {
    guard files.isOutput(path, before: line), let file = try? PhotoFile.open(path) else {
      return false
    }
    return (try? RecipeRecord.read(from: file)) != nil
  }

  private func writer(for job: BatchJob) -> any PhotoWriter {
    if let output = job.output {
      return FileWriter(
        output, replacesForeign: options.replacesForeign, sweep: sweep, protecting: files)
    }
    return albumWriter(for: job) ?? libraryWriter
  }

  /// Nil if the job names no album.
  private func albumWriter(for job: BatchJob) -> AlbumWriter? {
    job.album.map { AlbumWriter($0, libraryWriter) }
  }

  private var libraryWriter: LibraryWriter {
    guard let library = options.library else {
      preconditionFailure("a job without an output needs a library")
    }
    return LibraryWriter(
      library, replacesForeign: options.replacesForeign, sweep: sweep, protecting: files)
  }
}

extension ManifestFault {
  /// - Parameter key: where the path stands.
  fileprivate static func outputAsPhoto(_ path: FilePath, key: String, line: Int) -> ManifestFault {
    let noun = key == "photos" ? "photo" : key
    return ManifestFault(
      line: line, key: key,
      "\(path.displayed) is the output of an earlier line; use another \(noun) here, or another "
        + "output there"
    )
  }
}
