internal import Dispatch
internal import PhotoCodecs
package import ReactiveTraits
internal import SystemPackage
internal import ThreadPool

/// Makes any number of photos into pages, each of which is a collage.
package struct PagesMaker: Sendable {
  private let maker: CollageMaker
  /// Whether all pages go into one PDF, and not into pictures.
  private var isBook: Bool { maker.encoding.format == .pdf }
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

  /// Photos that are divided into pages, and what makes these.
  package struct Prepared: Sendable {
    let pages: [Page]
    fileprivate let maker: CollageMaker
    /// As of `PageDivision`.
    fileprivate let warnings: [PhotoWarning]

    /// The same with the best photo of the first page larger.
    fileprivate func ledByBestPhoto() -> Single<Prepared, CollageError> {
      guard let first = pages.first else { return .just(self) }
      return first.ledByBestPhoto().map { first throws(CollageError) in
        Prepared(
          pages: [first] + pages.dropFirst(), maker: maker, warnings: warnings)
      }
    }
  }

  /// Reads all photos' headers and divides the photos into pages: one value, then finished; or a
  /// failure that tells all that is wrong. Cold.
  ///
  /// - Parameter groups: of photos; each begins a page.
  package func prepare(_ groups: [PhotoGroup]) -> Single<Prepared, CollageError> {
    let addresses = groups.flatMap(\.addresses)
    return Single.work { _ throws(CollageError) in
      try output.check(maker.encoding.format)
      guard !addresses.isEmpty else { throw .pages(.noPhotos) }
      let missing = addresses.compactMap(\.absence)
      if !missing.isEmpty { throw .photos(missing.uniqued()) }
      try maker.checkCanvas()
      // Pages of a book lie on paper; those that a template covers are as large as it is.
      if isBook, maker.options.printSize == nil,
        maker.options.pictures.template == nil
      {
        throw .printing(.noPaper(setting: "a book"))
      }
      try maker.checkTransparency()
    }
    .flatMap { maker.withPictures() }
    .flatMap { maker in
      maker.intake.photos(at: addresses).flatMap { results in
        self.divided(results, groups, maker)
      }
    }
    .flatMap { $0.ledByBestPhoto() }
  }

  /// The pages of photos whose headers were read.
  private func divided(
    _ results: [Result<Photo, PhotoError>], _ groups: [PhotoGroup], _ maker: CollageMaker
  ) -> Single<Prepared, CollageError> {
    let failures = results.compactMap(\.failure).uniqued()
    guard failures.isEmpty else { return .fail(.photos(failures)) }
    let photos = results.compactMap { try? $0.get() }
    var rest = photos[...]
    let grouped = groups.map { group in
      defer { rest = rest.dropFirst(group.addresses.count) }
      return Array(rest.prefix(group.addresses.count))
    }
    let cover: Single<Int?, CollageError> =
      wanted.hasCover == true
      ? Page.bestPlace(among: photos, maker.options.decoding.limits).map { $0 } : .just(nil)
    return cover.map { place throws(CollageError) in
      let division = try PageDivision(
        grouped, maker.options, wanted, isBook: isBook, cover: place)
      return Prepared(
        pages: division.pages, maker: maker, warnings: division.warnings)
    }
  }

  /// Makes all pages and writes them: what was made, then finished; or one failure, and then
  /// nothing was written. Cold.
  ///
  /// - Parameter progress: receives how much is done, 0 to 1, on any thread.
  package func make(
    _ prepared: Prepared, progress: @escaping @Sendable (Double) -> Void = { _ in }
  ) -> Single<MadePages, CollageError> {
    .work { cancellation throws(CollageError) in
      var made = try write(prepared.pages, prepared.maker, cancellation, progress)
      made.divisionWarnings = prepared.warnings
      return made
    }
  }

  /// The book that would be made again; nil if there is none, or when cancelled. Decodes nothing.
  ///
  /// - Parameter digest: of a photo's file; nil if it can't be read.
  func existingBook(
    _ prepared: Prepared, isCancelled: @escaping @Sendable () -> Bool,
    digest: (Photo) -> Digest?
  ) -> SavedAsset? {
    guard let file = try? PhotoFile.open(output.path),
      let known = try? PDFBook.proof(in: file)
    else { return nil }
    var proof = PagesProof(maker.encoding)
    for page in prepared.pages {
      var digests: [Digest] = []
      for photo in page.photos {
        guard !isCancelled(), let digest = digest(photo) else { return nil }
        digests.append(digest)
      }
      do throws(CollageError) {
        let texts = try CollageTexts.measured(
          page.photos, MadeOptions(page.options).options, isCancelled: isCancelled)
        proof.add(page, digests: digests, fonts: texts?.recordedFonts, texts?.library)
      } catch {
        return nil
      }
    }
    guard proof.digest == known,
      let digest = try? FileSeal.digest(of: file, isCancelled: isCancelled)
    else { return nil }
    return SavedAsset(id: AssetID(digest), path: output.path, bytes: file.size)
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
    func run(_ assembly: some PageAssembly) throws(CollageError) -> MadePages {
      try PagesRun(
        pages, maker.encoding, context, assembly, cancellation, progress
      ).madePages()
    }
    if isBook {
      let target = writer(output.path)
      return try run(
        rethrowing(
          BookAssembly(
            target, pages: pages.count, of: output.folder, maker.options.colour.space,
            saying: PictureWords(
              ofBookWith: pages.count, photos: pages.map(\.photos.count).reduce(0, +),
              maker.options.text), words(of: pages, maker.options.text),
            protecting: inputs),
          CollageError.init))
    }
    let targets = try output.pictures(pages.count).map { writer($0) }
    var made = try run(
      rethrowing(PictureAssembly(targets, protecting: inputs), CollageError.init))
    made.olderPages = output.olderPictures(beside: made.files.map(\.path))
    return made
  }

  /// What a book of these pages says of itself to those who don't see it; nil for nothing.
  private func words(of pages: [Page], _ text: TextOptions) -> PDFDocumentWords? {
    if text.alt == .none { return nil }
    let hasCover = wanted.hasCover == true
    // Headings are not those of the whole.
    let isTitled = hasCover || wanted.headings == nil
    let title = isTitled ? pages[0].options.text.title.map { AltText.cleaned($0) } : nil
    let count = pages.count == 1 ? "1 page" : "\(pages.count) pages"
    return PDFDocumentWords(
      title: title.flatMap { $0.isEmpty ? nil : $0 } ?? "Book of \(count)",
      language: text.language.tag, hasCover: hasCover)
  }
}

extension MakingContext {
  /// Bytes of the pictures that are kept for each page being made, from when faces are looked for
  /// until it is drawn: enough for a page of ordinary photos.
  private static let pictureBytesPerWorker = 64 << 20

  /// For several collages at a time, as many as there are threads; itself for a single one, or
  /// where it is for several already.
  fileprivate func divided(among pages: Int) -> MakingContext {
    guard pages > 1, budget == nil else { return self }
    let workers = min(resources.jobs, pages)
    let own = resources.copy(jobs: 1, pictureBytes: workers * Self.pictureBytesPerWorker)
    let budget = MemoryBudget(
      min(resources.memory.total - own.pictures.limit, Resources.memoryLeft / 2))
    return MakingContext(
      resources: own, faces: faces.map { _ in FaceFinder(resources: own) }, places: places,
      web: web, frames: nil, budget: budget, workers: workers)
  }
}
