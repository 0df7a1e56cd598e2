internal import PhotoCodecs
internal import PhotoSources
internal import ReactiveTraits

extension FindCommand {
  /// Prints the URLs of pictures that a service finds, one page of them.
  func searchWeb() throws {
    let service = try search.search(webOptions, webOptions.fetcher)
    let signals = SignalWatch(message: "interrupted")
    let query = WebSearchQuery(words.joined(separator: " "), licence: search.licence)
    let page = page?.value ?? 1
    let found = try signals.outcome(
      of: service.page(page, of: query).mapError { CommandFailure($0, of: service.name) })
    reportLimits(found.limits, of: service)
    let leftOut = WebSearchTexts.leftOut(otherFormats: found.otherFormats, unusable: found.unusable)
    guard !found.photos.isEmpty else {
      throw CommandFailure(
        .nothingFound, WebSearchTexts.nothing(service.name, page: page) + (leftOut.map { "; \($0)" } ?? ""))
    }
    if let leftOut { StandardError.error([leftOut]) }
    try print(found.photos.prefix(limit?.value ?? .max), of: service)
  }

  /// Always when a limit is used up; else where somebody reads it.
  private func reportLimits(_ limits: RateLimits, of service: any WebSearchService) {
    guard !limits.limits.isEmpty, limits.isUsedUp || StandardError.isTerminal else { return }
    StandardError.error(["\(service.name): \(limits)"])
  }

  private func print(_ photos: some Sequence<WebPhoto>, of service: any WebSearchService) throws(CommandFailure) {
    let texts = photos.map { photo in
      switch form {
      case .lines: photo.url + "\n"
      case .null: photo.url + "\0"
      case .json: FoundPictureReport(photo, service.name).json + "\n"
      }
    }
    _ = try StandardOutput.list(Array(texts.joined().utf8))
  }
}

/// What `find --web --json` prints for a picture. What the service doesn't say is left out; width and height are in
/// pixels.
struct FoundPictureReport: Report {
  let url: String
  let title: String?
  let creator: String?
  let licence: String?
  let licenceURL: String?
  let sourcePage: String?
  let width: Int?
  let height: Int?
  let format: String
  let thumbnail: String?
  let service: String

  init(_ photo: WebPhoto, _ service: String) {
    url = photo.url
    (title, creator) = (photo.credit.title, photo.credit.creator)
    (licence, licenceURL) = (photo.credit.licence, photo.credit.licenceURL)
    sourcePage = photo.credit.sourcePage
    (width, height) = (photo.size?.width, photo.size?.height)
    format = photo.format.rawValue
    thumbnail = photo.thumbnail
    self.service = service
  }
}
