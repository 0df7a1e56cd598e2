internal import PhotoSources

/// What keys and clicks do to the marks, and to series of photos that show the same.
extension PickerModel {
  // MARK: Series and all photos

  mutating func performOnAll(_ key: PickerKey, _ world: some PickerWorld) {
    if let marked = markedTogether, key == marked.key {
      markedTogether = nil
      for hit in marked.hits { perform(.takeBack(hit), world) }
    } else if key == .selectAll {
      selectAll(world)
    } else if isOnWeb {
      message = PickerTexts.notCompared
    } else if key == .best {
      message = world.refusalToAdd
      comparing = message == nil ? .best : nil
    } else if key == .series ? highlightedSeries != nil : search.hasSeries {
      toggleSeries(key, world)
    } else if search.isFullyCompared {
      message = noSeries(for: key)
    } else {
      comparing = key
    }
  }

  private mutating func toggleSeries(_ key: PickerKey, _ world: some PickerWorld) {
    list.hold()
    perform(.toggleSeries(key == .series ? highlightedPhoto : nil), world)
  }

  /// Why a key that folds or unfolds series does nothing; nil where it does something.
  private func noSeries(for key: PickerKey) -> String? {
    if !search.hasSeries { return PickerTexts.noSeries }
    return key == .series && highlightedSeries == nil ? PickerTexts.nothingSimilar : nil
  }

  /// All photos were compared because of a key.
  mutating func showSeries(_ world: some PickerWorld) {
    guard let comparing, comparing != .best else { return }
    self.comparing = nil
    message = noSeries(for: comparing)
    // Nothing is folded by itself as long as all photos are shown.
    if message == nil, search.showsAll { performOnAll(comparing, world) }
  }

  /// Marks all hits, as far as the rules allow; if all are marked, takes their marks back.
  private mutating func selectAll(_ world: some PickerWorld) {
    let hits = world.selectable(from: list.page.lowerBound)
    if hits.isEmpty {
      let marked = search.hits.filter(world.isMarked)
      for hit in marked { perform(.takeBack(hit), world) }
      message = marked.isEmpty ? PickerTexts.nothingThere : nil
      return
    }
    var marked = MarkedTogether(key: .selectAll)
    for hit in hits {
      message = perform(.toggle(hit), world)
      if message != nil { break }
      marked.hits.append(hit)
    }
    if let refusal = message, !marked.hits.isEmpty {
      message = PickerTexts.selectedFirst(marked.hits.count, refusal)
    }
    markedTogether = marked
    // What is selected by now is more than a choice may count on.
    if comparing == .best { comparing = nil }
  }

  // MARK: Marks

  /// Marks the highlighted photo, or takes its mark back.
  ///
  /// - Returns: whether that was possible.
  mutating func toggle(_ world: some PickerWorld) -> Bool {
    message = highlightedPhoto.map { perform(.toggle($0), world) } ?? PickerTexts.nothingThere
    return message == nil
  }

  /// Takes the highlighted photo's mark back, or else the last.
  mutating func takeBack(_ world: some PickerWorld) {
    let marked = highlightedPhoto.flatMap { world.isMarked($0) ? $0 : nil }
    message = perform(.takeBack(marked), world)
  }

  mutating func click(_ target: PickerTarget?, _ world: some PickerWorld) {
    if case .key(let key) = target {
      if let key = PickerKey(key) { press(key, world) }
      return
    }
    if mode == .large {
      mode = .grid
      return
    }
    if case .photo(let photo, let place) = target {
      list.move(to: place)
      let isSecond = clicks.isSecond(photo, at: world.now)
      if !isSecond || !world.isMarked(photo) { perform(key: .toggle, world) }
      if isSecond { perform(key: .finish, world) }
      return
    }
    clicks.forget()
    switch target {
    case .series(let place):
      list.move(to: place)
      perform(key: .series, world)
    case .folder(let levels): show(levelsUp: levels, world)
    case .collage: message = perform(.pickLayout(1), world)
    case .photo, .key, nil: break
    }
  }
}
