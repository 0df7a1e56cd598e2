package import CollageKit
internal import PhotoCodecs
package import PhotoSources
package import SystemPackage

/// The sentences about photos that show the same, and about the best of them.
package enum SeriesTexts {
  /// "a.jpg: warning: left out: damaged: …"
  package static func leftOut(_ failure: SeriesFailure) -> String {
    let reason =
      switch failure.error {
      case .notDecoded(let error): error.reasonToLeaveOut
      case .notOpened(let error): error.description
      }
    return "\(failure.path.displayed): warning: left out: \(reason)"
  }

  /// "rome: warning: found only 4 different photos, not 6"
  ///
  /// - Parameter folder: where the photos are; nil to leave it out.
  package static func tooFew(_ found: Int, for wanted: Int, in folder: FilePath? = nil) -> String {
    (folder.map { "\($0.displayed): " } ?? "") + "warning: found only \(found.grouped) different "
      + "\(found == 1 ? "photo" : "photos"), not \(wanted.grouped)"
  }

  /// A line for the best photo of a series, and one for each photo that it stands for:
  /// "  rather than b.jpg: sharper".
  package static func explanation(of series: PhotoSeries, in result: SeriesResult) -> [String] {
    let best = result.photos[series.best]
    let count = series.others.count
    let sentence = count == 0 ? "no other photo of the same moment" : "the best of \(count + 1)"
    let stars = best.owner.rating.flatMap { $0 > 0 ? "; \($0) star\($0 == 1 ? "" : "s")" : nil }
    return ["\(best.path.displayed): \(sentence)\(stars ?? "")"]
      + series.others.map {
        "  rather than \(result.photos[$0.index].path.displayed): \($0.explanation)"
      }
  }

  /// What there is to say about a choice: photos and collages left out, and whether there are fewer
  /// than wanted.
  ///
  /// - Parameter folder: where the photos are, if there are several choices.
  package static func warnings(_ chosen: ChosenPhotos, in folder: FilePath? = nil) -> [String] {
    let collages =
      FindTexts.withoutCollages(chosen.collageCount) + FindTexts.below(chosen.belowCount)
    guard let result = chosen.result, let wanted = chosen.wanted else { return collages }
    let (count, found) = (chosen.addresses.count, result.series.count)
    let leftOut = collages + result.failures.map(leftOut)
    // That there are none at all is refused.
    guard count < wanted, count > 0 || folder != nil else { return leftOut }
    let number = count < found ? "; a collage needs an even number, so \(count) are used" : ""
    return leftOut + [tooFew(found, for: wanted, in: folder) + number]
  }

  /// What each chosen photo stands for.
  package static func explanation(of chosen: ChosenPhotos) -> [String] {
    guard let result = chosen.result else { return [] }
    return chosen.series.flatMap { explanation(of: $0, in: result) }
  }

  /// A URL beside --best.
  package static func notComparable(_ address: PhotoAddress) -> String {
    "\(address.displayed): only files can be compared; download it first, or leave out --best"
  }

  package static func nothingLike(_ photo: FilePath, among searched: Int) -> String {
    "no photo among \(FindTexts.count(searched)) shows the same view as \(photo.displayed)"
  }

  /// - Parameter count: how many photos there were, all of which are damaged or unreadable.
  package static func nothingLeft(_ count: Int) -> String {
    "none of \(FindTexts.count(count)) can be read"
  }

  /// "comparing photos: 120 of 1,000"
  package static func progress(_ done: Int, of all: Int) -> String {
    "comparing photos: \(done.grouped) of \(all.grouped)"
  }
}
