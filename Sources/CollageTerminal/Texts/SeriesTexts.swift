package import CollageKit
package import PhotoSources
package import SystemPackage

/// The sentences about photos that show the same, and about the best of them.
package enum SeriesTexts {
  /// "a.jpg: warning: left out: damaged: …"
  package static func leftOut(_ failure: SeriesFailure) -> String {
    "\(failure.path.displayed): warning: left out: \(failure.error)"
  }

  /// "warning: only 4 different photos for --best 6"
  package static func tooFew(_ found: Int, for wanted: Int) -> String {
    "warning: \(found) different photo\(found == 1 ? " is" : "s are") there, not \(wanted.grouped)"
  }

  /// A line for the best photo of a series, and one for each photo that it stands for:
  /// "  b.jpg: sharper".
  package static func explanation(of series: PhotoSeries, in result: SeriesResult) -> [String] {
    let best = result.photos[series.best]
    let count = series.others.count
    let sentence = count == 0 ? "no other photo shows this" : "the best of \(count + 1)"
    return ["\(best.path.displayed): \(sentence)"]
      + series.others.map { "  \(result.photos[$0.index].path.displayed): it is \($0.explanation)" }
  }

  /// What there is to say about a choice: photos left out, and whether there are fewer than wanted.
  package static func warnings(_ chosen: ChosenPhotos) -> [String] {
    guard let result = chosen.result, let wanted = chosen.wanted else { return [] }
    let count = chosen.addresses.count
    return result.failures.map(leftOut) + (count < wanted ? [tooFew(count, for: wanted)] : [])
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
