internal import CollageKit
internal import Glibc
internal import PhotoSources
internal import ReactiveTraits

extension PromptSession {
  /// What was found for `add --best`.
  private enum Found {
    case photos(ChosenPhotos, [Result<Photo, PhotoError>])
    /// A URL, which can't be compared.
    case notComparable(PhotoAddress)
  }

  /// Adds the best photos among those that words name.
  func add(best count: Int, of words: [PathWord], _ done: @escaping Completion) {
    if let refusal = store.state[.add] { return done(.refused(refusal)) }
    let intake = maker(with: store.selection.options).intake
    let work = Single<Found, CollageError>.work { cancellation throws(CollageError) in
      let named = FoundPhotos(unexpanded: words).addresses
      if let url = named.first(where: { $0.url != nil }) { return .notComparable(url) }
      let chooser = PhotoChooser(.best(count), store: .ofUser)
      guard let chosen = chooser.photos(at: named).wait(cancelledBy: cancellation) else {
        throw .cancelled
      }
      let choice = try chosen.get()
      guard let results = intake.photos(at: choice.addresses).wait(cancelledBy: cancellation)
      else { throw .cancelled }
      return .photos(choice, try results.get())
    }
    run(work) { [self] result in
      switch result {
      case .success(.photos(let choice, let results))?:
        var outcome = add(FoundPhotos([.addresses(choice.addresses)]), results)
        outcome.warnings += SeriesTexts.warnings(choice)
        done(outcome)
      case .success(.notComparable(let url))?:
        done(.failed(SeriesTexts.notComparable(url), .usage))
      case .failure(let error)? where error != .cancelled: done(.failed(error))
      case .failure?, nil: done(.failed(PromptTexts.fetchCancelled, .signalled(SIGINT)))
      }
    }
  }
}
