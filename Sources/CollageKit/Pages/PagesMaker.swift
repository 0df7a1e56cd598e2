internal import Dispatch
internal import PhotoCodecs
package import ReactiveTraits
internal import SystemPackage
internal import ThreadPool

/// Makes any number of photos into pages, each of which is a collage.
package struct PagesMaker: Sendable {
  private let maker: CollageMaker
  private let wanted: PageOptions
  private let output: PagesOutput
  private let replacesForeign: Bool
  private let sweep: FolderSweep
  private let protection: (any FileProtection)?

  /// - Parameters:
  ///   - maker: its options are those of all pages, of photos in the order in which they are named;
  ///     its encoding is that of the output.
  ///   - replacesForeign: whether files that aren't our collages are replaced.
  ///   - protection: knows files beside the photos that must not be replaced; nil for none.
  package init(
    _ maker: CollageMaker, _ wanted: PageOptions, to output: PagesOutput, replacesForeign: Bool,
    sweep: FolderSweep = FolderSweep(), protecting protection: (any FileProtection)? = nil
  ) {
    self.maker = maker
    self.wanted = wanted
    self.output = output
    self.replacesForeign = replacesForeign
    self.sweep = sweep
    self.protection = protection
  }

  /// Makes all pages and writes them: what was made, then finished; or one failure, and then nothing
  /// was written. Before the first page is made, all photos' headers are read, and all that is wrong
  /// with them is reported together. Cold.
  ///
  /// - Parameters:
  ///   - groups: of photos; each begins a page.
  ///   - progress: receives how much is done, 0 to 1, on any thread.
  package func make(
    _ groups: [PhotoGroup], progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) -> Single<MadePages, CollageError> {
    let addresses = groups.flatMap(\.addresses)
    return Single.work { _ throws(CollageError) in
      try output.check(maker.encoding.format)
      guard !addresses.isEmpty else { throw .pages(.noPhotos) }
      let missing = addresses.compactMap(\.absence)
      if !missing.isEmpty { throw .photos(missing.uniqued()) }
      try maker.checkCanvas()
      try maker.checkTransparency(maker.options.asMade)
    }
    .flatMap { maker.withPictures() }
    .flatMap { maker in
      maker.intake.photos(at: addresses).flatMap { results in
        .work { cancellation throws(CollageError) in
          let failures = results.compactMap(\.failure).uniqued()
          guard failures.isEmpty else { throw .photos(failures) }
          var photos = results.compactMap { try? $0.get() }[...]
          let grouped = groups.map { group in
            defer { photos = photos.dropFirst(group.addresses.count) }
            return Array(photos.prefix(group.addresses.count))
          }
          let division = try PageDivision(grouped, maker.options, wanted)
          return try write(division.pages, maker, cancellation, progress)
        }
      }
    }
  }

  private func write(
    _ pages: [Page], _ maker: CollageMaker, _ cancellation: Cancellation,
    _ progress: @escaping @Sendable (Double) -> Void
  ) throws(CollageError) -> MadePages {
    let pictures = maker.options.pictures
    let others = [
      pictures.template?.template?.picture.photo, pictures.overlay?.picture?.photo,
    ].compactMap(\.self)
    let inputs = (pages.flatMap(\.photos) + others).map(\.identity)
    func writer(_ path: FilePath) -> FileWriter {
      FileWriter(
        path, replacesForeign: replacesForeign, sweep: sweep, protecting: protection)
    }
    let context = maker.context.divided(among: pages.count)
    var encoding = maker.encoding
    // A page of a book holds a JPEG that is a collage by itself.
    if case .pdf(.jpeg(let quality)) = encoding { encoding = .jpeg(quality) }
    func run(_ assembly: some PageAssembly) throws(CollageError) -> MadePages {
      try PagesRun(
        pages, encoding, context, assembly, cancellation, progress
      ).madePages()
    }
    if maker.encoding.format == .pdf {
      let target = writer(output.path)
      return try run(
        rethrowing(
          BookAssembly(
            target, pages: pages.count, maker.options.colour.space, protecting: inputs),
          CollageError.init))
    }
    let targets = try output.pictures(pages.count).map { writer($0) }
    return try run(
      rethrowing(PictureAssembly(targets, protecting: inputs), CollageError.init))
  }
}

extension MakingContext {
  /// For several collages at a time, as many as there are threads; itself for a single one, or where
  /// it is for several already.
  fileprivate func divided(among pages: Int) -> MakingContext {
    guard pages > 1, budget == nil else { return self }
    let own = resources.copy(jobs: 1)
    let budget = MemoryBudget(
      min(resources.memory.total - own.pictures.limit, Resources.memoryLeft / 2))
    return MakingContext(
      resources: own, faces: faces.map { _ in FaceFinder(resources: own) }, places: places,
      web: web, frames: nil, budget: budget, workers: min(resources.jobs, pages))
  }
}
