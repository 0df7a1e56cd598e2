internal import CollageKit
internal import Glibc
internal import PhotoCodecs

extension PromptSession {
  /// - Parameter turns: how some of the photos are turned.
  func add(_ lines: [PhotoLine], turned turns: [PhotoAddress: Turn] = [:], _ done: @escaping Completion) {
    let mayBeMistaken = lines.contains { if case .bare = $0 { true } else { false } }
    // What names no file is answered with that, whatever the rules.
    if !mayBeMistaken, let refusal = store.state[.add] { return done(.refused(refusal)) }
    chooser.choose(lines, limits: store.selection.options.decoding.limits) { [self] in done(add($0, turned: turns)) }
  }

  private func add(_ found: PhotoChooser.Found, turned turns: [PhotoAddress: Turn]) -> CommandOutcome {
    if found.isCancelled { return .failed(PromptTexts.fetchCancelled, .signalled(SIGINT)) }
    var outcome = CommandOutcome(messages: found.complaints.map { .failure($0) })
    if !found.complaints.isEmpty { outcome.failure = .usage }
    if found.photos.isEmpty, found.failures.isEmpty { return outcome }
    if let refusal = store.state[.add] {
      outcome.messages.append(.refusal(refusal.description))
      outcome.failure = .usage
      return outcome
    }
    let (leftOut, refusal) = store.addFitting(found.photos, turned: turns)
    let added = Array(found.photos.dropLast(leftOut.count))
    if !added.isEmpty { outcome.messages.append(.success(PromptTexts.added(added))) }
    if let refusal {
      outcome.messages.append(.refusal(PromptTexts.noRoom(for: leftOut, refusal)))
      outcome.failure = .usage
    }
    for folder in found.folders where leftOut.contains(where: { folder.pictures.contains($0.path) }) {
      let fitting = added.count { folder.pictures.contains($0.path) }
      outcome.messages.append(.plain(PromptTexts.fitting(fitting, of: folder)))
    }
    outcome.report(found.failures, added.isEmpty ? "; nothing was added" : "")
    return outcome
  }

  func replace(_ place: Int, _ word: PathWord, _ done: @escaping Completion) {
    if let refusal = store.state[.replace] { return done(.refused(refusal)) }
    let limits = store.selection.options.decoding.limits
    chooser.choose([.words([word])], limits: limits, expandsWords: false) { [self] found in
      if found.isCancelled { return done(.failed(PromptTexts.fetchCancelled, .signalled(SIGINT))) }
      guard let photo = found.photos.first else {
        var outcome = CommandOutcome()
        outcome.report(found.failures, "; nothing was replaced")
        return done(outcome)
      }
      done(
        change(at: [place], success: PromptTexts.replaced(place, with: photo)) { store.replace(at: $0[0], with: photo) }
      )
    }
  }

  /// Makes a change to photos that are named by number or by file name.
  func change(
    _ photos: [PhotoReference], success: ([Int]) -> String, _ body: ([Int]) -> Refusal?
  ) -> CommandOutcome {
    switch places(of: photos) {
    case .failure(let error): .failed(error.description, .usage)
    case .success(let places): change(at: places, success: success(places), body)
    }
  }

  /// The places, from 1, each once; without photos none, so that the rule itself gives the reason.
  func places(of references: [PhotoReference]) -> Result<[Int], CommandParseError> {
    let photos = store.selection.photos
    if photos.isEmpty { return .success([]) }
    var places: [Int] = []
    for reference in references {
      switch reference {
      case .numbers(let range):
        if let wrong = [range.lowerBound, range.upperBound].first(where: { !(1...photos.count).contains($0) }) {
          return .failure(CommandParseError(PromptTexts.noPhoto(wrong, of: photos.count)))
        }
        places += Array(range)
      case .name(let word):
        let address = word.address
        let named = photos.indices.filter { photos[$0].address == address }
        let found = named.isEmpty ? photos.indices.filter { photos[$0].address.name == address.name } : named
        guard found.count == 1 else {
          return .failure(CommandParseError(PromptTexts.notOnePhoto(named: word.path, places: found.map { $0 + 1 })))
        }
        places.append(found[0] + 1)
      }
    }
    return .success(places.uniqued())
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
