internal import CollageKit

extension PromptSession {
  func add(_ words: [PathWord], _ done: @escaping Completion) {
    if let refusal = store.state[.add] { return done(.refused(refusal)) }
    chooser.choose(words) { [store] found in
      let (leftOut, refusal) = store.addFitting(found.photos)
      let added = found.photos.dropLast(leftOut.count)
      var outcome = CommandOutcome()
      if !added.isEmpty { outcome.messages.append(.success(PromptTexts.added(Array(added)))) }
      if let refusal {
        outcome.messages.append(.refusal(PromptTexts.noRoom(for: leftOut, refusal)))
        outcome.failure = .usage
      }
      outcome.report(found.failures, added.isEmpty ? "; nothing was added" : "")
      done(outcome)
    }
  }

  func replace(_ place: Int, _ word: PathWord, _ done: @escaping Completion) {
    if let refusal = store.state[.replace] { return done(.refused(refusal)) }
    chooser.choose([word], expandsWords: false) { [self] found in
      guard let photo = found.photos.first else {
        var outcome = CommandOutcome()
        outcome.report(found.failures, "; nothing was replaced")
        return done(outcome)
      }
      done(
        change(at: [place], saying: PromptTexts.replaced(place, with: photo)) { store.replace(at: $0[0], with: photo) })
    }
  }
}

extension CommandOutcome {
  /// Adds what was wrong with photos, and fails if anything was.
  ///
  /// - Parameter consequence: appended to each message.
  fileprivate mutating func report(_ failures: [PhotoError], _ consequence: String) {
    messages += failures.map { .failure($0.message(.prompt) + consequence) }
    if !failures.isEmpty { failure = ExitStatus(.photos(failures)) }
  }
}
