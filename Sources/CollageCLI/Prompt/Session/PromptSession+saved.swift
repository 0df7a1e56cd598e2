internal import CollageKit
internal import FoundationEssentials
internal import Glibc
internal import ReactiveTraits
internal import SystemPackage

extension PromptSession {
  /// Shows a saved collage with the desktop's viewer, or else has the terminal show it; nil for the one that was saved last.
  func view(_ id: AssetIDPrefix?, _ done: @escaping Completion) {
    find(id, done) { [self] path in done(view(path)) }
  }

  private func view(_ path: FilePath) -> CommandOutcome {
    do throws(Errno) {
      let viewer = try DesktopViewer.start(showing: path)
      // A viewer may be open for hours.
      if case .queue = queue {
        WorkQueue.background.async { [weak self, queue] in
          if DesktopViewer.succeeded(viewer) { return }
          queue.async { [weak self] in self?.notice?(.unviewed(path, PromptTexts.viewerFailed(path))) }
        }
      }
      return .done(.success(PromptTexts.viewing(path)))
    } catch {
      return .unviewed(path, PromptTexts.noViewer(path, error))
    }
  }

  /// Puts a saved collage's path on the clipboard; nil for the one that was saved last.
  func copy(_ id: AssetIDPrefix?, _ done: @escaping Completion) {
    find(id, done) { path in
      var outcome = CommandOutcome.done(.success(PromptTexts.copied(path)))
      outcome.copiedPath = path
      done(outcome)
    }
  }

  /// The library; nil after `done` was called with the reason why there is none.
  func library(_ done: Completion) -> PhotoLibrary? {
    do throws(CommandFailure) {
      return try output.library.resolved(.prompt)
    } catch {
      done(.failed(error))
      return nil
    }
  }

  /// Finds a saved collage, in the background, and passes its absolute path to `found`.
  private func find(_ id: AssetIDPrefix?, _ done: @escaping Completion, _ found: @escaping (FilePath) -> Void) {
    guard let id else {
      guard let latestSaved else { return done(.failed(PromptTexts.nothingSaved, .usage)) }
      return found(latestSaved)
    }
    guard let library = library(done) else { return }
    run(Single<FilePath, LibraryError>.work { _ throws(LibraryError) in try library.asset(id).path }) { result in
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
