internal import CollageTerminal
internal import Imaging
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
        .nothingFound,
        WebSearchTexts.nothing(service.name, page: page) + (leftOut.map { "; \($0)" } ?? ""))
    }
    if let leftOut { StandardError.error([leftOut]) }
    try print(found.photos.prefix(limit?.value ?? .max), signals) {
      Array($0.url.utf8)
    } report: {
      $0.report(of: service.name)
    }
  }

  /// Always reports a limit that is used up; other limits only on a terminal.
  private func reportLimits(_ limits: RateLimits, of service: any WebSearchService) {
    guard !limits.limits.isEmpty, limits.isUsedUp || StandardError.isTerminal else { return }
    StandardError.error(["\(service.name): \(limits)"])
  }
}

extension WebPhoto {
  /// The output of `find --web --json`. What the service doesn't say is left out; width and height
  /// are in pixels.
  fileprivate func report(of service: String) -> Report {
    [
      "url": url,
      "title": credit.title,
      "creator": credit.creator,
      "licence": credit.licence,
      "licenceURL": credit.licenceURL,
      "sourcePage": credit.sourcePage,
      "width": size?.width,
      "height": size?.height,
      "format": format.rawValue,
      "thumbnail": thumbnail,
      "service": service,
    ]
  }
}
