internal import CollageKit
internal import PhotoCodecs
internal import PhotoSources

/// `collage find --web`: the URLs of pictures that a service finds, one page of them.
struct WebFind {
  let service: any WebSearchService
  let query: WebSearchQuery
  /// From 1.
  let page: Int
  let form: FoundPhotosOutput.Form
  /// How many pictures are printed at most; nil for the whole page.
  let limit: Int?

  func run() throws {
    let signals = SignalWatch(saying: "interrupted")
    let found: WebSearchPage
    switch try signals.result(of: service.page(page, of: query)) {
    case .success(let page): found = page
    case .failure(let error): throw CommandFailure(error, of: service.name)
    }
    tellLimits(found.limits)
    let leftOut = WebSearchTexts.leftOut(otherFormats: found.otherFormats, unusable: found.unusable)
    guard !found.photos.isEmpty else {
      throw CommandFailure(
        .nothingFound, WebSearchTexts.nothing(service.name, page: page) + (leftOut.map { "; \($0)" } ?? ""))
    }
    if let leftOut { StandardError.error([leftOut]) }
    try print(found.photos.prefix(limit ?? .max))
  }

  /// Always when a limit is used up; else where somebody reads it.
  private func tellLimits(_ limits: RateLimits) {
    guard !limits.limits.isEmpty, limits.isUsedUp || StandardError.isTerminal else { return }
    StandardError.error(["\(service.name): \(limits)"])
  }

  private func print(_ photos: some Sequence<WebPhoto>) throws(CommandFailure) {
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
