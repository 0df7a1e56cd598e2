internal import SystemPackage
internal import CollageKit
internal import Glibc
internal import ReactiveTraits

extension PromptSession {
  func add(_ lines: [PhotoLine], _ done: @escaping Completion) {
    let mayBeMistaken = lines.contains { if case .bare = $0 { true } else { false } }
    // If the line names no file, that is the answer, whatever the rules say.
    if !mayBeMistaken, let refusal = store.state[.add] {
      return refuse(lines, refusal, done)
    }
    read({ FoundPhotos(lines) }, orCancelled: done) { [self] in done(add($0, $1)) }
  }

  /// Refuses to add more; says first which files that were named aren't there or are no photos,
  /// since those wouldn't be added anyway.
  private func refuse(_ lines: [PhotoLine], _ refusal: Refusal, _ done: @escaping Completion) {
    guard case .atMost = refusal.rule else { return done(.refused(refusal)) }
    read({ FoundPhotos(lines).files(atMost: Self.maxChecked) }, orCancelled: done) {
      found, results in
      var outcome = CommandOutcome(messages: found.complaints.map { .failure($0) })
      outcome.report(results.compactMap(\.failure), "")
      let isFull = results.contains { $0.failure == nil } || outcome.failure == nil
      if isFull { outcome.messages.append(.refusal(refusal.description)) }
      outcome.failure = outcome.failure ?? .usage
      done(outcome)
    }
  }

  /// How many photos are looked at that can't be added.
  private static let maxChecked = 100

  /// Finds and reads photos in the background, because folders, patterns, disks and the web can be
  /// slow.
  private func read(
    _ find: @escaping @Sendable () -> FoundPhotos, orCancelled done: @escaping Completion,
    _ then: @escaping (FoundPhotos, [Result<Photo, PhotoError>]) -> Void
  ) {
    let intake = maker(with: store.selection.options).intake
    // Also waits there, so that a script continues only when everything is read.
    let work = Single<(FoundPhotos, [Result<Photo, PhotoError>]), CollageError>.work {
      cancellation throws(CollageError) in
      let found = find()
      guard let results = intake.photos(at: found.addresses).wait(cancelledBy: cancellation) else {
        throw .cancelled
      }
      return (found, try results.get())
    }
    run(work) { result in
      guard case .success(let (found, results)) = result else {
        return done(.failed(PromptTexts.fetchCancelled, .signalled(SIGINT)))
      }
      then(found, results)
    }
  }

  func add(_ found: FoundPhotos, _ results: [Result<Photo, PhotoError>]) -> CommandOutcome {
    let photos = results.compactMap { try? $0.get() }
    var outcome = CommandOutcome(messages: found.complaints.map { .failure($0) })
    if !found.complaints.isEmpty { outcome.failure = .usage }
    if results.isEmpty { return outcome }
    if let refusal = store.state[.add] {
      outcome.messages.append(.refusal(refusal.description))
      outcome.failure = .usage
      return outcome
    }
    let before = store.selection.photos
    let (leftOut, refusal) = store.addFitting(photos)
    let added = Array(photos.dropLast(leftOut.count))
    if !added.isEmpty { outcome.messages.append(.success(PromptTexts.added(added))) }
    let twice = added.indices.filter { (before + added[..<$0]).contains(added[$0]) }
    if !twice.isEmpty {
      outcome.messages.append(.plain(PromptTexts.addedTwice(twice.map { added[$0] })))
    }
    if let refusal {
      outcome.messages.append(
        .refusal(PromptTexts.noRoom(for: leftOut, after: added.count, refusal)))
      outcome.failure = .usage
    }
    for folder in found.folders where folder.collageCount > 0 {
      outcome.messages.append(.plain(PromptTexts.withoutCollages(of: folder)))
    }
    for folder in found.folders where leftOut.contains(where: { folder.pictures.contains($0.path) })
    {
      let fitting = added.count { folder.pictures.contains($0.path) }
      let room = store.selection.options.selectionRules.room(
        beside: store.selection.photos.count - added.count)
      outcome.messages.append(.plain(PromptTexts.fitting(fitting, of: folder, room: room)))
    }
    outcome.report(results.compactMap(\.failure), added.isEmpty ? "; nothing was added" : "")
    return outcome
  }

  func replace(_ replaced: PhotoReference, _ word: PathWord, _ done: @escaping Completion) {
    if let refusal = store.state[.replace] { return done(.refused(refusal)) }
    let place: Int
    switch self.place(of: replaced) {
    case .success(let found): place = found
    case .failure(let error): return done(.failed(error.description, .usage))
    }
    read({ FoundPhotos(literal: word) }, orCancelled: done) { [self] _, results in
      guard let photo = results.first.flatMap({ try? $0.get() }) else {
        var outcome = CommandOutcome()
        outcome.report(results.compactMap(\.failure), "; nothing was replaced")
        return done(outcome)
      }
      done(
        change(at: [place], success: PromptTexts.replaced(place, with: photo)) {
          store.replace(at: $0[0], with: photo)
        }
      )
    }
  }

