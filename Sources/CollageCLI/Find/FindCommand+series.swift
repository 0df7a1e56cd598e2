internal import Files
internal import CollageTerminal
internal import LineEditing
internal import PhotoSources
internal import SystemPackage

extension FindCommand {
  private static let likeWord = "like:"

  /// The paths of photos to which others must be alike.
  var likeWords: [FilePath] {
    words.filter(Self.isLikeWord).map { word in
      FilePath(bytes: LosslessText.bytes(of: String(word.dropFirst(Self.likeWord.count))))
    }
  }

  /// Whether a word is like:PHOTO.
  static func isLikeWord(_ word: String) -> Bool {
    word.lowercased().hasPrefix(likeWord) && word.count > likeWord.count
  }

  /// Those that show the same view as each of the named photos, in the same order.
  func alike(_ photos: [IndexedPhoto], _ signals: SignalWatch) throws(CommandFailure)
    -> [IndexedPhoto]
  {
    var photos = photos
    for wanted in likeWords {
      let progress = ProgressLine(isWanted: true)
      defer { progress.finish() }
      let count = photos.count
      let search = SeriesSearch(store: .ofUser)
      let found = try signals.outcome(
        of: search.views(like: wanted, among: photos.map(\.path)) { done in
          progress.show(every: .milliseconds(100)) { SeriesTexts.progress(done, of: count) }
        })
      photos = found.map { photos[$0] }
      if photos.isEmpty {
        throw CommandFailure(
          .nothingFound, SeriesTexts.nothingLike(wanted, among: count))
      }
    }
    return photos
  }

  /// Prints the best photos of each series, or the best of all.
  func printSeries(of photos: [IndexedPhoto], _ signals: SignalWatch) throws(CommandFailure) {
    let progress = ProgressLine(isWanted: true)
    let search = SeriesSearch(store: .ofUser)
    let found = try signals.result(
      of: search.series(among: photos.map(\.path), SidecarFinder(of: photos)) { done in
        progress.show(every: .milliseconds(100)) { SeriesTexts.progress(done, of: photos.count) }
      })
    progress.finish()
    guard case .success(let all) = found else { return }
    let result = all.withoutRejected()
    StandardError.error(result.failures.map(SeriesTexts.leftOut))
    var shown = series.best.map { BestPhotos.chosen($0.value, of: result) } ?? result.series
    if let best = series.best?.value, shown.count < best {
      StandardError.error([SeriesTexts.tooFew(shown.count, for: best)])
    }
    guard !shown.isEmpty else {
      throw CommandFailure(.nothingFound, SeriesTexts.nothingLeft(photos.count))
    }
    shown = Array(shown.prefix(limit?.value ?? .max))
    let place = { (index: Int) in result.photos[index].place }
    try print(shown, signals, path: { photos[place($0.best)].pathBytes }) { series in
      let others: [Report] = series.others.map { other in
        ["path": photos[place(other.index)].path.inJSON, "reason": other.explanation]
      }
      return photos[place(series.best)].report(standsFor: others)
    }
    if series.explain {
      for shown in shown {
        StandardError.write(
          SeriesTexts.explanation(of: shown, in: result).map { $0 + "\n" }.joined())
      }
    }
  }
}
