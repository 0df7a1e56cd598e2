internal import ReactiveTraits
internal import SafeText

/// A service's answer: an object of JSON.
struct SearchAnswer: Sendable {
  /// The longest answer, in bytes.
  private static let maxBytes = 4 << 20

  let members: [String: JSONValue]
  let response: WebResponse

  /// Asks a service: one value, then finished; or a failure.
  ///
  /// - Parameter service: whose host is named when it can't be asked.
  static func to(
    _ url: String, of service: some WebSearchService, by fetcher: WebFetcher
  ) -> Single<SearchAnswer, WebSearchError> {
    fetcher.bytes(for: WebRequest(url: url, headers: ["Accept: application/json"]), limit: maxBytes)
      .mapError { WebSearchError.fetch($0, host: service.host) }
      .map { response, bytes throws(WebSearchError) in
        let members = (try? JSONDocument(bytes))?.value.object
        guard response.status != 429 else { throw .limitReached(RateLimits(response)) }
        guard response.isSuccess else {
          throw .refused(status: response.status, reason: ExternalText.line(members?["detail"]?.text, maxCount: 100))
        }
        guard let members else { throw .notUnderstood }
        return SearchAnswer(members: members, response: response)
      }
  }
}

extension FetchPolicy {
  /// This policy for asking services: one request after another, none of them again when a limit is reached.
  package var forSearching: FetchPolicy {
    var policy = self
    policy.maxTransfersToHost = 1
    policy.maxRetryAfter = .zero
    return policy
  }
}
