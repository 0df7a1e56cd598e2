internal import PhotoCodecs
internal import SafeText

/// The files listed in one or more answers of MediaWiki's API.
struct CommonsPages: Sendable {
  private struct File: Sendable {
    /// The file's rank by relevance.
    let index: Int
    let title: String?
    var info: [String: JSONValue]?
  }

  private var files: [String: File] = [:]
  private var limits = RateLimits()
  /// Whether there are more results after these.
  private var hasMore = false
  /// The parameters of a request for further details of these files; nil if all are known.
  private(set) var continuation: [String: String]?

  mutating func add(_ answer: SearchAnswer) throws(WebSearchError) {
    limits = RateLimits(answer.response)
    if let error = answer.members["error"] {
      if error.object?["code"]?.text == "ratelimited" { throw .limitReached(limits) }
      throw .refused(
        status: 200, reason: ExternalText.line(error.object?["info"]?.text, maxCount: 100))
    }
    // A list if the service numbers the pages, otherwise an object with their ids as keys.
    let pages = answer.members["query"]?.object?["pages"]
    for page in (pages?.list ?? pages?.object.map { Array($0.values) } ?? []).compactMap(\.object) {
      add(page)
    }
    let next = answer.members["continue"]?.object ?? [:]
    guard answer.members["batchcomplete"] != nil || next.isEmpty else {
      continuation = next.compactMapValues { $0.text ?? $0.wholeNumber.map { "\($0)" } }
      return
    }
    continuation = nil
    hasMore = next["gsroffset"] != nil
  }

  private mutating func add(_ page: [String: JSONValue]) {
    guard let id = page["pageid"]?.wholeNumber.map({ "\($0)" }) ?? page["title"]?.text else {
      return
    }
    let info = page["imageinfo"]?.list?.first?.object
    if files[id] == nil {
      let index = page["index"]?.wholeNumber ?? .max
      files[id] = File(index: index, title: page["title"]?.text, info: info)
    } else if let info {
      files[id]?.info = info
    }
  }

  func page(licence: LicenceFilter) -> WebSearchPage {
    var page = WebSearchPage()
    let ordered = files.sorted { ($0.value.index, $0.key) < ($1.value.index, $1.key) }
    for (_, file) in ordered.prefix(WebSearchPage.size) {
      page.add(Self.result(file), licence: licence)
    }
    page.isLast = !hasMore
    page.limits = limits
    return page
  }

  private static func result(_ file: File) -> WebSearchResult {
    guard let info = file.info else { return WebSearchResult(format: .jpeg) }
    let url = ExternalText.url(info["url"]?.text)
    let metadata = info["extmetadata"]?.object ?? [:]
    // If the service has no text in one of the forms, it sends a list in place of an object.
    let text = { (key: String) in metadata[key]?.object?["value"]?.text }
    return WebSearchResult(
      url: url, thumbnail: ExternalText.url(info["thumburl"]?.text),
      format: WebSearchResult.format(info["mime"]?.text, url),
      size: WebSearchResult.size(info["width"], info["height"]),
      credit: PhotoCredit(
        title: ExternalText.line(html: text("ObjectName")) ?? title(file.title),
        creator: ExternalText.line(html: text("Artist")),
        licence: ExternalText.line(html: text("LicenseShortName")),
        licenceURL: ExternalText.url(text("LicenseUrl")),
        sourcePage: ExternalText.url(info["descriptionurl"]?.text)))
  }

  /// "Lake" for "File:Lake.jpg".
  private static func title(_ page: String?) -> String? {
    guard let line = ExternalText.line(page) else { return nil }
    let name = line.parts(at: ":", maxSplits: 1).last ?? ""
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")), dot > name.startIndex else {
      return name
    }
    return String(name[..<dot])
  }
}
