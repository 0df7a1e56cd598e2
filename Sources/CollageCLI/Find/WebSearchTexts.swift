internal import PhotoSources

/// The sentences about searches on the web.
enum WebSearchTexts {
  static func failure(_ error: WebSearchError, of service: String) -> String { "\(service): \(error)" }

  /// - Parameter page: from 1.
  static func nothing(_ service: String, page: Int = 1) -> String {
    page == 1 ? "\(service) finds nothing" : "\(service) finds nothing on page \(page)"
  }

  /// "2 results are left out: in formats that can't be read here"; nil when nothing is.
  static func leftOut(otherFormats: Int, unusable: Int) -> String? {
    let parts =
      (otherFormats > 0 ? ["\(results(otherFormats)) left out: in formats that can't be read here"] : [])
      + (unusable > 0 ? ["\(results(unusable)) left out: no usable address or licence"] : [])
    return parts.isEmpty ? nil : parts.joined(separator: "; ")
  }

  private static func results(_ count: Int) -> String { "\(count.grouped) \(count == 1 ? "result is" : "results are")" }
}