  /// Takes over the selection from a picker. Photos found on the web are fetched; those that fail
  /// are left out.
  func take(_ picked: Selection, _ done: @escaping Completion) {
    let before = store.selection
    let wanted = picked.photos.indices.filter {
      picked.photos[$0].isMissing && !before.photos.contains(picked.photos[$0])
    }
    if wanted.isEmpty { return done(take(picked, from: before, [])) }
    read({ FoundPhotos([.addresses(wanted.map { picked.photos[$0].address })]) }, orCancelled: done)
    {
      [self] _, results in
      let copy = SelectionStore(picked)
      for (place, result) in zip(wanted, results) {
        guard case .success(let photo) = result else { continue }
        let turn = picked.options[photo: place].turn
        _ = copy.replace(at: place, with: photo)
        _ = copy.set { $0[photo: place].turn = turn }
      }
      _ = copy.remove(at: Set(zip(wanted, results).filter { $1.failure != nil }.map(\.0)))
      done(take(copy.selection, from: before, results.compactMap(\.failure)))
    }
  }

  private func take(_ picked: Selection, from before: Selection, _ failures: [PhotoError])
    -> CommandOutcome
  {
    if let refusal = store.take(picked) { return .refused(refusal) }
    var outcome = CommandOutcome()
    if let text = PromptTexts.picked(from: before, to: picked) {
      outcome.messages.append(.success(text))
    }
    outcome.report(failures, "")
    return outcome
  }

  /// Changes photos that are named by number or by file name.
  func change(
    _ photos: [PhotoReference], success: ([Int]) -> String, _ body: ([Int]) -> Refusal?
  ) -> CommandOutcome {
    switch places(of: photos) {
    case .failure(let error): .failed(error.description, .usage)
    case .success(let places): change(at: places, success: success(places), body)
    }
  }

  /// Changes two photos that are named by number or by file name.
  func change(
    _ first: PhotoReference, _ second: PhotoReference, success: (Int, Int) -> String,
    _ body: (Int, Int) -> Refusal?
  ) -> CommandOutcome {
    switch (place(of: first), place(of: second)) {
    case (.failure(let error), _), (_, .failure(let error)): .failed(error.description, .usage)
    case (.success(let first), .success(let second)):
      change(at: [first, second], success: success(first, second)) { body($0[0], $0[1]) }
    }
  }

  /// The number of a photo; 1 if there are none, so that the rule itself gives the reason.
  private func place(of reference: PhotoReference) -> Result<Int, CommandParseError> {
    places(of: [reference]).map { $0.first ?? 1 }
  }

  /// The numbers of the photos, each once; empty if there are no photos, so that the rule itself
  /// gives the reason.
  func places(of references: [PhotoReference]) -> Result<[Int], CommandParseError> {
    places(of: references, in: store.selection.photos)
  }

  /// The same among other photos.
  func places(
    of references: [PhotoReference], in photos: [Photo]
  ) -> Result<[Int], CommandParseError> {
    if photos.isEmpty { return .success([]) }
    var places: [Int] = []
    for reference in references {
      switch reference {
      case .numbers(let range):
        if let wrong = [range.lowerBound, range.upperBound].first(where: {
          !(1...photos.count).contains($0)
        }) {
          return .failure(CommandParseError(PromptTexts.noPhoto(wrong, of: photos.count)))
        }
        places += Array(range)
      case .name(let word):
        let found = indices(of: word, in: photos)
        guard found.count == 1 else {
          return .failure(
            CommandParseError(
              PromptTexts.notOnePhoto(named: word.path, places: found.map { $0 + 1 })))
        }
        places.append(found[0] + 1)
      }
    }
    return .success(places.uniqued())
  }

  /// The photos with a path, else those with a file name, else those whose names begin like that.
  private func indices(of word: PathWord, in photos: [Photo]) -> [Int] {
    let address = word.address
    let beginning = word.path.lastComponent?.string.lowercased() ?? ""
    let tests: [(Photo) -> Bool] = [
      { $0.address == address }, { $0.address.name == address.name },
      { !beginning.isEmpty && $0.name.lowercased().hasPrefix(beginning) },
    ]
    return tests.lazy.map { test in photos.indices.filter { test(photos[$0]) } }
      .first { !$0.isEmpty } ?? []
  }
}

extension CommandOutcome {
  /// Adds the errors of photos, and fails if there are any.
  ///
  /// - Parameter consequence: appended to each message.
  fileprivate mutating func report(_ failures: [PhotoError], _ consequence: String) {
    messages += failures.map { .failure($0.message(.prompt) + consequence) }
    if !failures.isEmpty { failure = CollageError.photos(failures).status }
  }
}
