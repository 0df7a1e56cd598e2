internal import CollageKit
internal import ReactiveTraits

extension PromptSession {
  /// Answers what the picture shows.
  func describe(_ topic: DescriptionTopic, _ done: @escaping Completion) {
    if topic == .changes { return describeChanges(done) }
    let isSaved = showsSaved
    let selection = isSaved ? shownSelection : store.selection
    if selection.photos.isEmpty {
      return done(.failed(refusalAfterSave?.description ?? PromptTexts.nothingToDescribe, .usage))
    }
    layOut(selection) { [self] result in
      switch result {
      case .failure(let error): done(.failed(error))
      case .success(let plan):
        let picture = PictureDescription(plan, selection.options)
        guard case .photo(let reference) = topic else {
          return done(
            .answer(
              PromptTexts.description(
                picture, plan, of: selection, store.state, isSaved: isSaved, voice)))
        }
        done(describe(reference, picture, selection))
      }
    }
  }

  private func describe(
    _ reference: PhotoReference, _ picture: PictureDescription, _ selection: Selection
  ) -> CommandOutcome {
    switch places(of: [reference], in: selection.photos) {
    case .failure(let error): return .failed(error.description, .usage)
    case .success(let places):
      let wrong = places.first { !(1...selection.count).contains($0) }
      if let wrong { return .failed(PromptTexts.noPhoto(wrong, of: selection.count), .usage) }
      let parts = picture.parts.filter { places.contains($0.number) }
      return .answer(
        parts.flatMap {
          PromptTexts.details($0, selection.options[photo: $0.number - 1], voice)
        })
    }
  }

  private func describeChanges(_ done: @escaping Completion) {
    guard let former = formerSelection else {
      return done(.answer([PromptTexts.noChangeYet]))
    }
    let current = shownSelection
    if current.photos.isEmpty { return done(.answer([PromptTexts.emptied])) }
    let settings = PromptTexts.settingsChanged(from: former, to: current)
      .map { voice == .spoken ? SpokenText.units(in: $0) : $0 }
    layOut(current) { [self] result in
      switch result {
      case .failure(let error): done(.failed(error))
      case .success(let plan):
        let after = PictureDescription(plan, current.options)
        func answer(_ before: PictureDescription?) {
          let difference = PictureDifference(from: before, to: after)
          done(.answer(PromptTexts.changes(difference, settings: settings, voice)))
        }
        if former.photos.isEmpty { return answer(nil) }
        layOut(former) { result in
          answer((try? result.get()).map { PictureDescription($0, former.options) })
        }
      }
    }
  }

  /// Whether what a user sees, or has described, is the collage that was just saved.
  private var showsSaved: Bool { resumesSaved && store.state.isSaved }
}
