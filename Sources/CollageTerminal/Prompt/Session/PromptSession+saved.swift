package import CollageKit
internal import FoundationEssentials
internal import Glibc
package import PhotoSources
internal import ReactiveTraits
package import SystemPackage

/// How the prompt opens saved collages.
package struct OpeningOptions {
  /// Where to look for photos that have been moved.
  let folders: [FilePath]
  /// Where photos are remembered; nil when the user has no folder for that.
  let places: PhotoPlaces?
  /// Replaces settings of the first collage that is opened, which the command line names; nil to
  /// change nothing.
  var changes: CollageChanges?
  /// Fetches the photos of saved collages, which may name any URL; nil to fetch none.
  let web: WebPhotos?
  /// The user's looks, and where more are saved.
  let settings: UserSettings

  package init(
    folders: [FilePath] = [], places: PhotoPlaces? = nil, changes: CollageChanges? = nil,
    web: WebPhotos? = nil, settings: UserSettings = UserSettings(nil)
  ) {
    self.settings = settings
    self.folders = folders
    self.places = places
    self.changes = changes
    self.web = web
  }
}

extension PromptSession {
  /// Replaces the selection by a saved collage. Its photos are searched for in the background.
  func open(_ reference: CollageReference, _ done: @escaping Completion) {
    if let refusal = store.state[.reopen] { return done(.refused(refusal)) }
    guard let library = library(done) else { return }
    let finder = PhotoFinder(places: opening.places, folders: opening.folders, web: opening.web)
    let changes = opening.changes
    opening.changes = nil
    let opened = CollageReopener(library, finder: finder, over: store.selection.options).collage(
      reference
    ).flatMap {
      collage in
      Single<(ReopenedCollage, [String]), ReopeningError>.work { cancellation in
        // An error that keeps fonts from being found is reported by the preview.
        (collage, (try? collage.otherFonts { cancellation.isCancelled }) ?? [])
      }
    }
    run(opened) { [self] result in
      switch result {
      case nil: done(.failed(PromptTexts.openingCancelled, .signalled(SIGINT)))
      case .failure(let error): done(.failed(error))
      case .success(let (collage, fonts)):
        change(collage, by: changes, done) { [self] options in
          done(open(collage, options, fonts, reference, changes))
        }
      }
    }
  }

  /// Calls `body` with the options of a collage as the command line changes them.
  private func change(
    _ collage: ReopenedCollage, by changes: CollageChanges?, _ done: @escaping Completion,
    _ body: @escaping (CollageOptions) -> Void
  ) {
    let options = collage.selection.options
    guard let changes else { return body(options) }
    do throws(ImpossibleChange) {
      let photos = collage.selection.photos
      let changed = try changes.numbered(photos.map(\.address))
        .options(overSaved: options, photos: photos.count)
      run(maker(with: changed).withPictures()) { result in
        switch result {
        case .success(let maker): body(maker.options)
        case .failure(let error): done(.failed(error))
        case nil: done(.failed(PromptTexts.openingCancelled, .signalled(SIGINT)))
        }
      }
    } catch {
      done(.failed(error))
    }
  }

  /// - Parameter fonts: the fonts of its text in place of which others are used.
  private func open(
    _ collage: ReopenedCollage, _ options: CollageOptions, _ fonts: [String],
    _ reference: CollageReference, _ changes: CollageChanges?
  ) -> CommandOutcome {
    let photos = collage.selection.photos
    if let refusal = store.take(Selection(photos, options)) { return .refused(refusal) }
    var outcome = CommandOutcome.done(.success(PromptTexts.opened(reference, photos)))
    outcome.warnings = collage.missing.map { PromptTexts.missing(photos[$0], number: $0 + 1) }
    if !collage.isLaidOutAlike, changes?.isEmpty ?? true {
      outcome.warnings.append(PromptTexts.laidOutAnew)
    }
    if !fonts.isEmpty, changes?.choosesFont != true {
      outcome.warnings.append(PromptTexts.otherFonts(than: fonts))
    }
    return outcome
  }

  /// Shows a saved collage in the desktop's viewer, or else on the terminal; nil for the one that
  /// was saved last.
  func view(_ id: AssetIDPrefix?, _ done: @escaping Completion) {
    find(id, done) { [self] path in done(view(path)) }
  }

  private func view(_ path: FilePath) -> CommandOutcome {
    do throws(Errno) {
      let viewer = try DesktopViewer.start(showing: path)
      // A viewer may stay open for hours.
      if case .queue = queue {
        WorkQueue.background.async { [weak self, queue] in
          if DesktopViewer.succeeded(viewer) { return }
          queue.async { [weak self] in
            self?.notice?(.unviewed(path, PromptTexts.viewerFailed(path)))
          }
        }
      }
      return .done(.success(PromptTexts.viewing(path)))
    } catch {
      return .unviewed(path, PromptTexts.noViewer(path, error))
    }
  }

  /// Puts a saved collage's path on the clipboard; nil for the collage that was saved last.
  func copy(_ id: AssetIDPrefix?, _ done: @escaping Completion) {
    find(id, done) { path in
      var outcome = CommandOutcome.done(.success(PromptTexts.copied(path)))
      outcome.copiedPath = path
      done(outcome)
    }
  }

  /// The library; nil after `done` was called with the reason why there is none.
  func library(_ done: Completion) -> PhotoLibrary? {
    do throws(DestinationError) {
      return try destination.knownLibrary()
    } catch {
      done(.failed(error))
      return nil
    }
  }

  /// Finds a saved collage, in the background, and passes its absolute path to `found`.
  private func find(
    _ id: AssetIDPrefix?, _ done: @escaping Completion, _ found: @escaping (FilePath) -> Void
  ) {
    guard let id else {
      guard let latestSaved else { return done(.failed(PromptTexts.nothingSaved, .usage)) }
      return found(latestSaved)
    }
    guard let library = library(done) else { return }
    run(
      Single<FilePath, LibraryError>.work { _ throws(LibraryError) in try library.asset(id).path }
    ) { result in
      switch result {
      case nil: done(.failed(PromptTexts.lookupCancelled, .signalled(SIGINT)))
      case .failure(let error): done(.failed(error))
      case .success(let path): found(WorkingFolder.absolute(path))
      }
    }
  }
}

extension CommandOutcome {
  fileprivate static func unviewed(_ path: FilePath, _ reason: String) -> CommandOutcome {
    CommandOutcome(messages: [.failure(reason)], failure: .noInput, unviewedPath: path)
  }
}
