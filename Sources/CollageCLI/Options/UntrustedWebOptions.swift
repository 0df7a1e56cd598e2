internal import ArgumentParser
internal import PhotoSources

/// How photos are fetched from the web whose URLs somebody else may have written: those of a manifest or a saved collage.
struct UntrustedWebOptions: ParsableArguments {
  @OptionGroup var common: WebOptions

  @Flag(
    help: "Fetch the photos of a manifest or a saved collage also from private addresses and from this machine's own.")
  var allowPrivateAddresses = false

  /// - Parameters:
  ///   - fetcher: nil for one of their own.
  ///   - maxBytesAhead: how much is fetched ahead at most.
  func photos(_ fetcher: WebFetcher? = nil, maxBytesAhead: Int = .max) -> WebPhotos {
    common.photos(fetcher, refusesPrivateAddresses: !allowPrivateAddresses, maxBytesAhead: maxBytesAhead)
  }
}
