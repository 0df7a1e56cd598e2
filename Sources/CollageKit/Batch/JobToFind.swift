internal import Imaging
internal import PhotoCodecs
internal import PhotoLayouts
internal import PhotoSources
internal import SystemPackage

/// A job with all its options, whose collage may already exist.
struct JobToFind: Sendable {
  let made: MadeOptions
  let encoding: Encoding
  let photos: [PhotoAddress]
  /// The fetched copies of photos from the web, in the same order; nil for files.
  let copies: [DownloadedFile?]
  /// The photos' credits, in the same order, as far as they are known here: credits that a search
  /// found are in the user's cache.
  let credits: [PhotoCredit?]
  /// The file that it writes; nil if it goes into the library.
  let output: FilePath?
  let library: PhotoLibrary?

  /// The photos as recipes name them.
  var names: [String] { photos.map(\.recordedName) }
}

extension Recipe {
  /// Whether a job would make this very collage, provided that its photos have these bytes.
  ///
  /// The frames, and what depends on the photos and their faces, follow from the rest, so they
  /// needn't be computed again.
  func isMade(as job: JobToFind) -> Bool {
    let options = job.made.options
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
    // Damage is recorded only if a photo has it.
    let isDamaged = options.decoding.allowsDamage && settings["allow-damaged"] != nil
    var same = job.made.with(\.layout.pick, takenPick).with(\.decoding.allowsDamage, isDamaged)
    // Nor is a font that a look wishes for, if it wasn't installed.
    if let font = options.text.font, !font.isRequired, settings["font"] == nil,
      !FontFinder.isInstalled(font)
    {
      same = same.with(\.text.font, nil)
    }
    // Recorded only if photos have HDR.
    if let hdr = settings["hdr"], hdr != options.colour.hdr.rawValue { return false }
    var expected = Recipe(
      photos, on: canvas, same, job.encoding, text,
      overlayPlace: overlay.flatMap { OverlayPlace(text: $0.place) })
    expected.settings["hdr"] = settings["hdr"]
    expected.askedPick = askedPick
    expected.code = code
    return expected == self
  }

  private func hasCredits(_ credits: [PhotoCredit?]) -> Bool {
    zip(photos, credits).allSatisfy { $1 == nil || $0.credit == $1 }
  }

  private var takenPick: Int { Int(text(of: "pick")) ?? 1 }
}
