internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts
internal import PhotoSources
internal import SystemPackage

/// A job with all its options, whose collage may be there already.
struct JobToFind: Sendable {
  let options: CollageOptions
  let encoding: Encoding
  let photos: [PhotoAddress]
  /// The copies of those from the web, in the same order; nil for files.
  let copies: [DownloadedFile?]
  /// Whose work they are, in the same order, as far as it is known here: what a search has found is
  /// in a user's cache.
  let credits: [PhotoCredit?]
  /// The file that it writes; nil where it goes into the library.
  let output: FilePath?
  let library: PhotoLibrary?

  /// The photos as recipes name them.
  var names: [String] { photos.map(\.recordedName) }
}

extension Recipe {
  /// Whether a job would be made like this, if the bytes of its photos are these.
  ///
  /// What the layout, the photos and their faces decide follows from the rest, so that it needn't
  /// be found out again.
  func isMade(as job: JobToFind) -> Bool {
    let options = job.options
    guard photos.map(\.name) == job.names, hasCredits(job.credits),
      askedPick ?? takenPick == options.layout.pick
    else { return false }
    for (place, entry) in photos.enumerated() {
      let photo = options[photo: place]
      guard entry.isAsked(by: photo.focus),
        entry.settings == Self.settings(photo, croppedAround: entry.focus),
        entry.size.pixels <= options.decoding.limits.pixels
      else { return false }
    }
    var same = options.with(\.layout.pick, takenPick)
    // Recorded only where a photo is damaged.
    same.decoding.allowsDamage = options.decoding.allowsDamage && settings["allow-damaged"] != nil
    var expected = Recipe(photos, on: canvas, same, job.encoding, text)
    expected.askedPick = askedPick
    return expected == self
  }

  private func hasCredits(_ credits: [PhotoCredit?]) -> Bool {
    zip(photos, credits).allSatisfy { $1 == nil || $0.credit == $1 }
  }

  private var takenPick: Int { Int(text(of: "pick")) ?? 1 }
}
