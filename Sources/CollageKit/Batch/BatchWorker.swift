internal import PhotoCodecs
internal import PhotoSources
internal import ReactiveTraits
internal import SystemPackage

/// Does one job after the other, on the calling thread.
struct BatchWorker: Sendable {
  let options: BatchOptions
  /// Shared by all workers of a batch: for canvases and for buffers that decoders must hold.
  let budget: MemoryBudget
  /// Also shared by all workers, for one thread each: a second bound on the decoders' buffers, for when all bad photos are
  /// looked for.
  let resources: Resources
  let frames: FrameCache
  let faces: FaceFinder
  let sweep: FolderSweep
  let files: BatchFiles
  let stop: Cancellation

  /// Nil when the batch was stopped before the job was done.
  func result(of entry: BatchEntry) -> BatchResult? {
    let begun = ContinuousClock.now
    let outcome: BatchResult.Outcome?
    do throws(BatchError) {
      outcome = try self.outcome(of: entry.job.get(), line: entry.line)
    } catch {
      outcome = .failed(error)
    }
    return outcome.map {
      BatchResult(name: entry.name, line: entry.line, duration: ContinuousClock.now - begun, outcome: $0)
    }
  }

  private func outcome(of job: BatchJob, line: Int) throws(BatchError) -> BatchResult.Outcome? {
    let collage = options.options(for: job)
    let encoding = try rethrowing(Encoding(of: job.output, collage.encoding)) { (error: UnsupportedFileExtension) in
      BatchError.manifest(ManifestFault(line: line, key: "output", error.description))
    }
    guard let target = job.output ?? options.library?.folder else {
      throw .manifest(
        ManifestFault(
          line: line, key: "output", "no library is known; give an output here, or a folder with --library"))
    }
    let plan = Plan(maker: maker(collage, encoding), target: target, photos: job.photos, line: line)
    let store = SelectionStore(Selection([], collage))
    let lookup = store.admission(of: job.photos.count).andThen(cachedResult(plan))
    guard let known = try value(of: lookup) else { return nil }
    guard let asset = known else { return try save(plan, with: writer(for: job), through: store) }
    if let output = job.output, Spelling.hasOthers(output) {
      files.add(written: asset.id.digest, size: asset.bytes, at: output)
    }
    // An earlier run made it, maybe for no album or another.
    let added = try rethrowing(albumWriter(for: job)?.added(asset)) { BatchError.collage(CollageError($0)) }
    return .unchanged(added ?? asset)
  }

  /// Nil when the batch was stopped.
  private func value<Value>(of work: Single<Value, CollageError>) throws(BatchError) -> Value? {
    guard let result = work.wait(cancelledBy: stop) else { return nil }
    return try rethrowing(result.get(), BatchError.collage)
  }

  /// A job with all its options resolved.
  private struct Plan {
    let maker: CollageMaker
    let target: FilePath
    let photos: [PhotoAddress]
    let line: Int

    func key(_ photos: [ResultCache.KnownPhoto]) -> ResultCache.Key {
      ResultCache.Key(maker, photos: photos, target: target)
    }
  }

  private var records: ResultCache? { options.records.map(ResultCache.init) }

  /// The job's collage, if an earlier run made it of the same photos and it is intact; else nil. Opens no photo.
  private func cachedResult(_ plan: Plan) -> Single<SavedAsset?, CollageError> {
    guard !options.redoes, let records else { return .just(nil) }
    return plan.maker.intake.copies(of: plan.photos).map { [stop] copies in
      let photos = zip(plan.photos, copies).compactMap { address, copy in
        switch address {
        case .file(let path): (try? path.stat()).map { ResultCache.KnownPhoto(path, FileIdentity($0)) }
        case .web(let url): (try? copy?.get()).map { ResultCache.KnownPhoto(url, $0) }
        }
      }
      guard photos.count == plan.photos.count else { return nil }
      return records.asset(plan.key(photos), plan.maker.options.text) { stop.isCancelled }
    }
  }

  private func save(
    _ plan: Plan, with writer: any PhotoWriter, through store: SelectionStore
  ) throws(BatchError) -> BatchResult.Outcome? {
    guard let selection = try value(of: store.choose(plan.photos, with: plan.maker)) else { return nil }
    if let photo = selection.photos.first(where: { isCollage($0, madeBefore: plan.line) }) {
      let reason =
        "\(photo.path.displayed) is the output of an earlier line; give another photo here, or another output there"
      throw .manifest(ManifestFault(line: plan.line, key: "photos", reason))
    }
    guard let made = try value(of: store.save(with: plan.maker, to: writer)) else { return nil }
    records?.insert(made.asset, for: plan.key(made.placements.map { ResultCache.KnownPhoto($0.photo) }))
    return .saved(made.asset, warnings: made.warnings)
  }

  /// Whether a photo is a collage that stands where an earlier line writes one, maybe in place of the photo that was meant.
  private func isCollage(_ photo: Photo, madeBefore line: Int) -> Bool {
    guard photo.copy == nil, files.isOutput(photo.path, before: line), let file = try? photo.open() else {
      return false
    }
    return (try? RecipeRecord.read(from: file)) != nil
  }

  private func maker(_ collage: CollageOptions, _ encoding: Encoding) -> CollageMaker {
    var maker = CollageMaker(collage, encoding: encoding)
    maker.resources = resources
    maker.frames = frames
    maker.faces = faces
    maker.places = options.places
    maker.web = options.web
    maker.budget = budget
    return maker
  }

  private func writer(for job: BatchJob) -> any PhotoWriter {
    if let output = job.output {
      return FileWriter(output, replacesForeign: options.replacesForeign, sweep: sweep, protecting: files)
    }
    return albumWriter(for: job) ?? libraryWriter
  }

  /// Nil when the job names no album.
  private func albumWriter(for job: BatchJob) -> AlbumWriter? { job.album.map { AlbumWriter($0, libraryWriter) } }

  private var libraryWriter: LibraryWriter {
    guard let library = options.library else { preconditionFailure("a job without an output needs a library") }
    return LibraryWriter(library, replacesForeign: options.replacesForeign, sweep: sweep, protecting: files)
  }
}
