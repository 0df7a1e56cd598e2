internal import CollageKit
internal import Glibc
internal import OpenCombine
internal import PhotoSources
internal import ReactiveTraits
internal import SystemPackage

/// How the prompt opens saved collages.
struct OpeningOptions {
  /// Where to look for photos that are no longer where they were.
  var folders: [FilePath] = []
  /// What is laid over the settings of the first collage that is opened, the one that the command line names; nil for
  /// nothing.
  var changes: CollageChanges?
  /// Fetches the photos of saved collages, which may name any URL; nil to fetch none.
  var web: WebPhotos?
}

extension PromptSession {
  /// Puts the photos and settings of a saved collage in the place of what is chosen. Photos are looked for in the
  /// background.
  func open(_ id: AssetIDPrefix, _ done: @escaping Completion) {
    if let refusal = store.state[.reopen] { return done(.refused(refusal)) }
    guard let library = library(done) else { return }
    let finder = PhotoFinder(places: .ofUser, folders: opening.folders, web: opening.web)
    let changes = opening.changes
    opening.changes = nil
    let cancellation = Cancellation { [stop] in stop.isCancelled }
    openingCancellation = cancellation
    openingSearch = CollageReopener(library, finder: finder, over: store.selection.options).collage(id)
      .stopped(by: cancellation)
      .working(on: queue.forSlowWork)
      .receive(on: queue)
      .sink { [weak self] completion in
        guard case .failure(let error) = completion else { return }
        self?.openingCancellation = nil
        done(CommandOutcome(error))
      } receiveValue: { [weak self] collage in
        self?.openingCancellation = nil
        guard let collage else { return done(.failed(PromptTexts.openingCancelled, .signalled(SIGINT))) }
        if let self { done(open(collage, id, changes)) }
      }
  }

  /// Whether photos are being looked for.
  var isOpening: Bool { openingCancellation != nil }

  /// Stops looking for photos; nothing is opened then, which is reported.
  func cancelOpening() { openingCancellation?.cancel() }

  private func open(_ collage: ReopenedCollage, _ id: AssetIDPrefix, _ changes: CollageChanges?) -> CommandOutcome {
    let photos = collage.selection.photos
    var options = collage.selection.options
    do throws(CommandFailure) {
      if let changes { options = try changes.options(over: options, photos: photos.count) }
    } catch {
      return .failed(error)
    }
    if let refusal = store.reopen(Selection(photos, options)) { return .refused(refusal) }
    var outcome = CommandOutcome.done(.success(PromptTexts.opened(id, photos)))
    outcome.warnings = collage.missing.map { PromptTexts.missing(photos[$0], number: $0 + 1) }
    if !collage.isLaidOutAlike, changes?.isEmpty ?? true { outcome.warnings.append(PromptTexts.laidOutAnew) }
    return outcome
  }
}

extension CommandOutcome {
  fileprivate init(_ error: ReopeningError) {
    switch error {
    case .library(let error): self = .failed(error)
    case .collage(let error):
      self.init(messages: error.messages(.prompt).map { .failure($0) }, failure: ExitStatus(error))
    }
  }

  static func failed(_ error: LibraryError) -> CommandOutcome {
    if case .unknown(let prefix, let folder) = error {
      return .failed(PromptTexts.noCollage(prefix, in: folder), .noInput)
    }
    return .failed(error.failure)
  }
}
