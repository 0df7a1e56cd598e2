internal import Dispatch
internal import PhotoCodecs
internal import ReactiveTraits
internal import ThreadPool

/// Makes pages, several at a time, and hands them over in order.
///
/// A page is in the window from when it is begun until it is handed over. The window is bounded, so
/// any number of pages takes the same memory.
final class PagesRun<Assembly: PageAssembly>: Sendable {
  private let pages: [Page]
  /// How much of a page is done when it is drawn, and not yet encoded.
  private static var drawn: Double { 0.9 }
  private let encoding: Encoding
  private let context: MakingContext
  private let assembly: Assembly
  private let cancellation: Cancellation
  private let progress: @Sendable (Double) -> Void
  private let state: Locked<State>
  /// Counts free places in the window.
  private let room = DispatchSemaphore(value: 0)

  /// A page that is encoded, and what is to be told of it.
  fileprivate struct FinishedPage {
    let encoded: Assembly.Encoded
    let made: MadePages.MadePage
    /// Of the photos, in order.
    let digests: [Digest]
    /// Of all pictures.
    let inputDigests: Set<Digest>
    /// What it is written with; nil without text.
    let text: Recipe.Text?
  }

  fileprivate struct State {
    /// The index of the next page to begin.
    var next = 0
    /// Pages that wait for an earlier one, by index.
    var waiting: [Int: FinishedPage] = [:]
    var made: [MadePages.MadePage] = []
    /// Of all pictures of the pages in `made`.
    var inputDigests: Set<Digest> = []
    /// Of the same pages.
    var proof: PagesProof
    /// The photos that can't be used, by the page's index. All are told, so other pages are still
    /// made, though nobody will see them.
    var unusable: [Int: [PhotoError]] = [:]
    /// The first page that failed in another way, with its index; nil if none has.
    var failure: (index: Int, error: CollageError)?
    /// How much of each page in the window is done, 0 to 1.
    var shares: [Int: Double] = [:]
  }

  init(
    _ pages: [Page], _ encoding: Encoding, _ context: MakingContext, _ assembly: Assembly,
    _ cancellation: Cancellation, _ progress: @escaping @Sendable (Double) -> Void
  ) {
    self.pages = pages
    self.encoding = encoding
    self.context = context
    self.assembly = assembly
    self.cancellation = cancellation
    self.progress = progress
    state = Locked(State(proof: PagesProof(encoding)))
    // A semaphore that begins with more than it has at the end would be an error.
    for _ in 0..<2 * context.workers { room.signal() }
  }

  /// Makes and publishes all pages.
  ///
  /// - Throws: all photos that can't be used, or the failure of the first page that has another
  ///   one; then nothing is published.
  func madePages() throws(CollageError) -> MadePages {
    ThreadPool.shared.parallel(context.workers) { [self] _ in
      while let index = begin() { make(index) }
      // For those who wait in vain.
      room.signal()
    }
    if cancellation.isCancelled { throw .cancelled }
    let (failure, made, proof, digests) = state.withLock {
      ($0.error, $0.made, $0.proof, $0.inputDigests)
    }
    if let failure { throw failure }
    let files = try rethrowing(
      assembly.publish(proof, protecting: digests, cancellation), CollageError.init)
    return MadePages(pages: made, files: files)
  }

  /// The index of a page to make; nil if there is none, or a page has failed.
  private func begin() -> Int? {
    room.wait()
    return state.withLock { state in
      guard state.next < pages.count, state.failure == nil, !cancellation.isCancelled else {
        return nil
      }
      defer { state.next += 1 }
      return state.next
    }
  }

  private func make(_ index: Int) {
    let result = Result { () throws(CollageError) in try page(index) }
    let freed = state.withLock { state in
      var count = 0
      do throws(CollageError) {
        state.waiting[index] = try result.get()
      } catch {
        state.note(error, at: index)
        count += 1
      }
      if !state.unusable.isEmpty {
        count += state.waiting.count
        state.waiting = [:]
      }
      while state.failure == nil, let page = state.waiting.removeValue(forKey: state.made.count) {
        do throws(PhotoWriterError) {
          try assembly.add(page.encoded)
        } catch {
          state.note(CollageError(error), at: state.made.count)
          continue
        }
        state.shares[state.made.count] = nil
        state.proof.add(
          pages[state.made.count], digests: page.digests, fonts: page.text?.fonts,
          page.text?.library)
        state.made.append(page.made)
        state.inputDigests.formUnion(page.inputDigests)
        count += 1
      }
      // After a failure nobody may wait for room.
      return state.failure == nil ? count : max(count, 1)
    }
    for _ in 0..<freed { room.signal() }
  }

  private func page(_ index: Int) throws(CollageError) -> FinishedPage {
    let page = pages[index]
    // Those in which faces were looked for at another size than that in which they are drawn.
    defer { context.resources.pictures.drop(Set(page.photos.map(\.identity))) }
    let maker = CollageMaker(page.options, encoding: encoding, in: context)
    let early = maker.earlyDrawing()
    let planning = maker.plan(page.photos, drawing: early)
    let making: Single<FinishedPage, CollageError> = planning.flatMap { plan in
      maker.withinBudget(
        of: plan,
        maker.compose(plan, continuing: early) { self.note($0 * Self.drawn, of: index) }.map {
          collage throws(CollageError) in
          let encoded = try rethrowing(
            self.assembly.encode(collage, index: index, self.cancellation), CollageError.init)
          maker.notePlaces(of: collage.recipe, plan)
          return FinishedPage(
            encoded: encoded,
            made: MadePages.MadePage(
              number: page.number, photos: page.photos.map(\.address),
              warnings: (collage.warnings + page.warnings(of: plan)).map {
                $0.renumbered(page.photoNumbers)
              }),
            digests: collage.recipe.photos.compactMap(\.digest),
            inputDigests: collage.inputDigests, text: collage.recipe.text)
        })
    }
    guard let result = making.wait(cancelledBy: cancellation) else { throw .cancelled }
    let finished = try result.get()
    note(1, of: index)
    return finished
  }

  private func note(_ share: Double, of index: Int) {
    let done = state.withLock { state in
      state.shares[index] = share
      return Double(state.made.count)
        + state.shares.sorted { $0.key < $1.key }.map(\.value).reduce(0, +)
    }
    progress(done / Double(pages.count))
  }
}

extension PagesRun.State {
  /// Keeps all photos that can't be used, and of other failures that of the first page.
  mutating func note(_ error: CollageError, at index: Int) {
    if case .photos(let photos) = error {
      unusable[index] = photos
    } else if failure.map({ index < $0.index }) ?? true {
      failure = (index, error)
    }
  }

  /// What is to be told; nil if nothing failed.
  var error: CollageError? {
    if unusable.isEmpty { return failure?.error }
    return .photos(unusable.sorted { $0.key < $1.key }.flatMap(\.value).uniqued())
  }
}
